// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// A PDF whose pages are in the order of a note, for notes that repeat, reorder or leave out pages of their PDF.
///
/// The new document is the PDF written anew. Pages of paper are in it, too.
struct ArrangedPages {
    /// The new document.
    let document: OpenDocument
    /// The ink. Each of its pages refers to a page of the new document as its background.
    let ink: InkDocument
    /// The pages of paper that are plain because their ruling is unknown.
    let unknown: UnknownPaper
    /// A sentence about what differs from the PDF.
    let sentence: String

    /// The order of a note's pages.
    struct Order {
        /// The number of the PDF page behind each page of the note; nil for paper.
        let numbers: [Int?]
        let pageCount: Int

        /// Returns the order of a note; nil if ink is on a page that the PDF lacks. A page without ink on such a page
        /// is paper.
        init?(_ ink: InkDocument, pageCount: Int) {
            var numbers: [Int?] = []
            for page in ink.pages {
                if case .pdf(let number) = page.background, (1...max(1, pageCount)).contains(number) {
                    numbers.append(number)
                } else if case .pdf = page.background, !page.drawing.isEmpty {
                    return nil
                } else {
                    numbers.append(nil)
                }
            }
            self.numbers = numbers
            self.pageCount = pageCount
        }

        /// Whether the pages of the PDF are all there, once each and in their order. Paper may be between them.
        var isThatOfPDF: Bool { numbers.compactMap(\.self).elementsEqual(1...max(1, pageCount)) }
    }

    /// Puts the pages in order.
    ///
    /// - Throws: ``LimnError``.
    init(
        _ ink: InkDocument, _ order: Order, of pdf: OpenDocument, access: Access, _ context: JobContext
    ) throws(LimnError) {
        var ink = ink
        var job = ArrangePagesJob.Order(pages: [], papers: [])
        for (index, number) in order.numbers.enumerated() {
            if let number {
                job.pages.append(number)
            } else {
                job.papers.append(
                    InsertPaperJob.Page(follows: job.pages.count, paper: Paper.paper(for: &ink.pages[index])))
            }
            ink.pages[index].background = .pdf(page: index + 1)
        }
        do {
            let list = try ScratchFile(Array(try JSONEncoder().encode(job)))
            let made = try ScratchFile()
            let answer = try JobClient(context, access: access).perform(
                ArrangePagesJob(), on: pdf, reading: [list], into: JobOutput(temporary: made)
            ).answer
            unknown = UnknownPaper(job.papers.map(\.paper), at: answer.unknown)
            document = try OpenDocument(try made.asInput(named: pdf.input.path))
        } catch { throw LimnError(error) }
        self.ink = ink
        sentence = Self.sentence(order)
    }

    private static func sentence(_ order: Order) -> String {
        let used = order.numbers.compactMap(\.self)
        let repeated = used.count - Set(used).count
        let missing = order.pageCount - Set(used).count
        var parts: [String] = []
        if missing > 0 {
            let verb = missing == 1 ? "is" : "are"
            parts.append("\(missing) of \(order.pageCount) pages of the PDF \(verb) left out")
        }
        if repeated > 0 { parts.append("\(repeated) \(repeated == 1 ? "is" : "are") repeated") }
        return "The pages are in the order of the ink"
            + (parts.isEmpty ? "." : ": \(parts.joined(separator: ", ")).")
    }
}
