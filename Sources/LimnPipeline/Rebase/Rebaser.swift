// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
public import LimnInk
public import LimnJobs
internal import LimnRebase
public import SystemPackage

/// Moves the ink on a document to a new edition of it: the work behind `limn rebase`.
public struct Rebaser: Sendable {
    /// The old edition, on which the ink was drawn.
    public var old: FilePath
    /// The new edition.
    public var new: FilePath
    /// The ink file. If it is a PDF, the ink in it is used.
    public var ink: FilePath
    /// The ink file to write. Its extension determines the format.
    public var output: FilePath
    /// The folder for pictures of the old pages, the new pages and the moved ink, and who gets them; nil for none.
    /// `index.html` in it shows them side by side.
    public var preview: (folder: FilePath, audience: Drawing.Layer.Audience)?
    /// Whether the request fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits for PDFs.
    public var access = Access()
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - old: the PDF that the ink was written on.
    ///   - new: its new edition.
    ///   - ink: the ink, in any known format.
    ///   - output: the file for the moved ink.
    public init(old: FilePath, new: FilePath, ink: FilePath, output: FilePath) {
        (self.old, self.new, self.ink, self.output) = (old, new, ink, output)
    }

    /// Performs the request. Nothing is written unless it succeeds.
    ///
    /// - Returns: the result, with the certainty of every item and the list of those that have no place.
    public func run() -> RebaseResult {
        var result = RebaseResult(input: ink, old: old, new: new)
        do {
            try run(&result)
        } catch {
            let error = LimnError(error)
            result.status = ResultStatus(error)
            result.diagnostics.append(Diagnostic(error, about: ink))
        }
        return result
    }

    private func run(_ result: inout RebaseResult) throws {
        if output != "-" { try Publisher(keepsExisting: keepsExisting).check(output) }
        let format = try InkConverter.format(of: output)
        let ink = try InkFile(ink, access: access, context: context)
        result.diagnostics += ink.diagnostics + ink.content.dropped.map { Diagnostic($0, in: self.ink) }
        let pair = try EditionPair(edition(old), edition(new))
        let placed = try InkPlacement(
            ink.content.document, mapping: .byNumber(only: 1), pageCount: pair.before.pages.count, fit: false,
            layers: .everything
        ) { (numbers) throws(LimnError) in
            Dictionary(numbers.map { ($0, pair.before.pages[$0 - 1].size) }) { first, _ in first }
        }
        result.diagnostics += placed.notes.map { note in
            Diagnostic(note.code, note.text, about: note.isAboutInk ? self.ink : old, page: note.page, note.severity)
        }
        let drawings = pair.before.pages.indices.map { placed.drawings[$0 + 1] ?? Drawing() }
        let rebase = pair.moved(drawings)
        result.relation = rebase.relation.rawValue
        try pair.check(rebase)
        result.take(rebase)
        warn(of: ink.content.document, &result)
        var document = InkDocument(title: ink.content.document.title)
        document.pages = zip(rebase.drawings, pair.after.pages).map { .init(size: $1.size, drawing: $0) }
        let (bytes, dropped) = try InkConverter.encode(document, as: format, isLossless: true, context)
        result.diagnostics += dropped.map { Diagnostic($0, in: self.ink) }
        // The preview comes first, because its folder may be refused.
        if let preview {
            try pair.preview(rebase, of: drawings, for: preview.audience, keepsExisting: keepsExisting)
                .write(to: preview.folder)
            result.preview = preview.folder
            let secrets = drawings.reduce(0) { $0 + $1.secretLayerCount }
            if let (code, text) = Diagnostic.Code.fate(ofSecretLayers: secrets, for: preview.audience) {
                result.diagnostics.append(Diagnostic(code, "In the preview: \(text)", about: self.ink, .note))
            }
        }
        if output == "-" {
            try StandardOutput.write(bytes)
        } else {
            for input in [old, new, self.ink] where input != "-" {
                guard let identity = FileIdentity(input), identity == FileIdentity(output) else { continue }
                throw LimnError(.outputsCollide, "The output would replace a file it comes from; give it another name.")
            }
            try Publisher(keepsExisting: keepsExisting).publish(bytes, to: output)
        }
        (result.output, result.bytes) = (output, bytes.count)
        result.status = result.diagnostics.status
    }

    private func edition(_ path: FilePath) throws(LimnError) -> RebasePreview.Edition {
        do {
            let document = try OpenDocument(path, access: access)
            // Each document gets its own client.
            return RebasePreview.Edition(
                document: document, client: JobClient(context, access: access), title: path.shownAsInput)
        } catch {
            let error = LimnError(error)
            throw error.subject == nil ? LimnError(error.code, about: path, error.sentence) : error
        }
    }

    /// Adds warnings about items that the user should check.
    private func warn(of document: InkDocument, _ result: inout RebaseResult) {
        result.diagnostics += result.doubts(about: ink)
        let foreign = document.pages.reduce(0) { $0 + $1.items.count }
        if foreign > 0 {
            result.diagnostics.append(
                Diagnostic(
                    .inkLeftOut, "\(foreign) items of another program cannot be moved and are left out.", about: ink))
        }
    }
}
