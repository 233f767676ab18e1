// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// Reads the strokes of a page, the block `TOTALPATH`.
///
/// It has the number of records, and for each record its length, a head of 208 bytes, and lists with their numbers of
/// entries: areas, points, pressures, tilts and more. A point has y before x, and x increases to the left. Numbers have
/// four bytes.
struct SupernoteStrokes {
    /// The strokes in points.
    private(set) var strokes: [Stroke] = []
    /// The dropped content, with its kind, count and detail.
    private(set) var dropped: [(DroppedItem.Kind, Int, String)] = []

    /// The offsets in the head of a record.
    private enum Head {
        static let (pen, gray, thickness, kind, name, screenHeight) = (0, 4, 8, 40, 48, 128)
        static let nameSize = 52
        static let size = 208
    }

    /// The kinds of records.
    private enum Record { static let (lasso, lassoPen) = (-5, 4) }

    private static let pens: [Int: Brush.Tool] = [
        1: .fountain, 5: .marker, 10: .fineliner, 11: .marker, 15: .calligraphy, 16: .fountain,
    ]
    /// The gray level that means an eraser, which paints white.
    private static let eraser = 255
    /// The mark of a stroke that was erased as a whole.
    private static let erased = -16
    /// The pressure that means full pressure.
    private static let fullPressure = 4096.0
    private static let countLimit = 1_000_000

    /// - Parameters:
    ///   - offset: the offset of the block; 0 if there is none.
    ///   - width: the width of the page in pixels.
    ///   - height: the height of the page in pixels.
    ///   - scale: the size of a pixel in points.
    init(_ file: SupernoteFile, at offset: Int, width: Int, height: Int, scale: Double) {
        guard let block = file.block(at: offset), block.count > 4 else { return }
        let count = file.number(block.lowerBound)
        guard (1...Self.countLimit).contains(count) else { return }
        var at = block.lowerBound + 4
        var headings = 0
        for _ in 0..<count {
            guard at + 4 <= block.upperBound else { break }
            let length = file.number(at)
            guard length > 0, length <= block.upperBound - at - 4 else { break }
            let record = (at + 4)..<(at + 4 + length)
            at = record.upperBound
            guard record.count >= Head.size + 8 else { continue }
            let name = Self.name(file, record)
            // A box around a link is no ink, and neither is the loop of a selection.
            if name == "0000" || Int32(truncatingIfNeeded: file.number(record.lowerBound + Head.kind)) == Record.lasso
                || file.number(record.lowerBound + Head.pen) == Record.lassoPen
            {
                continue
            }
            if name == "0001" {
                headings += 1
            } else if let stroke = Self.stroke(file, record, width: width, height: height, scale: scale) {
                strokes.append(stroke)
            }
        }
        if headings > 0 { dropped.append((.unknownElement, headings, "the background of a heading")) }
    }

    private static func name(_ file: SupernoteFile, _ record: Range<Int>) -> String {
        let start = record.lowerBound + Head.name
        return String(decoding: file.bytes[start..<(start + Head.nameSize)].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the stroke of a record; nil if it is erased or not readable.
    private static func stroke(
        _ file: SupernoteFile, _ record: Range<Int>, width: Int, height: Int, scale: Double
    ) -> Stroke? {
        let head = record.lowerBound
        let screenHeight = file.number(head + Head.screenHeight)
        let gray = file.number(head + Head.gray)
        guard screenHeight > 0, 0...255 ~= gray else { return nil }
        var lists = Lists(file, (head + Head.size)..<record.upperBound)
        guard lists.next(24) != nil, let points = lists.next(8), !points.isEmpty else { return nil }
        let unit = Double(height) / Double(screenHeight)
        let positions = stride(from: points.lowerBound, to: points.upperBound, by: 8).map { at in
            Point(
                x: (Double(width) - Double(file.number(at + 4)) * unit) * scale,
                y: Double(file.number(at)) * unit * scale)
        }
        guard positions.allSatisfy({ max($0.x.magnitude, $0.y.magnitude) <= ValueLimits.maximumCoordinate }) else {
            return nil
        }
        let pressures = lists.next(2)
        for size in [4, 1, 8, 4] { _ = lists.next(size) }
        if let mark = lists.rest.flatMap({ Int32(truncatingIfNeeded: file.number($0)) }), mark == erased { return nil }
        // The thickness is in hundredths of a pixel.
        let thickness = Double(min(file.number(head + Head.thickness), 100_000)) / 100 * scale
        var brush = Brush(width: max(thickness, 0.1), tool: pens[file.number(head + Head.pen)])
        if gray == eraser {
            (brush.kind, brush.color, brush.tool) = (.whiteout, .white, nil)
        } else {
            let level = Double(gray) / 255
            brush.color = Color(red: level, green: level, blue: level)
        }
        var channels: [StrokePoints.Channel: [Double]] = [:]
        if let pressures, pressures.count == 2 * positions.count {
            channels[.pressure] = stride(from: pressures.lowerBound, to: pressures.upperBound, by: 2).map {
                min(Double(file.bytes.uint16($0)) / fullPressure, 1)
            }
        }
        return Stroke(
            brush: brush,
            points: StrokePoints(
                positions: positions, widths: Array(repeating: brush.width, count: positions.count),
                channels: channels))
    }

    /// Reads lists, each with its number of entries before it.
    private struct Lists {
        private let file: SupernoteFile
        private let end: Int
        private var at: Int
        private var isBroken = false

        init(_ file: SupernoteFile, _ range: Range<Int>) {
            (self.file, at, end) = (file, range.lowerBound, range.upperBound)
        }

        /// Returns the range of the next list; nil if it is not inside the record.
        mutating func next(_ size: Int) -> Range<Int>? {
            guard !isBroken, at + 4 <= end else {
                isBroken = true
                return nil
            }
            let count = file.number(at)
            guard count <= (end - at - 4) / size else {
                isBroken = true
                return nil
            }
            let range = (at + 4)..<(at + 4 + count * size)
            at = range.upperBound
            return range
        }

        /// The offset of what follows the lists; nil if a list is broken or nothing follows.
        var rest: Int? { !isBroken && at + 4 <= end ? at : nil }
    }
}
