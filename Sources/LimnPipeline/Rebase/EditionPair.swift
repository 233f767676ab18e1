// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import LimnRebase
internal import SystemPackage

/// An old and a new edition of a document with their layouts.
struct EditionPair {
    let old: RebasePreview.Edition
    let new: RebasePreview.Edition
    let before: DocumentLayout
    let after: DocumentLayout

    /// Reads the layouts of both editions.
    ///
    /// - Throws: ``LimnError`` with the name of the document.
    init(_ old: RebasePreview.Edition, _ new: RebasePreview.Edition) throws(LimnError) {
        (self.old, self.new) = (old, new)
        before = try Self.layout(of: old)
        after = try Self.layout(of: new)
    }

    private static func layout(of edition: RebasePreview.Edition) throws(LimnError) -> DocumentLayout {
        do throws(LimnError) { return try layout(of: edition.document, edition.client) } catch {
            guard error.subject == nil else { throw error }
            throw LimnError(error.code, named: edition.title, error.sentence)
        }
    }

    private static func layout(of document: OpenDocument, _ client: JobClient) throws(LimnError) -> DocumentLayout {
        let count = try client.open(document).pageCount
        var pages: [PageLayout] = []
        var parts = 0
        for first in stride(from: 1, through: count, by: ReadLayoutJob.limit) {
            let job = ReadLayoutJob(pages: first...min(first + ReadLayoutJob.limit - 1, count), .compared)
            let more = try client.value(of: job, on: document).value
            parts += more.map(\.partCount).reduce(0, +)
            guard parts <= ReadLayoutJob.partLimit else {
                throw LimnError(.limit, "The document shows more words and lines than can be compared.")
            }
            pages += more
        }
        return DocumentLayout(pages: pages)
    }

    /// Moves ink from the old edition to the new one.
    ///
    /// - Parameter drawings: one drawing per old page.
    func moved(_ drawings: [Drawing], _ corrections: [PlaceCorrection] = []) -> Rebase {
        Rebase(drawings, from: before, to: after, corrections: corrections)
    }

    /// Checks that the documents are two editions of one.
    ///
    /// - Throws: ``LimnError`` with `refused`.
    func check(_ rebase: Rebase) throws(LimnError) {
        switch rebase.relation {
        case .edition: return
        case .unrelated:
            throw LimnError(
                .refused, named: new.title,
                "The documents are not editions of each other: they share too few pages, or none.")
        case .nothingToCompare:
            throw LimnError(
                .refused, named: new.title,
                "The documents cannot be compared: one of them shows neither text nor drawn lines.")
        }
    }

    func preview(
        _ rebase: Rebase, of drawings: [Drawing], for audience: Drawing.Layer.Audience, keepsExisting: Bool
    ) -> RebasePreview {
        RebasePreview(
            old: old, new: new, rebase: rebase, drawings: drawings, audience: audience,
            publisher: Publisher(keepsExisting: keepsExisting))
    }
}
