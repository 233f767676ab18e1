// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnJobs
internal import LimnPictures

/// What a hostile worker is asked, as far as its answers depend on it: an answer that does not fit is found out at once.
struct HostileRequest {
    let name: String
    private let body: Data

    init(_ name: String, _ body: ArraySlice<UInt8>) { (self.name, self.body) = (name, Data(body)) }

    /// The job, where it is of a kind.
    func job<J: Job>(_ type: J.Type) -> J? { name == J.name ? try? JSONDecoder().decode(type, from: body) : nil }

    /// The size of the picture that is asked for.
    var size: (width: Int, height: Int) {
        switch job(PictureJob.self)?.size {
        case .longerSide(let side)?: (side, max(1, side / 2))
        case .width(let side)?: (side, 64)
        case .height(let side)?: (64, side)
        case .exactly(let width, let height)?: (width, height)
        case .dpi?, nil: (64, 64)
        }
    }

    /// What looks like the picture that is asked for.
    var picture: [UInt8] {
        let (width, height) = size
        guard let job = job(PictureJob.self), case .file(let encoder) = job.form else {
            return [UInt8](repeating: 0x80, count: min(4 * width * height, 4 << 20))
        }
        func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        switch encoder.format {
        case .png:
            return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + number(13) + Array("IHDR".utf8) + number(width)
                + number(height) + [8, 2, 0, 0, 0]
        case .jpeg: return [0xFF, 0xD8, 0xFF, 0xE0]
        case .webp: return Array("RIFF".utf8) + number(0) + Array("WEBP".utf8)
        case .ppm: return Array("P6\n\(width) \(height)\n255\n".utf8)
        }
    }
}
