// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnInkFormats
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

/// A PDF that is opened once and read both as pictures and as objects.
///
/// It belongs to one thread at a time, like both of its readers.
final class Template {
    let input: InputFile
    private let access: Access
    private var read: [UInt8]?
    private var openPictures: PDFDocument?
    private var readForm: Form?
    private var openObjects: Result<ObjectDocument, LimnError>?
    /// A copy in which poppler shows all pages; nil until it is needed.
    private var openCopy: PDFDocument??

    /// Takes an open file. Nothing of it is parsed yet.
    init(_ input: InputFile, access: Access) {
        self.input = input
        self.access = access
    }

    /// The document as pictures and text.
    func pictures() throws(LimnError) -> PDFDocument {
        if let openPictures { return openPictures }
        let document = try picturesAnew()
        openPictures = document
        return document
    }

    /// The document as pictures and text, opened once more.
    func picturesAnew() throws(LimnError) -> PDFDocument {
        do {
            // Encrypted bytes would first have to become a file, which a worker cannot create.
            if let descriptor = input.descriptor, input.size > Self.memoryLimit || access.secret != nil {
                return try PDFDocument(descriptor: descriptor.rawValue, password: access.secret)
            }
            return try PDFDocument(bytes: try bytes(), password: access.secret)
        } catch { throw explained(error) }
    }

    /// The maximum size in bytes of a document that is read into memory. Reading from memory is faster than through a
    /// descriptor.
    private static let memoryLimit = 8 << 20

    /// All bytes of the document, which is small or came through a pipe.
    private func bytes() throws(FileError) -> [UInt8] {
        if let read { return read }
        let bytes = try input.bytes()
        read = bytes
        return bytes
    }

    /// The document as objects.
    func objects() throws(LimnError) -> ObjectDocument {
        if let openObjects { return try openObjects.get() }
        let result: Result<ObjectDocument, LimnError>
        do { result = .success(try original()) } catch { result = .failure(explained(error)) }
        openObjects = result
        return try result.get()
    }

    /// The form of the document.
    func form() throws -> Form {
        if let readForm { return readForm }
        let form = try objects().form()
        readForm = form
        return form
    }

    /// The document as objects, without the changes that were made to ``objects()``.
    func original() throws -> ObjectDocument {
        if let descriptor = input.descriptor, input.size > Self.memoryLimit {
            return try ObjectDocument(descriptor: descriptor.rawValue, password: access.password)
        }
        return try ObjectDocument(bytes: try bytes(), password: access.password)
    }

    /// The largest number of pixels of a picture.
    var pixelLimit: Int { access.pixelLimit }

    /// The password for both readers.
    var password: String? { access.password }

    /// Explains why a file cannot be opened if it is not a PDF but another known format.
    private func explained(_ error: any Error) -> LimnError {
        guard !(error is FileError), let head = try? input.head(PDFHeader.reach), !PDFHeader.isIn(head) else {
            return LimnError(error)
        }
        if head.isEmpty { return LimnError(.failed, "The file is empty.") }
        let bytes = (try? input.bytes(limit: ReadInkJob.sizeLimit)) ?? []
        let isInk = InkReader.format(of: bytes) != nil
        return LimnError(.failed, isInk ? "This is ink and not a PDF." : "The file is not a PDF.")
    }

    /// The displayed size of a page in points. It is read from the objects if possible, because poppler would read all
    /// pages before it.
    func size(ofPage number: Int) throws(LimnError) -> Size {
        if number <= (try pictures().pageCount), let geometry = try? objects().pageGeometry(at: number - 1) {
            return geometry.size
        }
        return try page(number).size
    }

    /// A page for drawing. If the objects of the document cannot be read, its /UserUnit counts as 1.
    ///
    /// - Parameter userUnit: the page's /UserUnit; nil if unknown.
    func page(_ number: Int, userUnit: Double? = nil) throws(LimnError) -> PDFPage {
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

    /// A copy in which pages whose CropBox does not overlap their MediaBox are shown completely; nil if there are no
    /// such pages.
    private func copyWithUsableCropBoxes() -> PDFDocument? {
        if let openCopy { return openCopy }
        let bytes = (try? original().withUsableCropBoxes()) ?? nil
        let copy = bytes.flatMap { try? PDFDocument(bytes: $0) }
        openCopy = .some(copy)
        return copy
    }
}
