// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
public import LimnJobs
public import LimnLibrary
internal import SystemPackage

/// Draws the changed pages of a character: the work behind `limn character changes --output`.
///
/// A page is drawn with its current ink and form values. Added and removed strokes are highlighted in two colors, and
/// the other strokes are pale. Strokes that were added and then removed are not shown.
public struct ChangePicturer: Sendable {
    private let request: ChangePicturesRequest

    /// Prepares a request.
    ///
    /// - Parameter request: the character, and what counts as a change.
    public init(_ request: ChangePicturesRequest) { self.request = request }

    /// Draws the changed pages.
    ///
    /// - Parameter report: called once for each changed page, in page order.
    /// - Throws: ``LimnError`` if nothing can be drawn, for example because the character has no template.
    public func run(in library: any LibraryStore, report: (ChangePictureResult) -> Void) throws(LimnError) {
        do {
            try library.refuseToWriteInside(request.output)
            let pages = try changedPages(library)
            guard !pages.isEmpty else { return }
            guard let template = request.character.template else { throw LimnError.noTemplate }
            let document = try LibraryDocument.open(template, in: library)
            let (client, templatePageCount) = try PasswordSource.retrying(
                request.passwords, request.access, for: document
            ) {
                (access) throws(LimnError) in
                let client = JobClient(request.context, access: access)
                return (client, try client.open(document).pageCount)
            }
            let filled = try FilledTemplate.shown(
                library.formSnapshot(of: request.character.id), on: document, client)
            let list = try library.ownPages(of: request.character) ?? PageList(templatePages: templatePageCount)
            let pageCount = list.pages.count
            for (position, shown, changed) in Self.placed(pages, in: list) {
                var result = ChangePictureResult(request.character, page: position)
                do {
                    let comparison = try changed.comparison.get()
                    (result.added, result.removed) = (comparison.added.count, comparison.removed.count)
                    let output = pages.count == 1 ? request.output : name(position, of: pageCount)
                    let place = try ArrangedTemplate.place(of: shown, in: filled?.document ?? document, client)
                    try draw(comparison, to: output, at: place, client, &result)
                    if let (code, text) = Diagnostic.Code.fate(
                        ofSecretLayers: changed.secretLayerCount, for: request.audience)
                    {
                        result.diagnostics.append(
                            Diagnostic(code, text, named: request.character.name, page: position, .note))
                    }
                } catch {
                    let error = LimnError(error)
                    result.status = ResultStatus(error)
                    result.diagnostics = [Diagnostic(error, named: request.character.name, page: position)]
                }
                report(result)
                if request.context.isCancelled { throw LimnError.cancelled }
            }
        } catch { throw LimnError(error) }
    }

    /// A page whose ink has changed or whose changes cannot be read.
    private struct ChangedPage {
        var page: Int
        var comparison: Result<PageComparison, LibraryError>
        /// The number of layers for the game master before or after the change, whichever is larger.
        var secretLayerCount = 0
    }

    /// Returns the changed pages that the character has now, in their order and with their positions.
    private static func placed(
        _ changes: [ChangedPage], in list: PageList
    ) -> [(position: Int, page: PageList.Page, change: ChangedPage)] {
        let known = Dictionary(changes.map { ($0.page, $0) }) { first, _ in first }
        return list.pages.enumerated().compactMap { index, page in
            known[page.number].map { (index + 1, page, $0) }
        }
    }

    private func changedPages(_ library: any LibraryStore) throws(LibraryError) -> [ChangedPage] {
        let id = request.character.id
        let done = try CharacterChange.all(of: id, since: request.since, in: library).map(\.group)
            .filter { !$0.isUndone && !$0.pages.isEmpty }
        guard let first = request.since == nil ? done.last : done.first else { return [] }
        // Later changes are included even if the clock was set back between them.
        let later = try library.changes(of: id).filter { $0.version >= first.version }
        return Set(later.flatMap(\.pages).filter { !$0.isUndone }.map(\.page)).sorted().compactMap { page in
            var secrets = 0
            let comparison = Result { () throws(LibraryError) -> PageComparison in
                let whole = try library.comparison(of: CharacterPage(id, page: page), since: first.version)
                secrets = max(whole.before.secretLayerCount, whole.now.secretLayerCount)
                return secrets == 0 ? whole : whole.made(for: request.audience)
            }
            if case .success(let found) = comparison, found.isSame { return nil }
            return ChangedPage(page: page, comparison: comparison, secretLayerCount: secrets)
        }
    }

    /// Returns the file name `<stem>-<page>.<extension>`.
    private func name(_ page: Int, of pageCount: Int) -> FilePath {
        let digits = String(page)
        let padding = String(repeating: "0", count: max(0, String(pageCount).count - digits.count))
        let bytes = request.output.bytes
        let ending = request.output.extension.map { $0.utf8.count + 1 } ?? 0
        return FilePath(bytes: bytes.dropLast(ending) + Array("-\(padding)\(digits)".utf8) + bytes.suffix(ending))
    }

    private func draw(
        _ comparison: PageComparison, to output: FilePath, at place: (document: OpenDocument, page: Int),
        _ client: JobClient, _ result: inout ChangePictureResult
    ) throws {
        let document = place.document
        let publisher = Publisher(keepsExisting: request.keepsExisting)
        let file = try publisher.stage(output)
        let job = PictureJob(
            page: place.page, size: request.size, lowersResolution: true, form: .file(request.encoder), hasInk: true)
        let (answer, warnings) = try client.picture(
            job, of: document, ink: try comparison.picture.scratch(), into: JobOutput(file))
        if let error = publisher.publish([file])[0] { throw error }
        (result.output, result.bytes) = (output, answer.bytes)
        (result.width, result.height) = (answer.width, answer.height)
        let title = document.input.path
        result.diagnostics = warnings.map { Diagnostic(libraryText: $0, about: title, page: result.page) }
        if let lowered = answer.loweredResolution {
            result.diagnostics.append(Diagnostic(loweredTo: lowered, about: title, page: result.page))
        }
        result.status = result.diagnostics.status
    }
}
