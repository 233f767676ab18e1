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
    private var openObjects: Result<ObjectDocument, LimnError>?
    /// A copy in which poppler shows all pages; nil until it is needed.
    private var openCopy: PDFDocument??
    /// A copy in which all pages have margins; nil until it is needed.
    private var openMargins: PDFDocument??

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
    func closePictures() { (openPictures, openCopy, openMargins) = (nil, nil, nil) }

    /// Opens the document again, as pictures and text.
    func picturesAnew() throws(LimnError) -> PDFDocument {
        do {
            // Opening encrypted bytes would first create a file in memory, which a worker cannot do.
            if let descriptor = input.descriptor, input.size > Self.memoryLimit || access.secret != nil {
                return try PDFDocument(descriptor: descriptor.rawValue, password: access.secret)
            }
            return try PDFDocument(bytes: try bytes(), password: access.secret)
        } catch { throw explained(error) }
    }

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
        do { result = .success(try original()) } catch { result = .failure(explained(error)) }
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
        return LimnError(.failed, isInk ? "This is ink and not a PDF." : "The file is not a PDF.")
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
        let page = try page(number, frame: frame)
        let size = page.size
        guard frame == nil, size.width != size.width.rounded() || size.height != size.height.rounded(),
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
