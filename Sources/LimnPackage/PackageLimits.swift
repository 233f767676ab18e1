// SPDX-License-Identifier: GPL-3.0-or-later

/// What a package may hold at most. Writer and reader keep to the same, so that whatever was written can be read.
public struct PackageLimits: Hashable, Sendable {
    /// The largest PDF in bytes. Beyond 16 MiB it must besides not unpack to more than 200 times what it takes in the package.
    public var maximumTemplateBytes: Int
    /// The largest number of pages of the template.
    public var maximumTemplatePages: Int
    /// The largest number of pages with ink.
    public var maximumInkPages: Int
    /// The largest size of the native ink of all pages together, in bytes.
    public var maximumInkBytes: Int
    /// The largest number of strokes and layers on all pages.
    public var maximumStrokes: Int
    /// The largest number of points of all strokes.
    public var maximumPoints: Int
    /// The largest picture, in bytes.
    public var maximumThumbnailBytes: Int

    /// Makes limits.
    public init(
        maximumTemplateBytes: Int, maximumTemplatePages: Int, maximumInkPages: Int, maximumInkBytes: Int,
        maximumStrokes: Int, maximumPoints: Int, maximumThumbnailBytes: Int
    ) {
        self.maximumTemplateBytes = maximumTemplateBytes
        self.maximumTemplatePages = maximumTemplatePages
        self.maximumInkPages = maximumInkPages
        self.maximumInkBytes = maximumInkBytes
        self.maximumStrokes = maximumStrokes
        self.maximumPoints = maximumPoints
        self.maximumThumbnailBytes = maximumThumbnailBytes
    }

    /// A PDF of 16 GiB and 100,000 pages; ink on 20,000 pages, of 512 MiB, 5,000,000 strokes and 50,000,000 points in all;
    /// pictures of 8 MiB.
    public static let standard = PackageLimits(
        maximumTemplateBytes: 16 << 30, maximumTemplatePages: 100_000, maximumInkPages: 20_000,
        maximumInkBytes: 512 << 20, maximumStrokes: 5_000_000, maximumPoints: 50_000_000,
        maximumThumbnailBytes: 8 << 20)
}
