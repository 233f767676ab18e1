// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnInkFormats
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

/// An open PDF that poppler reads as pictures and qpdf reads as objects.
///
/// Like both readers, it must be used by only one thread at a time.
final class Template {
    let input: InputFile
    private let access: Access
    private var read: [UInt8]?
    private var openPictures: PDFDocument?
    private var readForm: Form?
    /// The copy of a damaged document; nil until the document was checked.
    private var checked: Result<RebuiltCopy?, any Error>?
    private var openObjects: Result<ObjectDocument, LimnError>?
    /// A copy in which poppler shows all pages; nil until it is needed.
    private var openCopy: PDFDocument??
    /// A copy in which all pages have margins; nil until it is needed.
    private var openMargins: PDFDocument??
    /// A copy in which annotations and form fields are page content; nil until it is needed.
    private var openBurned: PDFDocument??

    /// The pages that are drawn from a mended copy.
    private lazy var mendedPages = MendedPages { [unowned self] in try self.original() }

    /// Takes an open file without parsing it.
    init(_ input: InputFile, access: Access) {
        self.input = input
        self.access = access
    }

    /// Returns the document as pictures and text.
    func pictures() throws(LimnError) -> PDFDocument {
        if let openPictures { return openPictures }
        let document = try picturesAnew()
        openPictures = document
        return document
    }

    /// Closes what poppler has open. The next call of ``pictures()`` opens it again.
    func closePictures() {
        (openPictures, openCopy, openMargins, openBurned) = (nil, nil, nil, nil)
        mendedPages.closePictures()
    }

    /// Opens the document again, as pictures and text.
    func picturesAnew() throws(LimnError) -> PDFDocument {
        do {
            if let copy = try rebuilt() { return try pictures(of: copy) }
            let document = try picturesOfFile()
            guard document.pageCount == 0, let copy = try rebuiltAnyway() else { return document }
            return try pictures(of: copy)
        } catch let error as RenderingError where error.code == .damaged {
            guard let copy = try? rebuiltAnyway(), let document = try? pictures(of: copy) else {
                throw explained(error)
            }
            return document
        } catch { throw explained(error) }
    }

    private func picturesOfFile() throws -> PDFDocument {
        // Opening encrypted bytes would first create a file in memory, which a worker cannot do.
        if let descriptor = input.descriptor, input.size > Self.memoryLimit || access.secret != nil {
            return try PDFDocument(descriptor: descriptor.rawValue, password: access.secret)
        }
        return try PDFDocument(bytes: try bytes(), password: access.secret)
    }

    private func pictures(of copy: RebuiltCopy) throws -> PDFDocument {
        guard access.secret != nil else { return try PDFDocument(bytes: copy.bytes) }
        return try PDFDocument(bytes: try ObjectDocument(rebuilt: copy, password: access.password).decrypted())
    }

    /// A sentence about the repair of a damaged document; nil if it was opened as it is.
    var repairNote: String? { if case .success(let copy)? = checked { copy?.note } else { nil } }

    /// Returns the copy that is read instead of the file if its cross-references are damaged; nil if they are sound, or
    /// if nothing better can be made.
    private func rebuilt() throws -> RebuiltCopy? {
        if let checked { return try checked.get() }
        let result = Result { () throws -> RebuiltCopy? in
            do {
                let document = try opened()
                if document.hasSoundCrossReferences {
                    openObjects = .success(document)
                    return nil
                }
                let count = (try? document.pageCount) ?? 0
                return try madeCopy().flatMap { $0.pageCount >= count ? $0 : nil }
            } catch let error as PDFObjectsError where [.damaged, .noPages, .unsupported].contains(error.code) {
                return try madeCopy()
            } catch is PDFObjectsError {
                return nil
            }
        }
        checked = result
        return try result.get()
    }

    /// Returns a copy of a document that only poppler cannot read.
    private func rebuiltAnyway() throws -> RebuiltCopy? {
        if let copy = try rebuilt() { return copy }
        guard let copy = try madeCopy() else { return nil }
        openObjects = nil
        checked = .success(copy)
        return copy
    }

