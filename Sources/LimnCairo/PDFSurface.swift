// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
public import LimnGeometry

/// A surface that records pages and writes them as a PDF into memory.
///
/// The bytes depend on what is drawn only: the creation date, which cairo takes from the clock, is left out.
public final class PDFSurface: CairoSurface {
    private final class Sink { var bytes: [UInt8] = [] }
    private let sink = Sink()

    /// Starts a document.
    ///
    /// - Parameter pageSize: the size of the first page in points, finite and positive.
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
        // What is no date removes the entry. (cairo 1.16 writes a given date without its prefix "D:".)
        cairo_pdf_surface_set_metadata(handle, CAIRO_PDF_METADATA_CREATE_DATE, "")
    }

    /// Sets the size of the current page in points; only before anything is drawn on it.
    public func setPageSize(_ size: Size) throws(CairoError) {
        try Self.checkSize(size)
        cairo_pdf_surface_set_size(handle, size.width, size.height)
        try check()
    }

    /// Sets the document's title.
    public func setTitle(_ title: String) { cairo_pdf_surface_set_metadata(handle, CAIRO_PDF_METADATA_TITLE, title) }

    /// Ends the current page; the next one starts when something is drawn.
    public func showPage() throws(CairoError) {
        cairo_surface_show_page(handle)
        try check()
    }

    /// Ends the document and gives its bytes; nothing can be drawn afterwards.
    ///
    /// - Throws: the first error of everything that was drawn or written: the status is final only after finishing.
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
