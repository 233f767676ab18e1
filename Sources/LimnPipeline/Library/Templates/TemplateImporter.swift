// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import LimnJobs
public import LimnLibrary
internal import LimnWorker
public import SystemPackage

/// A request to import PDFs as templates into a library.
public struct TemplateImportRequest: Sendable {
    /// The PDFs. A folder includes all PDFs below it; `-` is standard input.
    public var inputs: [FilePath]
    /// The name of the template, for a single PDF only; nil to name templates after their files.
    public var name: String?
    /// Whether nothing is imported if one of the PDFs cannot be read.
    public var isAllOrNone = true
    /// The longer side of the thumbnails in pixels.
    public var thumbnailSize = LibraryThumbnail.standardSize
    /// The password and the limits.
    public var access: Access
    /// Asks for passwords; nil if they must not be asked for.
    public var passwords: PasswordSource?
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard
    /// Makes a request with default options.
    ///
    /// - Parameters:
    ///   - inputs: PDFs, and folders whose PDFs are imported.
    ///   - access: the password and the limits for the documents.
    public init(inputs: [FilePath], access: Access = Access()) {
        self.inputs = inputs
        self.access = access
    }
}

/// The result for one PDF.
public struct TemplateImportResult: Sendable, Encodable {
    /// The PDF.
    public var input: FilePath
    /// The template; nil if it was not imported.
    public var template: TemplateRecord?
    /// Whether the library already had a template with the same bytes.
    public var wasThere = false
    /// The template of which this one is probably another edition; nil if there is none. It is sought only if at most 20
    /// PDFs are imported.
    public var editionOf: TemplateRecord?
    /// Whether the PDF begins with all bytes of ``editionOf``: it is that template, with ink or values appended.
    public var isFilledCopy = false
    /// Whether the PDF was valid but was not imported, because another PDF was not valid.
    public var isHeldBack = false
    /// The status.
    public var status: ResultStatus
    /// Messages for the user.
    public var diagnostics: [Diagnostic]

    /// Encodes the keys of the template, such as `id` and `name`, and `input`, `wasThere`, `editionOf` (null, or `id` and
    /// `name` of a template), `status`, `messages` and `notes`.
    public func encode(to encoder: any Encoder) throws {
        if let template { try TemplateSummary(template).encode(to: encoder) }
        try encoder.encodeMembers([
            "input": input.json, "wasThere": wasThere,
            "editionOf": editionOf.map { ["id": "\($0.id)", "name": $0.name] }, "status": status,
            "messages": diagnostics.messages(inputName: input.shownAsInput),
            "notes": diagnostics.notes(inputName: input.shownAsInput),
        ])
    }
}

/// Imports PDFs into a library: the work behind `limn template import`.
public struct TemplateImporter {
    private let request: TemplateImportRequest

    /// Prepares a request and finds the PDFs in folders.
    ///
    /// - Parameter request: what to import.
    public init(_ request: TemplateImportRequest) {
        var request = request
        request.inputs = DocumentSearch.documents(inAny: request.inputs)
        self.request = request
    }

    /// Reads all PDFs in workers and imports them. If all or none are to be imported, there is one transaction.
    /// Otherwise, there is one every half second, for the PDFs that were read since the last one.
    ///
    /// - Parameters:
    ///   - report: called for each PDF, in the given order, on this thread. A PDF that is reported as imported is on
    ///     the disk.
    ///   - progress: called with the progress after each PDF is read, on this thread.
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

    /// The minimum time between two transactions, unless all or none of the PDFs are to be imported.
    private static let interval = Duration.milliseconds(500)

    /// Imports an open document.
    ///
    /// - Parameter name: the name of the template; nil to name it after its file.
    /// - Throws: ``LimnError``. The library is unchanged then.
    package static func one(
        _ document: OpenDocument, named name: String?, into library: any LibraryStore, access: Access,
        context: JobContext
    ) throws(LimnError) -> StoredTemplate {
        let reading = TemplateReader(
            thumbnailSize: LibraryThumbnail.standardSize, access: access, passwords: nil, context: context)
        let made = try reading.read(document, name: name ?? TemplateName.from(document.input.path))
        do {
            let stored = try library.importTemplate(made.template)
            return StoredTemplate(
                template: stored.template, wasThere: stored.alreadyExisted, inputName: document.input.path.shownAsInput,
                diagnostics: made.diagnostics)
        } catch { throw LimnError(error) }
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
        let new = Set(imported.filter { !$0.alreadyExisted }.map(\.template.id))
        let editions = EditionFinder(library, except: new)
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
                let original = done.alreadyExisted ? nil : editions?.original(of: done.template, in: library)
                var result = TemplateImportResult(
                    input: input, template: done.template, wasThere: done.alreadyExisted, editionOf: original,
                    status: made.diagnostics.status, diagnostics: made.diagnostics)
                result.isFilledCopy =
                    original.map {
                        $0.pageCount == done.template.pageCount && made.template.content.begins(with: $0, of: library)
                    } ?? false
                return result
            } catch {
                let error = LimnError(error)
                return TemplateImportResult(
                    input: input, template: nil, status: ResultStatus(error),
                    diagnostics: [Diagnostic(error, about: input)])
            }
        }
    }
}

extension InputFile {
    /// Returns whether a document begins with the PDF of a template, and goes on.
    fileprivate func begins(with template: TemplateRecord, of library: any LibraryStore) -> Bool {
        guard let content = try? library.content(of: template.id), content.size < size,
            let document = try? OpenDocument(self)
        else { return false }
        return (try? content.isPrefix(of: document.descriptor)) ?? false
    }
}