    private func madeCopy() throws -> RebuiltCopy? {
        guard input.size <= Self.rebuildingLimit else { return nil }
        do { return try RebuiltCopy(of: try bytes(), password: access.password) } catch let error as PDFObjectsError {
            let isTelling = error.cause.contains("encrypted")
            guard isTelling || [.passwordRequired, .passwordWrong, .tooComplex, .outOfMemory].contains(error.code)
            else {
                // Poppler may still read the file as it is.
                return nil
            }
            throw error
        }
    }

    /// The maximum size in bytes of a damaged document that is rebuilt in memory.
    private static let rebuildingLimit = 64 << 20

    /// The maximum size in bytes of a document that is read into memory, which is faster than reading through a
    /// descriptor.
    private static let memoryLimit = 8 << 20

    /// Returns all bytes of the document, which is small or came through a pipe.
    private func bytes() throws(FileError) -> [UInt8] {
        if let read { return read }
        let bytes = try input.bytes()
        read = bytes
        return bytes
    }

    /// Returns the document as objects.
    func objects() throws(LimnError) -> ObjectDocument {
        if let openObjects { return try openObjects.get() }
        let result: Result<ObjectDocument, LimnError>
        do {
            _ = try rebuilt()
            // The check of the file has opened it already if it is sound.
            result = if let openObjects { openObjects } else { .success(try original()) }
        } catch { result = .failure(explained(error)) }
        openObjects = result
        return try result.get()
    }

    /// Returns the form of the document.
    func form() throws -> Form {
        if let readForm { return readForm }
        let form = try objects().form()
        readForm = form
        return form
    }

    /// Opens the document again as objects, without the changes made to ``objects()``.
    func original() throws -> ObjectDocument {
        if let copy = try rebuilt() { return try ObjectDocument(rebuilt: copy, password: access.password) }
        return try opened()
    }

    /// Opens the file as objects as it is.
    private func opened() throws -> ObjectDocument {
        if let descriptor = input.descriptor, input.size > Self.memoryLimit {
            return try ObjectDocument(descriptor: descriptor.rawValue, password: access.password)
        }
        return try ObjectDocument(bytes: try bytes(), password: access.password)
    }

    /// The maximum number of pixels of a picture.
    var pixelLimit: Int { access.pixelLimit }

    /// The password for both readers.
    var password: String? { access.password }

    /// Returns a clearer error if a file that cannot be opened is empty, ink or otherwise not a PDF.
    private func explained(_ error: any Error) -> LimnError {
        guard !(error is FileError), let head = try? input.head(PDFHeader.reach), !PDFHeader.isIn(head) else {
            return LimnError(error)
        }
        if head.isEmpty { return LimnError(.failed, "The file is empty.") }
        let bytes = (try? input.bytes(limit: ReadInkJob.sizeLimit)) ?? []
        let isInk = InkReader.format(of: bytes) != nil
        return LimnError(
            .failed, isInk ? "This is ink, not a PDF." : "The file is neither a PDF nor ink that Limn reads.")
    }

    /// Returns the displayed size of a page in points. It reads the objects if possible, because poppler would read all
    /// preceding pages.
    func size(ofPage number: Int) throws(LimnError) -> Size {
        if number <= (try pictures().pageCount), let geometry = try? objects().pageGeometry(at: number - 1) {
            return geometry.size
        }
        return try page(number).size
    }

    /// Returns a page for drawing. If the document's objects cannot be read, /UserUnit counts as 1.
    ///
    /// - Parameters:
    ///   - userUnit: The page's /UserUnit; nil to read it from the document.
    ///   - frame: The part of page space that counts as the page; nil for the page itself.
    func page(_ number: Int, userUnit: Double? = nil, frame: Rect? = nil) throws(LimnError) -> PDFPage {
        let page = try unframedPage(number, userUnit: userUnit)
        if let frame, frame.isFinite, !frame.isEmpty { page.frame = frame }
        return page
    }

