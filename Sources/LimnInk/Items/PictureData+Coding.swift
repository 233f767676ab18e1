// SPDX-License-Identifier: Apache-2.0

extension PictureData {
    /// Whether this is a JPEG that every decoder supports: its frame is sequential or progressive, and Huffman-coded.
    package var isCommonJPEG: Bool {
        guard format == .jpeg else { return false }
        // Only frame headers C0 to C2 are of that kind. C4, C8 and CC are not frame headers.
        let frame = JPEGSegments(bytes).first {
            (0xc0...0xcf).contains($0.marker) && ![0xc4, 0xc8, 0xcc].contains($0.marker)
        }
        return frame.map { (0xc0...0xc2).contains($0.marker) } ?? false
    }

    /// Whether a program of Adobe wrote this JPEG. Such programs store CMYK inverted.
    package var hasAdobeSegment: Bool {
        format == .jpeg
            && JPEGSegments(bytes).contains { $0.marker == 0xee && bytes[$0.body].starts(with: Array("Adobe".utf8)) }
    }
}
