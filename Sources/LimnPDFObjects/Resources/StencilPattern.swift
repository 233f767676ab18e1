// SPDX-License-Identifier: GPL-3.0-or-later

/// A small square of cells that repeats in both directions and lets a color through (a tiling pattern, ISO 32000-2,
/// 8.7.3). Content fills with it by `/PC cs 1 0 0 /name scn`. Equal patterns are written to a document only once.
///
/// The pattern begins at the origin of the content's coordinates, and its rows follow one another in the direction of the
/// y axis.
public struct StencilPattern: Hashable, Sendable {
    /// The name of the color space in which a pattern takes red, green and blue.
    public static let colorSpace = "PC"

    /// The number of cells in a row and in a column.
    public let side: Int
    /// Whether each cell lets the color through, row by row.
    public let cells: [Bool]
    /// The width and height of a cell in the content's coordinates.
    public let cell: Double

    /// Makes a pattern.
    ///
    /// - Parameters:
    ///   - side: the number of cells in a row and in a column, a positive multiple of 8.
    ///   - cells: whether each cell lets the color through, row by row.
    ///   - cell: the width and height of a cell in the content's coordinates, finite and positive.
    public init(side: Int, cells: [Bool], cell: Double) {
        precondition(side > 0 && side.isMultiple(of: 8) && cells.count == side * side, "a pattern is a square")
        precondition(cell.isFinite && cell > 0, "a cell must have a size")
        (self.side, self.cells, self.cell) = (side, cells, cell)
    }

    /// The number of cells by which the picture extends beyond each edge of the square. Without them, viewers would show
    /// light seams.
    private static let margin = 4

    /// The width and height of the picture in cells.
    fileprivate var length: Int { side + 2 * Self.margin }

    /// The operators that paint the square.
    fileprivate var content: [UInt8] {
        Array("\(length) 0 0 -\(length) -\(Self.margin) \(side + Self.margin) cm/I Do\n".utf8)
    }

    /// The rows of the picture, one bit for each cell. The bits of cells that let the color through are 0.
    fileprivate var picture: [UInt8] {
        var bytes: [UInt8] = []
        for row in 0..<length {
            let start = (row - Self.margin + side) % side * side
            for column in stride(from: 0, to: length, by: 8) {
                var byte: UInt8 = 0
                for column in column..<column + 8 {
                    byte = byte << 1 | (cells[start + (column - Self.margin + side) % side] ? 0 : 1)
                }
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension ChangeWriter {
    /// Returns the object of a pattern. It is written on first use and then shared.
    mutating func object(of pattern: StencilPattern) throws(PDFObjectsError) -> ObjectID {
        if let known = shared.patterns[pattern] { return known }
        let (side, length, cell) = ("\(pattern.side)", "\(pattern.length)", decimal(pattern.cell))
        let picture = try sink.add(
            stream: StreamData(pattern.picture, level: 12),
            [
                ("/Type", .text("/XObject")), ("/Subtype", .text("/Image")), ("/Width", .text(length)),
                ("/Height", .text(length)), ("/ImageMask", .text("true")), ("/BitsPerComponent", .text("1")),
            ])
        let id = try sink.add(
            stream: StreamData(pattern.content),
            [
                ("/Type", .text("/Pattern")), ("/PatternType", .text("1")), ("/PaintType", .text("2")),
                ("/TilingType", .text("1")), ("/BBox", .text("[0 0 \(side) \(side)]")), ("/XStep", .text(side)),
                ("/YStep", .text(side)), ("/Matrix", .text("[\(cell) 0 0 \(cell) 0 0]")),
                ("/Resources", .dictionary([("/XObject", .dictionary([("/I", .reference(picture))]))])),
            ])
        shared.patterns[pattern] = id
        return id
    }
}
