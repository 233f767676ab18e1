// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// The chosen pages of a document as a document of their own, with the ink of these pages.
///
/// The new document is written anew. Links, outline items, page labels and form fields stay on their pages.
struct ChosenPages {
    /// The new document.
    let opening: OpenedTemplate
    /// The ink. Each of its pages refers to a page of the new document as its background.
    let ink: InkFile

    /// Makes the document; nil if all pages are chosen, once each and in their order.
    ///
    /// - Parameter mapping: how the pages of the ink belong to those of the document.
    /// - Throws: ``LimnError`` with `noSuchPage` for a page that the document lacks.
    init?(
        _ pages: PageSelection, of whole: OpenedTemplate, _ ink: InkFile, mapping: InkPlacement.Mapping
    ) throws(LimnError) {
        let count = whole.opened.pageCount
        let numbers = try pages.numbers(of: count)
        guard !numbers.elementsEqual(1...count) else { return nil }
        do {
            let order = try JSONEncoder().encode(ArrangePagesJob.Order(pages: numbers, papers: []))
            let made = try ScratchFile()
            try whole.client.perform(
                ArrangePagesJob(), on: whole.document, reading: [try ScratchFile(Array(order))],
                into: JobOutput(temporary: made))
            let document = try OpenDocument(try made.asInput(named: whole.document.input.path))
            opening = try OpenedTemplate(document, whole.client)
        } catch { throw LimnError(error) }
        let old = ink.content.document
        let targets = try InkPlacement.targets(of: old, mapping: mapping, pageCount: count)
        var content = ink.content
        content.document.pages = numbers.enumerated().flatMap { index, number in
            zip(old.pages, targets).filter { $0.1 == number }.map { page, _ in
                var page = page
                page.background = .pdf(page: index + 1)
                return page
            }
        }
        self.ink = InkFile(
            path: ink.path, content: content, size: ink.size, hash: ink.hash, diagnostics: ink.diagnostics)
    }
}
