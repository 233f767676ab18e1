// SPDX-License-Identifier: GPL-3.0-or-later

import LimnRaster
import TestSupport

extension Picture {
    /// The colors of a buffer without alpha.
    init(_ buffer: PixelBuffer) {
        var rgb: [UInt8] = []
        rgb.reserveCapacity(buffer.width * buffer.height * 3)
        for y in 0..<buffer.height {
            for x in 0..<buffer.width {
                let p = buffer[x, y]
                rgb += [p.red, p.green, p.blue]
            }
        }
        self.init(width: buffer.width, height: buffer.height, rgb: rgb)
    }

    /// A rectangular part.
    func cropped(x: Int, y: Int, width: Int, height: Int) -> Picture {
        var rows: [UInt8] = []
        for row in y..<(y + height) {
            let start = (row * self.width + x) * 3
            rows += rgb[start..<(start + width * 3)]
        }
        return Picture(width: width, height: height, rgb: rows)
    }

    /// The largest difference of any channel, and how many channels differ; nil when the sizes do.
    func differences(from other: Picture) -> (worst: Int, count: Int)? {
        guard width == other.width, height == other.height else { return nil }
        var (worst, count) = (0, 0)
        for (a, b) in zip(rgb, other.rgb) where a != b {
            worst = max(worst, abs(Int(a) - Int(b)))
            count += 1
        }
        return (worst, count)
    }
}
