// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import LimnGeometry

/// A surface that writes pages to a PDF in memory.
///
/// The bytes depend only on the drawing and the metadata: the PDF has no creation date.
public final class PDFSurface: CairoSurface {
    private final class Sink { var bytes: [UInt8] = [] }
    private let sink = Sink()

    /// Starts a document.
    ///
    /// - Parameter pageSize: The size of the first page in points, finite and positive.
    /// - Throws: `outOfMemory`, and `invalidGeometry` for an unusable size.
    public init(pageSize: Size) throws(CairoError) {
        try Self.checkSize(pageSize)
        let write: cairo_write_func_t = { closure, data, length in
            guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
            Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue().bytes.append(
                contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
            return CAIRO_STATUS_SUCCESS
        }
        try super.init(
            adopting: cairo_pdf_surface_create_for_stream(
                write, Unmanaged.passUnretained(sink).toOpaque(), pageSize.width, pageSize.height))
        try keepAlive(sink, with: handle)
        // An invalid date removes the entry. (Cairo 1.16 would write a valid date without its prefix "D:".)
        cairo_pdf_surface_set_metadata(handle, CAIRO_PDF_METADATA_CREATE_DATE, "")
    }

    /// Sets the size of the current page in points. Call this before drawing on the page.
    ///
    /// - Throws: `invalidGeometry` for a size that is not finite and positive.
    public func setPageSize(_ size: Size) throws(CairoError) {
        try Self.checkSize(size)
        cairo_pdf_surface_set_size(handle, size.width, size.height)
        try check()
    }

    /// Sets the document's title.
    public func setTitle(_ title: String) { cairo_pdf_surface_set_metadata(handle, CAIRO_PDF_METADATA_TITLE, title) }

    /// Ends the current page. Further drawing starts the next page.
    public func showPage() throws(CairoError) {
        cairo_surface_show_page(handle)
        try check()
    }

    /// Ends the document and returns its bytes. Nothing can be drawn afterwards.
    ///
    /// - Throws: The first error of drawing or writing. Only after finishing is cairo's status final.
    public func finish() throws(CairoError) -> [UInt8] {
        cairo_surface_finish(handle)
        try check()
        return sink.bytes
    }

    private static func checkSize(_ size: Size) throws(CairoError) {
        guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else {
            throw CairoError(CAIRO_STATUS_INVALID_MATRIX)
        }
    }
}
