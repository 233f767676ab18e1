// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import Foundation

/// A PDF as pictures and text, read through poppler. It is never changed.
///
/// One document, with all its pages, must not be used from two threads at once: poppler crashes. The type is not
/// `Sendable` for that reason; a document may be handed over, and two threads may have a document each.
public final class PDFDocument {
    /// The `PopplerDocument`, owned by this object.
    let handle: OpaquePointer
    /// How many pages the document has; 0 is possible.
    public let pageCount: Int

    /// Takes over the caller's reference.
    private init(adopting handle: OpaquePointer) {
        self.handle = handle
        pageCount = max(0, Int(poppler_document_get_n_pages(handle)))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    /// Opens a document through a descriptor of a regular file; position and ownership of the descriptor stay as they
    /// are, and it may be closed right afterwards.
    ///
    /// - Throws: `unreadable`, `notPDF`, `damaged`, `passwordRequired`, `passwordWrong`; a password is ignored where none
    ///   is needed because nothing is encrypted.
    public convenience init(descriptor: Int32, password: PDFPassword? = nil) throws(RenderingError) {
        self.init(adopting: try openDocument(descriptor: descriptor, password: password))
    }

    /// Opens a document that lies in memory; the bytes are copied once.
    ///
    /// - Throws: `notPDF`, `damaged`, `passwordRequired`, `passwordWrong`.
    public convenience init(bytes: [UInt8], password: PDFPassword? = nil) throws(RenderingError) {
        self.init(adopting: try openDocument(bytes: bytes, password: password))
    }

    /// Opens a document by its path, which is any bytes but zero.
    ///
    /// - Throws: as ``init(descriptor:password:)``.
    public convenience init(path: [UInt8], password: PDFPassword? = nil) throws(RenderingError) {
        let descriptor = (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
            open($0.baseAddress!, O_RDONLY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw .unreadable(errno) }
        defer { close(descriptor) }
        try self.init(descriptor: descriptor, password: password)
    }

    /// Opens a document by its path.
    ///
    /// - Throws: as ``init(descriptor:password:)``.
    public convenience init(path: String, password: PDFPassword? = nil) throws(RenderingError) {
        try self.init(path: Array(path.utf8), password: password)
    }

    /// A page.
    ///
    /// - Parameters:
    ///   - number: from 1 to ``pageCount``.
    ///   - userUnit: the page's /UserUnit, which poppler ignores; finite and positive.
    /// - Throws: `noSuchPage`, `damaged`.
    public func page(_ number: Int, userUnit: Double = 1) throws(RenderingError) -> PDFPage {
        precondition(userUnit.isFinite && userUnit > 0, "A user unit is a positive number of points.")
        guard number >= 1, number <= pageCount else { throw .noSuchPage(number, of: pageCount) }
        guard let page = poppler_document_get_page(handle, Int32(number - 1)) else { throw .damagedPage(number) }
        return PDFPage(adopting: page, of: self, number: number, userUnit: userUnit)
    }

    /// The title in the document's information, if any.
    public var title: String? {
        takeString(poppler_document_get_title(handle)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What the document's encryption permits; everything where it is not encrypted.
    public var permissions: PDFPermissions {
        PDFPermissions(rawValue: Int(poppler_document_get_permissions(handle).rawValue))
    }
}

/// Takes over a string that GLib allocated ("the returned string should be freed with g_free").
func takeString(_ string: UnsafeMutablePointer<CChar>?) -> String? {
    guard let string else { return nil }
    defer { g_free(string) }
    return String(cString: string)
}
