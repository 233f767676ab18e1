// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures

/// The beginning of a picture file, as far as it tells the kind of file and the size of the picture.
struct OutputHead {
    /// So many bytes are looked at.
    static let count = 32

    private let bytes: [UInt8]
    private let format: PictureFormat

    init(_ bytes: [UInt8], _ format: PictureFormat) { (self.bytes, self.format) = (bytes, format) }

    /// Whether a file that begins like this is of the format, and the picture of a size where that stands at its beginning.
    func fits(width: Int, height: Int) -> Bool {
        switch format {
        case .png:
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && number(at: 16) == width
                && number(at: 20) == height
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .webp:
            bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        }
    }

    private func number(at place: Int) -> Int? {
        guard bytes.count >= place + 4 else { return nil }
        return bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
