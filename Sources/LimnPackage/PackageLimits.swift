// SPDX-License-Identifier: GPL-3.0-or-later

/// The limits of a package. The reader and the writer enforce the same ones, so every written package can be read.
public struct PackageLimits: Hashable, Sendable {
    /// The maximum size of the PDF in bytes. In addition, a PDF above 16 MiB may be compressed by at most a factor of
    /// 200.
    public var maximumTemplateBytes: Int
    /// The maximum number of pages of the template.
    public var maximumTemplatePages: Int
    /// The maximum number of pages with ink.
    public var maximumInkPages: Int
    /// The maximum total size of the native ink in bytes.
    public var maximumInkBytes: Int
    /// The maximum number of items (such as strokes, texts and pictures) and layers on all pages.
    public var maximumStrokes: Int
    /// The maximum number of points of all strokes.
    public var maximumPoints: Int
    /// The maximum size of a thumbnail in bytes.
    public var maximumThumbnailBytes: Int
    /// The maximum size of the form values with their pictures in bytes, as they are packed.
    public var maximumFormBytes: Int

    /// Makes limits.
    public init(
        maximumTemplateBytes: Int, maximumTemplatePages: Int, maximumInkPages: Int, maximumInkBytes: Int,
        maximumStrokes: Int, maximumPoints: Int, maximumThumbnailBytes: Int, maximumFormBytes: Int = 64 << 20
    ) {
        self.maximumTemplateBytes = maximumTemplateBytes
        self.maximumTemplatePages = maximumTemplatePages
        self.maximumInkPages = maximumInkPages
        self.maximumInkBytes = maximumInkBytes
        self.maximumStrokes = maximumStrokes
        self.maximumPoints = maximumPoints
        self.maximumThumbnailBytes = maximumThumbnailBytes
        self.maximumFormBytes = maximumFormBytes
    }

    /// The default limits: a PDF of 16 GiB and 100,000 pages; ink on 20,000 pages with 512 MiB, 5,000,000 items and
    /// layers, and 50,000,000 points in total; thumbnails of 8 MiB each; form values of 64 MiB.
    public static let standard = PackageLimits(
        maximumTemplateBytes: 16 << 30, maximumTemplatePages: 100_000, maximumInkPages: 20_000,
        maximumInkBytes: 512 << 20, maximumStrokes: 5_000_000, maximumPoints: 50_000_000,
        maximumThumbnailBytes: 8 << 20)
}
