// SPDX-License-Identifier: Apache-2.0

/// The properties in a picture file's header, read without decoding the picture.
public struct PictureHead: Hashable, Sendable {
    /// The width of the picture as it is stored, in pixels, at least 1. No upper limit is checked.
    public let width: Int
    /// The height of the picture as it is stored, in pixels, at least 1. No upper limit is checked.
    public let height: Int
    /// The number of components per pixel: 1 for gray, 3 for RGB, 4 for CMYK. For PNG it is 3 with a palette and 4 with
    /// alpha.
    public let componentCount: Int
    /// The rotation or reflection to apply to the stored pixels, 1…8, as in Exif 2.3, tag 0x0112. It is 1 for no
    /// change, and always 1 for PNG.
    public let orientation: Int

    /// Whether the orientation includes a quarter turn, which swaps width and height.
    public var isTurned: Bool { orientation >= 5 }
    /// The width of the shown picture in pixels.
    public var shownWidth: Int { isTurned ? height : width }
    /// The height of the shown picture in pixels.
    public var shownHeight: Int { isTurned ? width : height }

    /// Reads the header: IHDR in PNG files, and the frame header and preceding Exif segments in JPEG files. Nil for PDF
    /// files and damaged headers.
    public init?(_ data: PictureData) {
        let head: PictureHead?
        switch data.format {
        case .png: head = Self.png(data.bytes)
        case .jpeg: head = Self.jpeg(data.bytes)
        case .pdf: head = nil
        }
        guard let head, head.width > 0, head.height > 0 else { return nil }
        self = head
    }

    private init(width: Int, height: Int, componentCount: Int, orientation: Int = 1) {
        (self.width, self.height) = (width, height)
        (self.componentCount, self.orientation) = (componentCount, orientation)
    }

    private static func png(_ bytes: [UInt8]) -> PictureHead? {
        guard bytes.count >= 29, Array(bytes[12..<16]) == Array("IHDR".utf8) else { return nil }
        let counts: [UInt8: Int] = [0: 1, 2: 3, 3: 3, 4: 4, 6: 4]
        guard let count = counts[bytes[25]] else { return nil }
        return PictureHead(
            width: bytes.bigEndian(16..<20), height: bytes.bigEndian(20..<24), componentCount: count)
    }

    private static func jpeg(_ bytes: [UInt8]) -> PictureHead? {
        var orientation = 1
        for segment in JPEGSegments(bytes) {
            let body = segment.body
            switch segment.marker {
            case 0xe1: orientation = Exif.orientation(bytes[body]) ?? orientation
            case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
                guard body.count >= 6 else { return nil }
                let start = body.lowerBound
                return PictureHead(
                    width: bytes.bigEndian((start + 3)..<(start + 5)),
                    height: bytes.bigEndian((start + 1)..<(start + 3)),
                    componentCount: Int(bytes[start + 5]), orientation: orientation)
            default: break
            }
        }
        return nil
    }
}

/// The segments of a JPEG file before its first scan.
struct JPEGSegments: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 2

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next segment: its marker, the range of its body, and the range of the whole segment.
    mutating func next() -> (marker: UInt8, body: Range<Int>, whole: Range<Int>)? {
        guard position + 4 <= bytes.count, bytes[position] == 0xff else { return nil }
        let start = position
        // A marker may be preceded by fill bytes.
        while position + 4 <= bytes.count, bytes[position + 1] == 0xff { position += 1 }
        guard position + 4 <= bytes.count else { return nil }
        let marker = bytes[position + 1]
        // The scan follows; its data has no length field.
        guard marker != 0xda, marker != 0xd9, !(0xd0...0xd7).contains(marker) else { return nil }
        let length = bytes.bigEndian((position + 2)..<(position + 4))
        guard length >= 2, position + 2 + length <= bytes.count else { return nil }
        let body = (position + 4)..<(position + 2 + length)
        position = body.upperBound
        return (marker, body, start..<position)
    }
}

/// Reads and writes the Exif orientation, the only Exif property that affects how a picture is shown.
enum Exif {
    private static let name = Array("Exif\u{0}\u{0}".utf8)

    /// Returns the orientation in the body of an APP1 segment, 1…8 (Exif 2.3, tag 0x0112), or nil if there is none.
    static func orientation(_ body: ArraySlice<UInt8>) -> Int? {
        guard body.starts(with: name) else { return nil }
        let tiff = Array(body.dropFirst(name.count))
        guard tiff.count >= 8 else { return nil }
        let isLittle = tiff[0] == 0x49
        func number(_ range: Range<Int>) -> Int? {
            guard range.lowerBound >= 0, range.upperBound <= tiff.count else { return nil }
            return isLittle ? Int(clamping: tiff.littleEndian(range)) : tiff.bigEndian(range)
        }
        guard let start = number(4..<8), let count = number(start..<(start + 2)) else { return nil }
        for index in 0..<count {
            let entry = start + 2 + 12 * index
            guard let tag = number(entry..<(entry + 2)) else { return nil }
            if tag == 0x0112 { return number((entry + 8)..<(entry + 10)).flatMap { (1...8).contains($0) ? $0 : nil } }
        }
        return nil
    }

    /// Returns an APP1 segment that contains only an orientation.
    static func segment(orientation: Int) -> [UInt8] {
        let tiff: [UInt8] = [
            0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(clamping: orientation), 0, 0, 0,
            0, 0, 0,
        ]
        let body = name + tiff
        return [0xff, 0xe1, 0, UInt8(body.count + 2)] + body
    }
}

extension [UInt8] {
    /// Returns the big-endian number in a range of at most seven bytes.
    func bigEndian(_ range: Range<Int>) -> Int { self[range].reduce(0) { $0 << 8 | Int($1) } }
}
