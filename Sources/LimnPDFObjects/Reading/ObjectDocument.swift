// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A PDF document as objects: boxes and rotation, a census, ink put on pages, and a rewriting save.
///
/// It wraps one libqpdf handle, which is **not thread-safe**: a document belongs to one thread at a time and is
/// therefore not Sendable. Two documents may be used on two threads. Nothing is ever printed; stderrLines are collected
/// in ``takeWarnings()``.
public final class ObjectDocument {
    let file: QPDFHandle
    let source: Original
    /// What opened it.
    let password: String?
    /// All bytes of the file that was opened.
    public var original: [UInt8] { get throws(PDFObjectsError) { try source.prefix(source.size) } }
    var tree: PageTree
    var notes: [String] = []
    /// The fields, once they were looked for; nil again where changes may have moved them.
    private var readIndex: FormIndex?
    /// What changes of this document have written for several pages.
    var sharedObjects = SharedObjects()
    /// The version of the format that changes of this document need.
    var minimumVersion: String?
    /// Whether changes of this document have made objects that should be in object streams.
    var hasCompressible = false

    /// Opens a document; damage is repaired where that is possible, and then shows in ``takeWarnings()``.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - password: the user or owner password; nil where none is known.
    /// - Throws: ``PDFObjectsError`` with `notPDF`, `damaged`, `passwordRequired`, `passwordWrong`, `unsupported`.
    public convenience init(bytes: [UInt8], password: String? = nil) throws(PDFObjectsError) {
        try self.init(Original(bytes), password: password)
    }

    /// Opens a document through a descriptor of a regular file, of which no more than is needed is held in memory.
    ///
    /// Position and ownership of the descriptor stay as they are, and it may be closed right afterwards; the file must
    /// not change as long as the document lives. Where this is linked into something that is not the program itself,
    /// it may be that the whole file is read all the same.
    ///
    /// - Parameters:
    ///   - descriptor: open for reading.
    ///   - password: the user or owner password; nil where none is known.
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
        // Viewers look for the header in the first 1024 bytes (ISO 32000, annex H).
        let hasHeader = try original.prefix(1024 + 5).firstRange(of: Array("%PDF-".utf8)) != nil
        if !hasHeader, error.code != .outOfMemory, error.code != .unreadable {
            throw PDFObjectsError(.notPDF, cause: error.cause)
        }
        throw error.code == .internal ? PDFObjectsError(.damaged, cause: error.cause) : error
    }

    /// The bytes a password may stand for: UTF-8 from PDF 2.0 on, one byte a character before.
    private static func encodings(of password: String?) -> [[UInt8]] {
        let utf8 = Array((password ?? "").utf8)
        let latin1 = (password ?? "").unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return latin1.count == (password ?? "").unicodeScalars.count && latin1 != utf8 ? [utf8, latin1] : [utf8]
    }

    /// The fields of the document, found once.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    func formIndex() throws(PDFObjectsError) -> FormIndex {
        if let readIndex { return readIndex }
        let index = try FormIndex(root: try file.root(), tree: tree)
        readIndex = index
        return index
    }

    /// Forgets what was found of the form, because the document has changed.
    func forgetForm() { readIndex = nil }

    /// What was wrong with the document so far and had to be repaired or passed over; each is told once.
    public func takeWarnings() -> [String] {
        let all = file.takeWarnings() + notes
        notes = []
        return all
    }

    /// The number of pages: the leaves of the page tree, whatever its /Count says.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    public var pageCount: Int { get throws(PDFObjectsError) { try tree.count() } }

    /// How a page lies in its user space and is displayed.
    ///
    /// Only the pages before it are visited. Boxes and rotation are inherited down the page tree, /UserUnit is not;
    /// what is malformed counts as absent, as in poppler.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`.
    public func pageGeometry(at index: Int) throws(PDFObjectsError) -> PageGeometry {
        try tree.leaf(at: index).geometry
    }
}
