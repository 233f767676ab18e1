// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import LimnJobs
public import LimnLibrary
internal import LimnWorker
public import SystemPackage

/// PDFs that shall become templates of a library.
public struct TemplateImportRequest: Sendable {
    /// The PDFs; a folder stands for all PDFs below it, `-` is standard input.
    public var inputs: [FilePath]
    /// What the template is called; nil to call each what its file is called. Only for one PDF.
    public var name: String?
    /// Whether PDFs that cannot be read keep the others from being imported.
    public var isAllOrNone = true
    /// The longer side of thumbnails in pixels.
    public var thumbnailSize = LibraryThumbnail.standardSize
    /// Password and limits.
    public var access: Access
    /// Whom to ask for passwords.
    public var passwords: PasswordSource?
    /// Where documents are read.
    package var context = JobContext.standard
    /// Makes a request with the usual choices.
    public init(inputs: [FilePath], access: Access = Access()) {
        self.inputs = inputs
        self.access = access
    }
}

/// What became of a PDF that was to be imported.
public struct TemplateImportResult: Sendable, Encodable {
    /// The PDF.
    public var input: FilePath
    /// The template; nil when it was not imported.
    public var template: TemplateRecord?
    /// Whether the same bytes had been imported before.
    public var wasThere = false
    /// Whether it was sound, and is not imported because another one was not.
    public var isHeldBack = false
    /// How it came out.
    public var status: ResultStatus
    /// What a person should know.
    public var diagnostics: [Diagnostic]

    /// Writes the keys of the template, `id` and `name` among them, and `input`, `wasThere`, `status`, `messages`.
    public func encode(to encoder: any Encoder) throws {
        if let template { try TemplateSummary(template).encode(to: encoder) }
        try encoder.encodeMembers([
            "input": input.json, "wasThere": wasThere, "status": status,
            "messages": diagnostics.messages(inputName: input.shownAsInput),
            "notes": diagnostics.notes(inputName: input.shownAsInput),
        ])
    }
}

/// Imports PDFs into a library: the work behind `limn template import`.
public struct TemplateImporter {
    private let request: TemplateImportRequest

    /// Prepares an import: looks into folders.
    public init(_ request: TemplateImportRequest) {
        var request = request
        request.inputs = DocumentSearch.documents(inAny: request.inputs)
        self.request = request
    }

    /// Reads all PDFs, each in a worker, and imports them: in one transaction where all or none are wanted, else those
    /// that were read meanwhile every half second.
    ///
    /// - Parameters:
    ///   - report: called for each PDF, in the order given, by this thread; what is reported as imported is on the disk.
    ///   - progress: called now and then, by this thread.
    public func run(
        into library: any LibraryStore, report: (TemplateImportResult) -> Void,
        progress: (RenderProgress) -> Void = { _ in }
    ) {
        OpenFileLimit.raise(toHold: request.inputs.count)
        let reading = TemplateReader(
            thumbnailSize: request.thumbnailSize, access: request.access, passwords: request.passwords,
            context: request.context)
        let name = request.name
        request.context.prewarm(min(request.inputs.count, request.context.width))
        var state = RenderProgress(documents: request.inputs.count)
        var read: [Result<TemplateReader.Made, LimnError>] = []
        var stored = 0
        var last = ContinuousClock.now
        func storeRead() {
            let inputs = request.inputs[stored..<min(stored + read.count, request.inputs.count)]
            store(read, of: inputs, in: library).forEach(report)
            stored += read.count
            read = []
            last = .now
        }
        orderedMap(
            request.inputs, width: request.context.width, lead: request.inputs.count,
            cancellation: request.context.cancellation
        ) { path in
            Result { () throws(LimnError) in try reading.read(path, name: name) }
        } deliver: { (made: Result<TemplateReader.Made, LimnError>) in
            read.append(made)
            state.documentsDone += 1
            if case .success(let made) = made { state.pagesDone += made.template.pages.count }
            state.fraction = Double(state.documentsDone) / Double(max(1, state.documents))
            progress(state)
            if !request.isAllOrNone, .now - last > Self.interval { storeRead() }
        }
        while stored + read.count < request.inputs.count { read.append(.failure(.cancelled)) }
        storeRead()
    }

    /// The time between two transactions where what can be imported is.
    private static let interval = Duration.milliseconds(500)

    /// Imports a document that is open.
    ///
    /// - Parameter name: what the template is called; nil to call it what its file is called.
    /// - Throws: ``LimnError``; the library is as it was then.
    package static func one(
        _ document: OpenDocument, named name: String?, into library: any LibraryStore, access: Access,
        context: JobContext
    ) throws(LimnError) -> TemplateRecord {
        let reading = TemplateReader(
            thumbnailSize: LibraryThumbnail.standardSize, access: access, passwords: nil, context: context)
        let made = try reading.read(document, name: name ?? TemplateName.from(document.input.path))
        do { return try library.importTemplate(made.template).template } catch { throw LimnError(error) }
    }

    private func store(
        _ read: [Result<TemplateReader.Made, LimnError>], of inputs: ArraySlice<FilePath>, in library: any LibraryStore
    ) -> [TemplateImportResult] {
        let good = read.compactMap { try? $0.get().template }
        let held = request.isAllOrNone && good.count < read.count
        var imported: ArraySlice<ImportedTemplate> = []
        var failure: LimnError?
        if !held, !good.isEmpty {
            do throws(LibraryError) { imported = try library.importTemplates(good)[...] } catch {
                failure = LimnError(error)
            }
        }
        return zip(inputs, read).map { input, made in
            do {
                let made = try made.get()
                if let failure { throw failure }
                guard let done = imported.popFirst() else {
                    let reason = LimnError(
                        .heldBack, "It is sound, but was not imported, because another PDF cannot be.")
                    return TemplateImportResult(
                        input: input, isHeldBack: true, status: .refused,
                        diagnostics: [Diagnostic(reason, about: input)])
                }
                return TemplateImportResult(
                    input: input, template: done.template, wasThere: done.alreadyExisted,
                    status: made.diagnostics.status, diagnostics: made.diagnostics)
            } catch {
                let error = LimnError(error)
                return TemplateImportResult(
                    input: input, template: nil, status: ResultStatus(error),
                    diagnostics: [Diagnostic(error, about: input)])
            }
        }
    }
}
