// SPDX-License-Identifier: GPL-3.0-or-later

/// Two pages to be compared as pictures by one engine.
public struct PictureComparison: Codable, Sendable {
    /// A page of a file.
    public struct Page: Codable, Sendable {
        var file: String
        var page: Int
        var dpi: Int
    }

    /// How two pages differ.
    public struct Result: Codable, Sendable {
        /// The mean of the absolute differences of all channels, 0…255.
        public var mean: Double
        /// The share of pixels that differ by more than the slack.
        public var differing: Double
        /// The share of pixels that still do where every edge may lie a pixel off.
        public var beyond: Double
        /// The share of pixels of the first page that are not white.
        public var inked: Double
        /// The box around pixels that differ: left, top, right, bottom in pixels; nil where none does.
        public var box: [Int]?
        /// The box around pixels that differ even where edges may lie a pixel off.
        public var beyondBox: [Int]?
    }

    private var a: Page
    private var b: Page
    private var engine: String
    private var slack: Int
    private var crop: [Int]?
    private var mask: [[Int]] = []

    /// Compares a page of one file with a page of another; a file named `….png` is a picture already.
    ///
    /// - Parameters:
    ///   - slack: the difference in a channel, 0…255, that does not count.
    ///   - crop: the part that is looked at: left, top, right, bottom in pixels.
    ///   - mask: parts that are not looked at.
    public init(
        _ engine: Engine, _ a: String, page: Int = 1, with b: String, page other: Int? = nil, dpi: Int = 150,
        slack: Int = 24, crop: [Int]? = nil, mask: [[Int]] = []
    ) {
        self.a = Page(file: a, page: page, dpi: dpi)
        self.b = Page(file: b, page: other ?? page, dpi: dpi)
        self.engine = engine.rawValue
        self.slack = slack
        self.crop = crop
        self.mask = mask
    }

    /// Runs comparisons, all in one run of `compare_pictures.py`.
    public static func run(_ comparisons: [PictureComparison]) throws -> [Result] {
        try judge("compare_pictures", comparisons)
    }
}
