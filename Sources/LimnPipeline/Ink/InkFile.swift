// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
public import LimnInkFormats
public import SystemPackage

/// An ink file that was read.
public struct InkFile: Hashable, Sendable {
    /// Where it was read from; `-` for standard input.
    public let path: FilePath
    /// What it holds, and what could not be carried.
    public let content: InkImport
    /// Its size in bytes.
    public let size: Int

    /// Stands for its bytes.
    let hash: ContentHash

    /// Ink files above this size are refused: 256 MiB.
    public static let sizeLimit = 256 << 20

    /// What a person should know of how it was read.
    let remarks: [Remark]

    /// Reads an ink file of any known format; `-` is standard input. A folder is read where it is that of a reMarkable
    /// document, whose ``path`` then is its list of pages.
    ///
    /// - Parameters:
    ///   - format: the format to read it as; nil to find out from its content. ``InkFormat/pdf`` stands for the ink that a
    ///     PDF carries.
    ///   - access: for PDFs: password and limits.
    ///   - isolation: where PDFs are read.
    /// - Throws: ``PipelineError``.
    public init(
        _ path: FilePath, format: InkFormat? = nil, access: Access = Access(), isolation: Isolation = .inProcess
    ) throws(PipelineError) {
        do {
            if format == nil || format == .remarkableDocument, let folder = try XochitlFolder(path) {
                let read = try folder.read()
                self.init(
                    path: folder.list, content: read.content, size: read.bytes.count, hash: ContentHash(read.bytes),
                    remarks: [])
                return
            }
            let input = path == "-" ? try InputFile(standardInput: path) : try InputFile(path)
            if try format == .pdf || (format == nil && Self.isPDF(try input.head(PDFHeader.reach))) {
                try self.init(ofPDF: OpenDocument(input), access: access, isolation: isolation)
            } else {
                let bytes = try input.bytes(limit: Self.sizeLimit)
                self.init(
                    path: path, content: try InkReader.read(bytes, format: format), size: bytes.count,
                    hash: ContentHash(bytes), remarks: [])
            }
        } catch {
            let error = PipelineError(error)
            throw error.subject == nil ? PipelineError(error.code, about: path, error.sentence) : error
        }
    }

    /// Packages of ink, and ink itself, may hold a PDF near their beginning.
    private static func isPDF(_ head: [UInt8]) -> Bool {
        PDFHeader.isIn(head) && !head.starts(with: Array("PK".utf8)) && !NativeInk.recognizes(head)
    }

    /// Reads the ink that a PDF carries.
    private init(ofPDF document: OpenDocument, access: Access, isolation: Isolation) throws {
        let runner = isolation.makeRunner()
        defer { runner.end() }
        let client = JobClient(runner, access: access)
        let scratch = try ScratchFile()
        let found = try client.ink(of: document, into: scratch)
        let ink = try NativeInk.decode(try scratch.bytes())
        guard ink.strokeCount > 0 else { throw PipelineError(.failed, "The PDF carries no ink.") }
        let path = document.input.path
        self.init(
            path: path, content: InkImport(format: .pdf, document: ink), size: document.input.size,
            hash: try ContentHash(of: document.input),
            remarks: (client.openingComplaints + found.messages).map { Remark(warning: $0, about: path) })
    }

    init(path: FilePath, content: InkImport, size: Int, hash: ContentHash, remarks: [Remark]) {
        self.path = path
        self.content = content
        self.size = size
        self.hash = hash
        self.remarks = remarks
    }
}

extension InkFormat {
    /// A PDF with source ink or /Ink annotations.
    public static let pdf = InkFormat(id: "pdf", name: "PDF", extensions: ["pdf"])
}
