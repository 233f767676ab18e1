// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPopplerDrawing
internal import LimnCompositor
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import LimnReading
internal import LimnWorker
internal import SystemPackage

/// The state that a worker keeps between jobs: the last opened document, and pictures of its pages.
///
/// Only one thread uses it.
final class WorkerSession {
    let confinement: Confinement
    /// The functions of this process.
    let process: ProcessFunctions
    let tables: PopplerTables
    /// The last page whose picture was drawn for an output, and the number of font searches after that.
    private var lastDrawn: (page: Int, searches: Int)?
    private(set) var access = Access()
    private var template: Template?
    /// The pictures of pages of the open document that people get.
    private(set) var pictureCache = PageCache()
    /// The pictures of pages of the open document that are compared with those of exports.
    private(set) var comparedCache = PageCache()
    /// The export that is being verified against the open document.
    private var verification: ExportVerification?
    /// The reader of handwriting, which keeps its model.
    private var reader: HandwritingReader?

    init(confinement: Confinement, process: ProcessFunctions) {
        self.confinement = confinement
        self.process = process
        tables = PopplerTables(fontSearches: process.fontSearches)
    }

    /// The error for an invalid request, which no correct parent sends.
    static let invalidRequest = LimnError(.failed, "The worker got an invalid request.")

    /// Closes the open document.
    func close() {
        (template, verification) = (nil, nil)
        (pictureCache, comparedCache) = (PageCache(), PageCache())
        lastDrawn = nil
        if tables.holdChoices { tables.renew() }
    }

    /// Draws the picture of a page of the open document that people get. Its lines are as wide as they are, and its fonts are
    /// those that poppler chooses for this page alone: the picture does not depend on what was drawn before.
    func draw<Result>(page: Int, _ body: () throws -> Result) throws -> Result {
        if tables.holdChoices, lastDrawn.map({ $0 != (page, tables.searches) }) ?? true {
            template?.closePictures()
            verification = nil
            tables.renew()
            // Poppler repeats its warnings about the whole document. They are not about this page.
            _ = try? template?.pictures()
            process.discardWarnings()
        }
        defer { lastDrawn = (page, tables.searches) }
        thinlines_keep(1)
        defer { thinlines_keep(0) }
        return try drawing(body)
    }

    /// Draws pages whose text is not read afterwards. Comparisons see lines that are at least one pixel wide: no fine line
    /// fades away.
    func drawing<Result>(_ body: () throws -> Result) rethrows -> Result {
        textcollection_ignore(1)
        defer { textcollection_ignore(0) }
        return try body()
    }

    /// Keeps a document open for the next jobs.
    func keepOpen(_ opened: Template, access: Access) { (template, self.access) = (opened, access) }

    /// Returns the open document.
    ///
    /// - Throws: `failed` if none is open.
    func document() throws(LimnError) -> Template {
        guard let template else { throw LimnError(.failed, "No document is open.") }
        return template
    }

    /// Returns the verification of an export. If the token differs from the last one, starts a new verification.
    func verification(token: Int, ink descriptor: FileDescriptor) throws -> ExportVerification {
        if let verification, verification.token == token { return verification }
        let new = ExportVerification(token: token, ink: try ink(descriptor))
        verification = new
        return new
    }

    /// Returns the reader of handwriting. Loads the model if this is the first time.
    func handwritingReader(model descriptor: FileDescriptor) throws -> HandwritingReader {
        if let reader { return reader }
        let model = try bytes(descriptor, limit: ReadHandwritingJob.modelSizeLimit)
        do throws(ReadingError) {
            let new = try HandwritingReader(model: model)
            reader = new
            return new
        } catch {
            guard error.code == .noLibrary, let problem = LoadedLibrary.problem else { throw error }
            throw LimnError(.failed, "The library that reads handwriting cannot be loaded: \(problem).")
        }
    }

    /// Writes a result.
    ///
    /// - Throws: ``OutputError``.
    func write(_ bytes: [UInt8], to output: FileDescriptor) throws {
        do { _ = try output.writeAll(bytes) } catch { throw OutputError(cause: error as? Errno ?? .ioError) }
    }

    /// Reads native ink.
    func ink(_ descriptor: FileDescriptor) throws -> InkDocument { try NativeInk.decode(try bytes(descriptor)) }

    /// Reads a whole file.
    ///
    /// - Parameter limit: the maximum size in bytes.
    func bytes(_ descriptor: FileDescriptor, limit: Int = .max) throws -> [UInt8] {
        let file = try InputFile(adopting: try descriptor.duplicate(), named: "input")
        guard file.size <= limit else { throw Self.invalidRequest }
        return try file.bytes()
    }
}

/// The error for output that cannot be written. The parent adds the name of the output.
struct OutputError: Error { let cause: Errno }
