// SPDX-License-Identifier: Apache-2.0

/// Sides of a displayed page.
public struct PageSides: OptionSet, Hashable, Sendable, Codable {
    /// A bit for each side.
    public let rawValue: Int

    /// Makes sides from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The left side.
    public static let left = PageSides(rawValue: 1)
    /// The top.
    public static let top = PageSides(rawValue: 2)
    /// The right side.
    public static let right = PageSides(rawValue: 4)
    /// The bottom.
    public static let bottom = PageSides(rawValue: 8)
    /// All four sides.
    public static let all: PageSides = [.left, .top, .right, .bottom]

    /// The sides and their names in texts and options.
    private static let named: [(side: PageSides, name: String)] = [
        (.left, "left"), (.top, "top"), (.right, "right"), (.bottom, "bottom"),
    ]

    /// The names of the sides: left, top, right, bottom.
    public var names: [String] { Self.named.filter { contains($0.side) }.map(\.name) }

    /// Reads `all`, or names separated by commas; nil for other texts and for no names.
    public init?(_ text: String) {
        self = text == "all" ? .all : []
        guard isEmpty else { return }
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let known = Self.named.first(where: { $0.name == word }) else { return nil }
            insert(known.side)
        }
    }

    /// The sides of a page beyond which a box reaches by more than a distance.
    ///
    /// - Parameters:
    ///   - box: the box in page space.
    ///   - size: the size of the page in points.
    ///   - distance: the distance in points.
    public init(beyond size: Size, reachedBy box: Rect, moreThan distance: Double = 0) {
        self = []
        if box.minX < -distance { insert(.left) }
        if box.minY < -distance { insert(.top) }
        if box.maxX > size.width + distance { insert(.right) }
        if box.maxY > size.height + distance { insert(.bottom) }
    }

    /// The longest side in points to which a page is extended: the longest that viewers show.
    public static let longestFrame = 14_400.0

    /// Returns the frame that holds a page and a box beyond it: the page's own rectangle, moved outwards on these sides
    /// by whole points.
    ///
    /// - Parameters:
    ///   - size: the size of the page in points.
    ///   - box: the box in page space; it is held as far as ``longestFrame`` allows.
    /// - Returns: the frame in page space.
    public func frame(of size: Size, holding box: Rect) -> Rect {
        func ends(_ low: Double, _ high: Double, _ length: Double, _ first: Self, _ last: Self) -> (Double, Double) {
            let free = max(0, (Self.longestFrame - length).rounded(.down))
            let before = contains(first) && low < 0 ? min((-low).rounded(.up), free) : 0
            let behind = contains(last) && high > length ? min((high - length).rounded(.up), free - before) : 0
            return (-before, length + behind)
        }
        guard box.isFinite else { return Rect(origin: .zero, size: size) }
        let (x0, x1) = ends(box.minX, box.maxX, size.width, .left, .right)
        let (y0, y1) = ends(box.minY, box.maxY, size.height, .top, .bottom)
        return Rect(x0: x0, y0: y0, x1: x1, y1: y1)
    }
}
