// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnPictures

extension PixelBuffer {
    /// Returns the picture with the tone, mirroring and rotation of a view. The tone is applied to this buffer in
    /// place.
    ///
    /// - Returns: a new buffer, or this buffer if the view neither mirrors nor turns it.
    /// - Throws: `outOfMemory`.
    public func shown(as view: PageView) throws(RasterError) -> PixelBuffer {
        show(view.tone)
        return try turned(by: view.quarterTurns, mirrored: view.isMirrored)
    }

    /// Returns the picture mirrored, if requested, and then turned clockwise.
    ///
    /// - Parameters:
    ///   - quarterTurns: the number of clockwise turns by 90°; may be negative.
    ///   - mirrored: whether left and right are swapped before the picture is turned.
    /// - Returns: a new buffer, or this buffer if it is neither mirrored nor turned.
    /// - Throws: `outOfMemory`.
    public func turned(by quarterTurns: Int, mirrored: Bool = false) throws(RasterError) -> PixelBuffer {
        let turns = ((quarterTurns % 4) + 4) % 4
        guard turns != 0 || mirrored else { return self }
        let isUpright = turns.isMultiple(of: 2)
        let result = try PixelBuffer(
            width: isUpright ? width : height, height: isUpright ? height : width, hasAlpha: hasAlpha)
        for y in 0..<result.height {
            let out = (result.base + y * result.stride).assumingMemoryBound(to: UInt32.self)
            for x in 0..<result.width {
                let (column, line) =
                    switch turns {
                    case 1: (y, height - 1 - x)
                    case 2: (width - 1 - x, height - 1 - y)
                    case 3: (width - 1 - y, x)
                    default: (x, y)
                    }
                out[x] = row(line)[mirrored ? width - 1 - column : column]
            }
        }
        return result
    }

    /// Converts the pixels in place to gray or to black and white, as the tone requires.
    ///
    /// The gray level is the luma of ITU-R BT.601. In bitonal pictures, a level of 128 or more becomes white, a lower
    /// level black.
    public func show(_ tone: PageView.Tone) {
        guard tone != .color else { return }
        let pixels = UnsafeMutableBufferPointer(
            start: base.assumingMemoryBound(to: UInt32.self), count: height * stride / 4)
        for index in pixels.indices {
            let pixel = pixels[index]
            let weighted = (pixel >> 16 & 0xff) * 77 + (pixel >> 8 & 0xff) * 150 + (pixel & 0xff) * 29
            var level = (weighted + 128) >> 8
            if tone == .bitonal { level = level < 128 ? 0 : hasAlpha ? pixel >> 24 : 255 }
            pixels[index] = pixel & 0xff00_0000 | level * 0x01_0101
        }
    }
}
