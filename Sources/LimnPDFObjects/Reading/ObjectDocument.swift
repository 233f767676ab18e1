// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A PDF document as objects: reads page geometry and counts contents, adds ink to pages, and saves.
///
/// It wraps one libqpdf handle, which is **not thread-safe**. A document belongs to one thread at a time and is
/// therefore not Sendable. Two documents may be used on two threads. Nothing is printed: ``takeWarnings()`` returns
/// libqpdf's warnings.
public final class ObjectDocument {
    let file: QPDFHandle
    let source: Original
    /// The password with which the document was opened; nil for none.
    let password: String?
    /// All bytes of the file that was opened.
    public var original: [UInt8] { get throws(PDFObjectsError) { try source.prefix(source.size) } }
    var tree: PageTree
    var notes: [String] = []
    /// The form fields; nil until they are read, and again after changes that may have moved them.
    private var readIndex: FormIndex?
    /// The objects that changes of this document have written for several pages.
    var sharedObjects = SharedObjects()
    /// The lowest PDF version for the changes of this document; nil if any will do.
    var minimumVersion: String?
    /// Whether changes of this document have made objects for object streams.
    var hasCompressible = false

    /// Opens a document. Damage is repaired if possible, and then reported by ``takeWarnings()``.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - password: the user or owner password; nil if none is known.
    /// - Throws: ``PDFObjectsError`` with `notPDF`, `damaged`, `passwordRequired`, `passwordWrong`, `unsupported`.
    public convenience init(bytes: [UInt8], password: String? = nil) throws(PDFObjectsError) {
        try self.init(Original(bytes), password: password)
    }

    /// Opens a document through a descriptor of a regular file. No more of it than necessary is held in memory.
    ///
    /// The descriptor's position and ownership do not change, and the caller may close it after this call. The file
    /// must not change while the document is in use. In programs that do not replace fopen(), the whole file is read
    /// into memory.
    ///
    /// - Parameters:
    ///   - descriptor: open for reading.
    ///   - password: the user or owner password; nil if none is known.
    /// - Throws: as ``init(bytes:password:)``, and ``PDFObjectsError`` with `unreadable`.
    public convenience init(descriptor: Int32, password: String? = nil) throws(PDFObjectsError) {
        try self.init(try Original(descriptor: descriptor), password: password)
    }

    private init(_ original: Original, password: String?) throws(PDFObjectsError) {
        file = try Self.open(original, password: password)
        source = original
        self.password = password
        tree = PageTree(root: try file.root())
    }

    private static func open(_ original: Original, password: String?) throws(PDFObjectsError) -> QPDFHandle {
        var failure: PDFObjectsError?
        for secret in encodings(of: password) {
            do throws(PDFObjectsError) {
                return try QPDFHandle(reading: original, password: secret)
            } catch {
                failure = failure ?? error
                guard error.code == .passwordWrong else { break }
            }
        }
        let error = failure ?? PDFObjectsError(.internal)
        if error.code == .passwordWrong {
            throw PDFObjectsError((password ?? "").isEmpty ? .passwordRequired : .passwordWrong)
        }
        if try original.headerOffset() == nil, error.code != .outOfMemory, error.code != .unreadable {
            throw PDFObjectsError(.notPDF, cause: error.cause)
        }
        throw error.code == .internal ? PDFObjectsError(.damaged, cause: error.cause) : error
    }

    /// The byte strings to try for a password: UTF-8 from PDF 2.0 on, one byte a character before.
    static func encodings(of password: String?) -> [[UInt8]] {
        let utf8 = Array((password ?? "").utf8)
        let latin1 = (password ?? "").unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return latin1.count == (password ?? "").unicodeScalars.count && latin1 != utf8 ? [utf8, latin1] : [utf8]
    }

    /// The form fields of the document. They are read once.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    func formIndex() throws(PDFObjectsError) -> FormIndex {
        if let readIndex { return readIndex }
        let index = try FormIndex(root: try file.root(), tree: tree)
        readIndex = index
        return index
    }

    /// Discards the form fields that were read, because the document has changed.
    func forgetForm() { readIndex = nil }

    /// The problems found so far that were repaired or skipped. Each is returned once.
    public func takeWarnings() -> [String] {
        let all = file.takeWarnings() + notes
        notes = []
        return all
    }

    /// The number of pages: the leaves of the page tree, whatever its /Count states.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    public var pageCount: Int { get throws(PDFObjectsError) { try tree.count() } }

    /// The boxes, rotation and user unit of a page.
    ///
    /// Only the pages before it are visited. Boxes and rotation are inherited from the page tree; /UserUnit is not.
    /// Malformed values count as absent, as in poppler.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`.
    public func pageGeometry(at index: Int) throws(PDFObjectsError) -> PageGeometry {
        try tree.leaf(at: index).geometry
    }
}
