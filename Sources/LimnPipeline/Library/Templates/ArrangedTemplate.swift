// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnLibrary
internal import SystemPackage

/// A document whose pages are those of a character that has a list of pages of its own.
///
/// The document is the template, with its form filled or not, written anew. Links, outline items, page labels and form
/// fields stay on their pages.
struct ArrangedTemplate {
    /// The new document. Its name is that of the template.
    let document: OpenDocument

    /// Arranges the pages.
    ///
    /// - Parameters:
    ///   - pages: the pages, at least one.
    ///   - template: the template's document.
    ///   - client: a client that can open it.
    /// - Throws: ``LimnError``; `noSuchPage` if the template lacks a page.
    init(
        _ pages: [PageList.Page], of template: OpenDocument, _ client: JobClient
    ) throws(LimnError) {
        do {
            var order = ArrangePagesJob.Order(pages: [], papers: [], turns: pages.map(\.turn.rawValue))
            for page in pages {
                switch page.content {
                case .template(let number): order.pages.append(number)
                case .paper(let paper, let size):
                    order.papers.append(
                        InsertPaperJob.Page(follows: order.pages.count, paper: paper.ruled(size)))
                }
            }
            var source = template
            if order.pages.isEmpty {
                // Without a page of the template, the paper is a document of its own.
                let list = try ScratchFile(Array(try JSONEncoder().encode(order.papers.map(\.paper))))
                let made = try ScratchFile()
                try client.perform(
                    PaperJob(title: template.name), on: nil, reading: [list],
                    into: JobOutput(temporary: made))
                source = try OpenDocument(try made.asInput(named: template.input.path), titled: template.name)
                order = ArrangePagesJob.Order(pages: Array(1...pages.count), papers: [], turns: order.turns)
            }
            let list = try ScratchFile(Array(try JSONEncoder().encode(order)))
            let made = try ScratchFile()
            try client.perform(
                ArrangePagesJob(), on: source, reading: [list], into: JobOutput(temporary: made))
            document = try OpenDocument(try made.asInput(named: template.input.path), titled: template.name)
        } catch { throw LimnError(error) }
    }

    /// Returns where to draw a single page: the template itself for one of its pages that is not turned, so that nothing
    /// is written anew.
    static func place(
        of page: PageList.Page, in template: OpenDocument, _ client: JobClient
    ) throws(LimnError) -> (document: OpenDocument, page: Int) {
        if case .template(let number) = page.content, page.turn == .none { return (template, number) }
        return (try ArrangedTemplate([page], of: template, client).document, 1)
    }
}

extension PageList.Paper {
    /// Returns a sheet in the terms of ink formats: lines 8 mm apart, dots and squares 5 mm.
    fileprivate func ruled(_ size: Size) -> PaperJob.Page {
        switch self {
        case .plain: PaperJob.Page(size: size)
        case .lined: PaperJob.Page(size: size, style: "lined", settings: "l=22.677,lt=0.6")
        case .dotted: PaperJob.Page(size: size, style: "dots", settings: "l=14.173,lt=0.6")
        case .squared: PaperJob.Page(size: size, style: "grid", settings: "l=14.173,lt=0.5")
        }
    }
}

extension LibraryStore {
    /// Returns the list of a character's own pages, which its template must fit; nil if its pages are the template's.
    func ownPages(of character: CharacterRecord) throws(LibraryError) -> PageList? {
        guard character.pageList != nil, let pages = try pages(of: character), pages.isOwn else { return nil }
        return pages.list
    }
}
