// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// A PDF document at the level of objects. It reads page geometry, counts contents, adds ink to pages, and saves.
///
/// It wraps a libqpdf handle, which is **not thread-safe**, so it is not Sendable. Only one thread at a time may use a
/// document; different threads may use different documents. libqpdf prints nothing; ``takeWarnings()`` returns its
/// warnings.
public final class ObjectDocument {
    let file: QPDFHandle
    let source: Original
    /// The password with which the document was opened; nil if there was none.
    let password: String?
    /// All bytes of the original file.
    public var original: [UInt8] { get throws(PDFObjectsError) { try source.prefix(source.size) } }
    var tree: PageTree
    var notes: [String] = []
    /// The cached form fields; nil until they are read, and after each change to the document.
    private var readIndex: FormIndex?
    /// The objects written so far that several pages can share.
    var sharedObjects = SharedObjects()
    /// The lowest PDF version that supports the changes to this document; nil if every version does.
    var minimumVersion: String?
    /// Whether the bytes are a copy of a damaged file.
    private(set) var isRebuilt = false
    /// The annotations whose appearances were made for burning.
    var drawnAnnotations: Set<ObjectID> = []
    /// Whether changes to this document have added objects that may go into object streams.
    var hasCompressible = false

    /// Opens a document. Damage is repaired if possible; ``takeWarnings()`` then reports it.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - password: the user or owner password; nil if none is known.
    /// - Throws: ``PDFObjectsError`` with `notPDF`, `damaged`, `passwordRequired`, `passwordWrong`, `unsupported`.
    public convenience init(bytes: [UInt8], password: String? = nil) throws(PDFObjectsError) {
        try self.init(Original(bytes), password: password)
    }

    /// Opens a document through a file descriptor of a regular file. It keeps no more of the file in memory than
    /// necessary.
    ///
    /// The descriptor's file offset and ownership do not change, and the caller may close it after this call. The file
    /// must not change while the document is in use. In a program that does not replace `fopen()`, the whole file is
    /// read into memory.
    ///
    /// - Parameters:
    ///   - descriptor: a file descriptor that is open for reading.
    ///   - password: the user or owner password; nil if none is known.
    /// - Throws: the errors of ``init(bytes:password:)``, and ``PDFObjectsError`` with `unreadable`.
    public convenience init(descriptor: Int32, password: String? = nil) throws(PDFObjectsError) {
        try self.init(try Original(descriptor: descriptor), password: password)
    }

    /// Opens the copy of a damaged document. It can be rewritten, and not appended to.
    ///
    /// - Parameters:
    ///   - copy: the copy.
    ///   - password: the user or owner password; nil if none is known.
    /// - Throws: the errors of ``init(bytes:password:)``.
    package convenience init(rebuilt copy: RebuiltCopy, password: String? = nil) throws(PDFObjectsError) {
        try self.init(Original(copy.bytes), password: password)
        isRebuilt = true
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

    /// Returns the encodings of a password to try: UTF-8, which PDF 2.0 requires, then Latin-1 for older files if it
    /// differs.
    static func encodings(of password: String?) -> [[UInt8]] {
        let utf8 = Array((password ?? "").utf8)
        let latin1 = (password ?? "").unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return latin1.count == (password ?? "").unicodeScalars.count && latin1 != utf8 ? [utf8, latin1] : [utf8]
    }

    /// Returns the form fields of the document. They are read once and then cached.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    func formIndex() throws(PDFObjectsError) -> FormIndex {
        if let readIndex { return readIndex }
        let index = try FormIndex(root: try file.root(), tree: tree)
        readIndex = index
        return index
    }

    /// Discards the cached form fields. Call this when the document has changed.
    func forgetForm() { readIndex = nil }

    /// Returns the problems that were repaired or skipped so far. Each is returned only once.
    public func takeWarnings() -> [String] {
        let all = file.takeWarnings() + notes
        notes = []
        return all
    }

    /// Whether libqpdf finds the page tree, and a sample of the other objects, by the file's cross-references.
    package var hasSoundCrossReferences: Bool {
        do throws(PDFObjectsError) {
            // A document may have no pages, and hostile ones have too many. Neither is damage.
            let count = try pageCount
            let pages = try file.root()["/Pages"]
            guard count > 0 || pages?.isDictionary == true, !file.isReconstructed else { return false }
        } catch { return error.code == .tooComplex || error.code == .outOfMemory }
        guard let size = try? file.trailer()["/Size"]?.int, size > 1 else { return false }
        for number in stride(from: 1, to: min(size, CrossReference.numberLimit), by: max(1, size / 32)) {
            _ = try? file.object(ObjectID(number: CInt(number), generation: 0)).isNull
        }
        return !file.isReconstructed
    }

    /// The number of pages. It is the number of leaves of the page tree, even if /Count differs.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    public var pageCount: Int { get throws(PDFObjectsError) { try tree.count() } }

    /// The natural language that the document names (/Lang); nil if it names none. It is not validated.
    public var language: String? { (try? file.root())?["/Lang"]?.text }

    /// Returns the boxes, rotation and user unit of a page.
    ///
    /// Later pages are not visited. Boxes and rotation are inherited from the page tree; /UserUnit is not. Malformed
    /// values count as absent, as in poppler.
    ///
    /// - Parameter index: the page, counted from 0.
    /// - Throws: ``PDFObjectsError`` with `noPages`, `noSuchPage`, `tooComplex`.
    public func pageGeometry(at index: Int) throws(PDFObjectsError) -> PageGeometry {
        try tree.leaf(at: index).geometry
    }
}
