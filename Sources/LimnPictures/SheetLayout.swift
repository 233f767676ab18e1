// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The layout of a contact sheet: a grid of cards, each a square picture above two lines of text.
///
/// Lengths are in pixels for a picture, and in points for a PDF page.
public struct SheetLayout: Hashable, Sendable {
    /// The positions of one card's parts.
    public struct Cell: Hashable, Sendable {
        /// The square for the picture.
        public let picture: Rect
        /// The center of the name's upper edge.
        public let name: Point
        /// The center of the upper edge of the second line of text.
        public let note: Point
    }

    /// The number of cards in a row.
    public let columns: Int
    /// The maximum number of rows on a sheet, at least 1.
    public private(set) var rows: Int
    /// The side length of the square for a picture.
    public let side: Double
    /// The font size of the name.
    public let nameSize: Double
    /// The font size of the second line of text.
    public let noteSize: Double
    private let margin: Double
    private let gap: Double
    private let rowGap: Double
    private let page: Size?

    /// The maximum number of cards on a sheet.
    public var capacity: Int { columns * rows }

    /// Whether sheets are PDF pages of equal size for printing, rather than pictures for the screen.
    public var isPaged: Bool { page != nil }

    /// Makes a layout for pictures on the screen, as tall as their cards need. Every card is aligned to whole pixels.
    ///
    /// - Parameters:
    ///   - side: The side length of the square for a picture, in pixels.
    ///   - heights: Returns the maximum height of a sheet, in pixels, for its width.
    /// - Returns: Nil if not even one row fits.
    public init?(side: Int, columns: Int, maximumHeight heights: (_ width: Int) -> Int) {
        let side = Double(side)
        self.side = side
        self.columns = columns
        nameSize = min(max((side / 15).rounded(), 9), 18)
        noteSize = (nameSize * 0.85).rounded()
        margin = max(8, (side / 7).rounded())
        gap = max(6, (side / 9).rounded())
        rowGap = gap
        page = nil
        let width = 2 * margin + Double(columns) * (side + gap) - gap
        let pitch = side + Self.textHeight(nameSize, noteSize) + gap
        guard width < 1e9 else { return nil }
        let height = Double(heights(Int(clamping: width)))
        rows = Int(clamping: ((height - 2 * margin + gap) / pitch).rounded(.down))
        guard rows > 0 else { return nil }
    }

    /// Makes a layout for pictures on the screen with a fixed number of rows; nil if an argument is not within
    /// 1…32,767, or the sheet would be too wide.
    public init?(side: Int, columns: Int, rows: Int) {
        guard side >= 1, columns >= 1, rows >= 1, side <= 32_767, columns <= 32_767, rows <= 32_767 else { return nil }
        self.init(side: side, columns: columns, maximumHeight: { _ in .max })
        self.rows = rows
    }

    /// Makes a layout for PDF pages.
    ///
    /// - Parameters:
    ///   - page: The size of a page in points.
    ///   - columns: The number of cards in a row, at least 1. The squares are made as large as possible.
    public init(page: Size, columns: Int) {
        self.page = page
        self.columns = columns
        margin = 36
        let inner = page.width - 2 * margin
        gap = min(12, inner / Double(columns) / 4)
        side = min((inner + gap) / Double(columns) - gap, page.height - 2 * margin - 40)
        nameSize = min(max(side / 13, 3), 11)
        noteSize = nameSize * 0.85
        let height = side + Self.textHeight(nameSize, noteSize)
        let room = page.height - 2 * margin
        let rows = max(1, ((room + gap * 2 / 3) / (height + gap * 2 / 3)).rounded(.down))
        self.rows = Int(clamping: rows)
        // Distribute the remaining height between the rows, up to a limit.
        rowGap = rows > 1 ? min((room - rows * height) / (rows - 1), 2 * gap) : gap
    }

    /// Returns the height of the two lines of text, including the space above them.
    private static func textHeight(_ name: Double, _ note: Double) -> Double {
        (1.9 * name).rounded(.up) + (1.5 * note).rounded(.up)
    }

    private var pitch: Vector {
        Vector(dx: side + gap, dy: side + Self.textHeight(nameSize, noteSize) + rowGap)
    }

    /// Returns the size of a sheet with a number of cards, at least 1.
    public func size(cards: Int) -> Size {
        let rows = Double((cards + columns - 1) / columns)
        return page
            ?? Size(
                width: 2 * margin + Double(columns) * pitch.dx - gap, height: 2 * margin + rows * pitch.dy - rowGap)
    }

    /// Returns the positions for the card at an index on its sheet, from 0. Rows are filled from the left.
    public func cell(_ index: Int) -> Cell {
        let across = (page?.width ?? size(cards: 1).width) - 2 * margin - Double(columns) * pitch.dx + gap
        let x = margin + across / 2 + Double(index % columns) * pitch.dx
        let y = margin + Double(index / columns) * pitch.dy
        let name = y + side + (0.45 * nameSize).rounded(isPaged ? .toNearestOrEven : .up)
        return Cell(
            picture: Rect(x0: x, y0: y, x1: x + side, y1: y + side), name: Point(x: x + side / 2, y: name),
            note: Point(x: x + side / 2, y: name + 1.35 * nameSize))
    }
}
