// SPDX-License-Identifier: Apache-2.0

internal import LimnCompression
internal import LimnGeometry
internal import LimnInk

/// Finds the size that a picture has before it is placed: its pixels, or the points of a PDF's page.
enum NaturalSize {
    /// The maximum size of a decompressed object stream that is searched for a page box, in bytes.
    private static let streamLimit = 1 << 20
    /// The maximum number of object streams that are searched.
    private static let streamCount = 16

    /// Returns the size of a picture; nil if its header is damaged or a PDF has no plain page box.
    static func of(_ data: PictureData) -> Size? {
        if let head = PictureHead(data) {
            return Size(width: Double(head.shownWidth), height: Double(head.shownHeight))
        }
        return data.format == .pdf ? pageSize(data.bytes) : nil
    }

    /// Returns the size of the page of a PDF with one page, such as a formula: the first box in the file or in its
    /// object streams. The crop box prevails, as in poppler.
    private static func pageSize(_ bytes: [UInt8]) -> Size? {
        if let size = box(in: bytes) { return size }
        let (word, end) = (Array("/ObjStm".utf8), Array("stream".utf8))
        var at = 0
        for _ in 0..<streamCount {
            guard let found = bytes.place(of: word, from: at), let start = bytes.place(of: end, from: found) else {
                return nil
            }
            at = start + end.count
            while at < bytes.count, bytes[at] == 13 || bytes[at] == 10 { at += 1 }
            let text = Inflate.firstBytes(of: Array(bytes[at...]), as: .zlib, count: streamLimit)
            if let size = box(in: text) { return size }
        }
        return nil
    }

    private static func box(in bytes: [UInt8]) -> Size? {
        for name in ["/CropBox", "/MediaBox"] {
            guard let found = bytes.place(of: Array(name.utf8), from: 0),
                let open = bytes.place(of: [UInt8(ascii: "[")], from: found), open - found < 20
            else { continue }
            let text = bytes[(open + 1)...].prefix(200).prefix { $0 != UInt8(ascii: "]") }
            let numbers = NumberList.values(of: String(decoding: text, as: UTF8.self))
            guard numbers.count == 4, numbers.allSatisfy({ $0.magnitude <= ValueLimits.maximumCoordinate }) else {
                continue
            }
            let size = Size(
                width: (numbers[2] - numbers[0]).magnitude, height: (numbers[3] - numbers[1]).magnitude)
            if size.width > 0, size.height > 0 { return size }
        }
        return nil
    }
}

extension [UInt8] {
    /// Returns the index of the first occurrence of some bytes at or after an index; nil if there is none.
    func place(of word: [UInt8], from start: Int) -> Int? {
        guard let first = word.first, start >= 0 else { return nil }
        var at = start
        while at + word.count <= count {
            guard let next = self[at...].firstIndex(of: first), next + word.count <= count else { return nil }
            if self[next..<(next + word.count)].elementsEqual(word) { return next }
            at = next + 1
        }
        return nil
    }
}
