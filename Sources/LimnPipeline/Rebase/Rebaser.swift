// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
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
        let (before, after) = (try layout(of: old), try layout(of: new))
        let placed = try InkPlacement(
            ink.content.document, mapping: .byNumber(only: 1), pageCount: before.pages.count, fit: false,
            layers: .everything
        ) { (numbers) throws(LimnError) in
            Dictionary(numbers.map { ($0, before.pages[$0 - 1].size) }) { first, _ in first }
        }
        result.diagnostics += placed.notes.map { note in
            Diagnostic(note.code, note.text, about: note.isAboutInk ? self.ink : old, page: note.page, note.severity)
        }
        let rebase = Rebase(
            before.pages.indices.map { placed.drawings[$0 + 1] ?? Drawing() }, from: before, to: after)
        result.relation = rebase.relation.rawValue
        switch rebase.relation {
        case .edition: break
        case .unrelated:
            throw LimnError(.refused, about: new, "This is no edition of the other document: they share no page.")
        case .nothingToCompare:
            throw LimnError(
                .refused, about: new,
                "The documents cannot be compared: one of them shows neither text nor drawn lines.")
        }
        result.take(rebase)
        warn(of: ink.content.document, &result)
        var document = InkDocument(title: ink.content.document.title)
        document.pages = zip(rebase.drawings, after.pages).map { .init(size: $1.size, drawing: $0) }
        let (bytes, dropped) = try InkConverter.encode(document, as: format, isLossless: true, context)
        result.diagnostics += dropped.map { Diagnostic($0, in: self.ink) }
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

    private func layout(of path: FilePath) throws -> DocumentLayout {
        do {
            let document = try OpenDocument(path, access: access)
            // Each document gets its own client.
            return try JobClient(context, access: access).layout(of: document)
        } catch {
            let error = LimnError(error)
            throw error.subject == nil ? LimnError(error.code, about: path, error.sentence) : error
        }
    }

    /// Adds warnings about items that the user should check.
    private func warn(of document: InkDocument, _ result: inout RebaseResult) {
        if result.likely > 0 {
            let what = result.likely == 1 ? "The place of one item is" : "The places of \(result.likely) items are"
            result.diagnostics.append(Diagnostic(.itemDoubtful, "\(what) not certain.", about: ink))
        }
        if result.leftOver > 0 {
            let what = result.leftOver == 1 ? "One item has no place" : "\(result.leftOver) items have no place"
            result.diagnostics.append(
                Diagnostic(
                    .itemDoubtful, "\(what) in the new edition; the layer “left over” holds what is left.", about: ink))
        }
        let foreign = document.pages.reduce(0) { $0 + $1.items.count }
        if foreign > 0 {
            result.diagnostics.append(
                Diagnostic(
                    .inkLeftOut, "\(foreign) items of another program cannot be moved and are left out.", about: ink))
        }
    }
}
