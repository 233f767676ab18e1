// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
public import LimnInk

/// Makes a PDF of empty paper: plain, ruled, squared or dotted, in any color.
public struct PaperDocument {
    private let surface: PDFSurface
    private let context: CairoContext
    private var isFirst = true

    /// Starts a document.
    ///
    /// - Parameters:
    ///   - title: the document's title; nil for none.
    ///   - size: the initial page size in points, finite and positive. ``addPage(_:color:ruling:)`` sets the size of
    ///     each page.
    /// - Throws: `CairoError`.
    public init(title: String?, size: Size) throws {
        surface = try PDFSurface(pageSize: size)
        if let title { surface.setTitle(title) }
        context = try CairoContext(surface)
    }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - size: the size in points, finite and positive.
    ///   - color: the color of the paper.
    ///   - ruling: the lines and dots; nil for plain paper.
    /// - Throws: `CairoError`.
    public mutating func addPage(_ size: Size, color: Color, ruling: Ruling?) throws {
        if !isFirst { try surface.showPage() }
        isFirst = false
        try surface.setPageSize(size)
        // White paper needs no painting.
        if color != .white {
            context.setSource(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
            context.append(Rect(x0: 0, y0: 0, x1: size.width, y1: size.height))
            context.fill()
        }
        ruling?.paint(in: context)
        try context.check()
    }

    /// Ends the document.
    ///
    /// - Returns: the bytes of the PDF.
    /// - Throws: `CairoError`.
    public func finish() throws -> [UInt8] {
        try surface.showPage()
        return try surface.finish()
    }
}
