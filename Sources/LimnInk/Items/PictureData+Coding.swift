// SPDX-License-Identifier: Apache-2.0

extension PictureData {
    /// Whether this is a JPEG that every decoder supports: one with a sequential or progressive, Huffman-coded frame.
    package var isCommonJPEG: Bool {
        guard format == .jpeg else { return false }
        // Such frames have the markers C0 to C2. The markers C4, C8 and CC do not start frame headers.
        let frame = JPEGSegments(bytes).first {
            (0xc0...0xcf).contains($0.marker) && ![0xc4, 0xc8, 0xcc].contains($0.marker)
        }
        return frame.map { (0xc0...0xc2).contains($0.marker) } ?? false
    }

    /// Whether this is a JPEG with an Adobe segment. Adobe's programs write it, and they store CMYK inverted.
    package var hasAdobeSegment: Bool {
        format == .jpeg
            && JPEGSegments(bytes).contains { $0.marker == 0xee && bytes[$0.body].starts(with: Array("Adobe".utf8)) }
    }
}
