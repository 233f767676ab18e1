// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
internal import LimnWorker
public import SystemPackage

/// The content of an ink file.
public struct InkFile: Hashable, Sendable {
    /// The path; `-` for standard input.
    public let path: FilePath
    /// The ink, and the items that were dropped when the file was read.
    public let content: InkImport
    /// The size of the file in bytes.
    public let size: Int

    /// The hash of the file's bytes.
    let hash: ContentHash

    /// The maximum size of an ink file in bytes: 256 MiB.
    public static let sizeLimit = ReadInkJob.sizeLimit

    /// Messages for the user about reading the file.
    let diagnostics: [Diagnostic]

    /// Reads an ink file of any known format; `-` is standard input. If the path is a folder with a reMarkable
    /// document, that document is read, and ``path`` is its list of pages.
    ///
    /// - Parameters:
    ///   - format: the format of the file; nil to detect it from its content. ``InkFormat/pdf`` means the ink in a PDF.
    ///   - access: the password and the limits for PDFs.
    ///   - context: the workers that read it.
    /// - Throws: ``LimnError``.
    public init(
        _ path: FilePath, format: InkFormat? = nil, access: Access = Access(), context: JobContext = .standard
    ) throws(LimnError) {
        try self.init(path, format: format, background: Background(), access: access, context: context)
    }

    /// Reads an ink file as ``init(_:format:access:context:)`` does.
    ///
    /// - Parameter background: says which files besides the ink file may be read; nil for none.
    init(
        _ path: FilePath, format: InkFormat? = nil, background: Background?, access: Access, context: JobContext
    ) throws(LimnError) {
        do {
            if format == nil || format == .remarkableDocument, let folder = try XochitlFolder(path) {
                let bundle = InputFile(bytes: try folder.bundle(), named: folder.list)
                try self.init(
                    OpenDocument(bundle), try folder.content, format: .remarkableDocument, background: nil, context)
                return
            }
            let input = try InputFile(named: path, limits: access.inputLimits)
            try self.init(
                opened: OpenDocument(input), format: format, background: background, access: access, context: context)
        } catch {
            let error = LimnError(error)
            throw error.subject == nil ? LimnError(error.code, about: path, error.sentence) : error
        }
    }

    /// Reads ink of any known format except PDF from an open file.
    init(reading document: OpenDocument, context: JobContext) throws {
        try self.init(document, .file, format: nil, background: nil, context)
    }

    /// Has a worker read ink and convert it to the native format.
    private init(
        _ document: OpenDocument, _ content: ReadInkJob.Content, format: InkFormat?, background: Background?,
        _ context: JobContext
    ) throws {
        let input = document.input
        guard input.size <= Self.sizeLimit else { throw FileError(tooLarge: input.path) }
        var scratch = try ScratchFile()
        let client = JobClient(context, access: Access())
        let wanted = content == .file ? format?.id : nil
        var read = try Self.read(ReadInkJob(content, format: wanted), document, into: scratch, client)
        if content == .file, let background {
            let companions = try Companions(read.missing, of: input, background)
            if !companions.files.isEmpty {
                let bundle = try OpenDocument(try companions.bundle(named: input.path))
                scratch = try ScratchFile()
                let job = ReadInkJob(.fileWithCompanions(companions.files), format: wanted)
                read = try Self.read(job, bundle, into: scratch, client)
            }
        }
        guard let known = InkFormat.readable.first(where: { $0.id == read.format }) else {
            throw client.refusal()
        }
        let ink = InkImport(format: known, document: try Self.ink(in: scratch, of: client), dropped: read.dropped)
        self.init(
            path: input.path, content: ink, size: input.size, hash: try ContentHash(of: document.input), diagnostics: []
        )
    }

    private static func read(
        _ job: ReadInkJob, _ document: OpenDocument, into output: ScratchFile, _ client: JobClient
    ) throws(LimnError) -> ReadInkJob.Answer {
        var allowance = LeaseAllowance.none
        allowance.atMost = JobClient.parsingTime(ofBytes: document.input.size)
        return try client.perform(
            job, on: nil, reading: [document], into: JobOutput(temporary: output), allowing: allowance
        ).answer
    }

    /// Reads ink of any known format, or the ink in a PDF, from an open file.
    ///
    /// - Throws: ``LimnError``.
    package init(
        opened document: OpenDocument, format: InkFormat?, access: Access, context: JobContext
    ) throws(LimnError) {
        try self.init(opened: document, format: format, background: nil, access: access, context: context)
    }

    /// Reads ink from an open file as ``init(opened:format:access:context:)`` does.
    ///
    /// - Parameter background: says which files besides the ink file may be read; nil for none.
    init(
        opened document: OpenDocument, format: InkFormat?, background: Background?, access: Access,
        context: JobContext
    ) throws(LimnError) {
        do {
            if try format == .pdf || (format == nil && Self.isPDF(try document.input.head(PDFHeader.reach))) {
                try self.init(ofPDF: document, access: access, context: context)
            } else {
                try self.init(document, .file, format: format, background: background, context)
            }
        } catch { throw LimnError(error) }
    }

    /// Returns whether a file with these first bytes is a PDF. Native ink and ZIP archives may contain a PDF near their
    /// beginning, so they are excluded.
    static func isPDF(_ head: [UInt8]) -> Bool {
        PDFHeader.isIn(head) && !head.starts(with: Array("PK".utf8)) && !NativeInk.recognizes(head)
    }

    /// Returns whether a file begins like a PDF. Standard input and files that cannot be read do not.
    static func isPDF(_ path: FilePath) -> Bool {
        guard path != "-", let file = try? InputFile(path), let head = try? file.head(PDFHeader.reach) else {
            return false
        }
        return isPDF(head)
    }

    /// Reads the native ink that a worker wrote.
    static func ink(in scratch: ScratchFile, of client: JobClient) throws -> InkDocument {
        try client.accepting {
            try NativeInk.decode(
                try scratch.bytes(limit: AnswerBounds.inkBytes), memoryLimit: AnswerBounds.inkMemory)
        }
    }

    /// Reads the ink in a PDF.
    ///
    /// - Parameter requiresInk: whether a PDF without ink is refused.
    init(
        ofPDF document: OpenDocument, access: Access, context: JobContext, requiresInk: Bool = true
    ) throws {
        let client = JobClient(context, access: access)
        let scratch = try ScratchFile()
        let found = try client.perform(PDFInkJob(), on: document, into: JobOutput(temporary: scratch))
        let ink = try Self.ink(in: scratch, of: client)
        guard !requiresInk || ink.pages.contains(where: { !$0.drawing.isEmpty }) else {
            throw LimnError(.failed, "The PDF carries no ink.")
        }
        let path = document.input.path
        self.init(
            path: path, content: InkImport(format: .pdf, document: ink), size: document.input.size,
            hash: try ContentHash(of: document.input),
            diagnostics: (try client.open(document).warnings + found.answer.messages + found.warnings).map {
                Diagnostic(libraryText: $0, about: path)
            })
    }

    init(path: FilePath, content: InkImport, size: Int, hash: ContentHash, diagnostics: [Diagnostic]) {
        self.path = path
        self.content = content
        self.size = size
        self.hash = hash
        self.diagnostics = diagnostics
    }
}