    private func unframedPage(_ number: Int, userUnit: Double?) throws(LimnError) -> PDFPage {
        let document = try pictures()
        let unit = userUnit ?? (try? objects().pageGeometry(at: number - 1))?.userUnit ?? 1
        do throws(RenderingError) {
            let page = try document.page(number, userUnit: unit)
            guard page.isUnusable, let copy = copyWithUsableCropBoxes() else { return page }
            return try copy.page(number, userUnit: unit)
        } catch {
            throw LimnError(error)
        }
    }

    /// Returns a page for drawing on a surface of vectors. Poppler clips a page to its boxes, and where these do not end at
    /// whole points, edges that were cut off hard would become soft. So such a page is drawn with a margin, which the
    /// surface cuts off.
    ///
    /// - Parameter frame: The part of page space that counts as the page; nil for the page itself.
    func pageForRedrawing(_ number: Int, frame: Rect?) throws(LimnError) -> PDFPage {
        let page = try drawnPage(number, frame: frame)
        let size = page.size
        guard frame == nil, !isMended(number),
            size.width != size.width.rounded() || size.height != size.height.rounded(),
            let copy = copyWithMargins(), let grown = try? copy.page(number, userUnit: page.userUnit)
        else { return page }
        let margin = Self.margin * page.userUnit
        grown.frame = Rect(origin: Point(x: margin, y: margin), size: size)
        return grown
    }

    /// The margin of pages in ``copyWithMargins()``, in units of user space.
    private static let margin = 1.0

    private func copyWithMargins() -> PDFDocument? {
        if let openMargins { return openMargins }
        let copy = (try? original().withMargins(Self.margin)).flatMap { try? PDFDocument(bytes: $0) }
        openMargins = .some(copy)
        return copy
    }

    /// Returns a page to draw as other viewers show it. Its text may be incomplete; ``page(_:userUnit:frame:)`` returns the page
    /// for that.
    ///
    /// - Parameter frame: The part of page space that counts as the page; nil for the page itself.
    func drawnPage(_ number: Int, frame: Rect? = nil) throws(LimnError) -> PDFPage {
        let page = try page(number, frame: frame)
        guard isMended(number), let mended = mendedPages.page(number, userUnit: page.userUnit) else { return page }
        mended.frame = page.frame
        return mended
    }

    /// Returns a page whose visible annotations and form fields are content, so that their words are read, too.
    func burnedPage(_ number: Int) throws(LimnError) -> PDFPage {
        let page = try page(number)
        guard let objects = try? objects(), objects.showsWordsOfAnnotations(onPage: number - 1),
            let copy = burnedCopy(), let burned = try? copy.page(number, userUnit: page.userUnit), !burned.isUnusable
        else { return page }
        return burned
    }

    private func burnedCopy() -> PDFDocument? {
        if let openBurned { return openBurned }
        var copy: PDFDocument?
        if input.size <= Self.mendingLimit, let objects = try? original(), (try? objects.burn(as: .screen)) != nil {
            copy = (try? objects.decrypted()).flatMap { try? PDFDocument(bytes: $0) }
        }
        openBurned = .some(copy)
        return copy
    }

    /// Whether a page is drawn from a mended copy.
    func isMended(_ number: Int) -> Bool { look(at: number).needsMending }

    /// Sentences about what may look different on a page than in other viewers.
    func doubts(_ number: Int) -> [String] { look(at: number).doubts }

    private func look(at number: Int) -> (needsMending: Bool, doubts: [String]) {
        guard let objects = try? objects() else { return (false, []) }
        let found = mendedPages.look(at: number, of: objects)
        return (found.needsMending && input.size <= Self.mendingLimit, found.doubts)
    }

    /// The maximum size in bytes of a document that is mended in memory.
    private static let mendingLimit = 48 << 20

    /// Returns a copy in which pages whose CropBox does not overlap their MediaBox are completely visible; nil if there
    /// are no such pages.
    private func copyWithUsableCropBoxes() -> PDFDocument? {
        if let openCopy { return openCopy }
        let bytes = (try? original().withUsableCropBoxes()) ?? nil
        let copy = bytes.flatMap { try? PDFDocument(bytes: $0) }
        openCopy = .some(copy)
        return copy
    }
}
