// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures

/// The first bytes of a picture file, which show its format and, in some formats, its size in pixels.
struct OutputHead {
    /// The number of bytes to read.
    static let count = 32

    private let bytes: [UInt8]
    private let format: PictureFormat

    init(_ bytes: [UInt8], _ format: PictureFormat) { (self.bytes, self.format) = (bytes, format) }

    /// Returns whether the bytes are those of the format and, if they contain the picture's size, whether it is the
    /// given one.
    func fits(width: Int, height: Int) -> Bool {
        switch format {
        case .png:
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && number(at: 16) == width
                && number(at: 20) == height
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .webp:
            bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        case .ppm: bytes.starts(with: Array("P6\n\(width) \(height)\n".utf8))
        }
    }

    private func number(at place: Int) -> Int? {
        guard bytes.count >= place + 4 else { return nil }
        return bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
