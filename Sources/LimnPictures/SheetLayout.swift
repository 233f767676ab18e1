// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// Where the cards of a contact sheet lie: a grid of squares with two lines of text under each.
///
/// Lengths are pixels of a picture or points of a page.
public struct SheetLayout: Hashable, Sendable {
    /// The place of one card.
    public struct Cell: Hashable, Sendable {
        /// The square for the picture.
        public let picture: Rect
        /// The middle of the upper edge of the name.
        public let name: Point
        /// The middle of the upper edge of the line below.
        public let note: Point
    }

    /// Cards in a row.
    public let columns: Int
    /// The most rows of a sheet, at least 1.
    public private(set) var rows: Int
    /// The side of the square for a picture.
    public let side: Double
    /// The size of the name's font.
    public let nameSize: Double
    /// The size of the font of the line below.
    public let noteSize: Double
    private let margin: Double
    private let gap: Double
    private let rowGap: Double
    private let page: Size?

    /// The most cards of a sheet.
    public var capacity: Int { columns * rows }

    /// Whether sheets are pages that may be printed, all of one size, rather than pictures for a screen.
    public var isPaged: Bool { page != nil }

    /// Lays out pictures for a screen, as tall as their cards need; every card lies on whole pixels.
    ///
    /// - Parameters:
    ///   - side: the side of the square for a picture.
    ///   - heights: the largest height of a sheet for its width.
    /// - Returns: nil where not even one row fits.
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

    /// Lays out pictures for a screen with a known number of rows; nil for lengths that no picture has.
    public init?(side: Int, columns: Int, rows: Int) {
        guard side >= 1, columns >= 1, rows >= 1, side <= 32_767, columns <= 32_767, rows <= 32_767 else { return nil }
        self.init(side: side, columns: columns, maximumHeight: { _ in .max })
        self.rows = rows
    }

    /// Lays out pages.
    ///
    /// - Parameters:
    ///   - page: the size of a page in points.
    ///   - columns: cards in a row, at least 1; the squares are as large as fits.
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
        // What is left over parts the rows, within reason.
        rowGap = rows > 1 ? min((room - rows * height) / (rows - 1), 2 * gap) : gap
    }

    /// Two lines and the space above them.
    private static func textHeight(_ name: Double, _ note: Double) -> Double {
        (1.9 * name).rounded(.up) + (1.5 * note).rounded(.up)
    }

    private var pitch: Vector {
        Vector(dx: side + gap, dy: side + Self.textHeight(nameSize, noteSize) + rowGap)
    }

    /// The size of a sheet with so many cards, at least one.
    public func size(cards: Int) -> Size {
        let rows = Double((cards + columns - 1) / columns)
        return page
            ?? Size(
                width: 2 * margin + Double(columns) * pitch.dx - gap, height: 2 * margin + rows * pitch.dy - rowGap)
    }

    /// The place of a card, by its index on the sheet from 0; rows are filled from the left.
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
