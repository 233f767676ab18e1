// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import Foundation

/// A PDF that poppler renders as pictures and text. The file is never changed.
///
/// A document and its pages must not be used on two threads at the same time, because poppler would crash. Therefore
/// this type is not `Sendable`. A document may be passed to another thread, and two threads may each have their own
/// document.
public final class PDFDocument {
    /// The `PopplerDocument`, owned by this object.
    let handle: OpaquePointer
    /// The number of pages, which may be 0.
    public let pageCount: Int

    /// Takes ownership of a reference.
    private init(adopting handle: OpaquePointer) {
        self.handle = handle
        pageCount = max(0, Int(poppler_document_get_n_pages(handle)))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

    /// Opens a document through the file descriptor of a regular file. The caller keeps ownership and may close it
    /// after this call; its file position does not change.
    ///
    /// - Throws: `unreadable`, `notPDF`, `damaged`, `passwordRequired`, `passwordWrong`. If the document is not
    ///   encrypted, the password is ignored.
    public convenience init(descriptor: Int32, password: PDFPassword? = nil) throws(RenderingError) {
        self.init(adopting: try openDocument(descriptor: descriptor, password: password))
    }

    /// Opens a document from bytes in memory. The bytes are copied once.
    ///
    /// - Throws: `notPDF`, `damaged`, `passwordRequired`, `passwordWrong`.
    public convenience init(bytes: [UInt8], password: PDFPassword? = nil) throws(RenderingError) {
        self.init(adopting: try openDocument(bytes: bytes, password: password))
    }

    /// Opens the document at a path, given as bytes without a terminating zero.
    ///
    /// - Throws: The same errors as ``init(descriptor:password:)``.
    public convenience init(path: [UInt8], password: PDFPassword? = nil) throws(RenderingError) {
        let descriptor = (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
            open($0.baseAddress!, O_RDONLY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw .unreadable(errno) }
        defer { close(descriptor) }
        try self.init(descriptor: descriptor, password: password)
    }

    /// Opens the document at a path.
    ///
    /// - Throws: The same errors as ``init(descriptor:password:)``.
    public convenience init(path: String, password: PDFPassword? = nil) throws(RenderingError) {
        try self.init(path: Array(path.utf8), password: password)
    }

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - number: The page number, from 1 to ``pageCount``.
    ///   - userUnit: The page's /UserUnit, finite and positive. Poppler ignores the one in the file.
    /// - Throws: `noSuchPage`, `damaged`.
    public func page(_ number: Int, userUnit: Double = 1) throws(RenderingError) -> PDFPage {
        precondition(userUnit.isFinite && userUnit > 0, "A user unit is a positive number of points.")
        guard number >= 1, number <= pageCount else { throw .noSuchPage(number, of: pageCount) }
        guard let page = poppler_document_get_page(handle, Int32(number - 1)) else { throw .damagedPage(number) }
        return PDFPage(adopting: page, of: self, number: number, userUnit: userUnit)
    }

    /// The title in the document information; nil if there is none.
    public var title: String? {
        takeString(poppler_document_get_title(handle)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The permissions that the document's encryption grants; all if it is not encrypted.
    public var permissions: PDFPermissions {
        PDFPermissions(rawValue: Int(poppler_document_get_permissions(handle).rawValue))
    }
}

/// Copies and frees a string that GLib allocated ("the returned string should be freed with g_free").
func takeString(_ string: UnsafeMutablePointer<CChar>?) -> String? {
    guard let string else { return nil }
    defer { g_free(string) }
    return String(cString: string)
}
