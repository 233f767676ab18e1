// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// A PDF with inserted pages of paper, for notes that are partly on the PDF and partly on paper.
///
/// The new document begins with the original, byte for byte. A page of paper follows the PDF page that precedes it in
/// the note. The PDF's own pages keep their order, and none is left out.
struct InsertedPaper {
    /// The PDF with the inserted pages.
    let document: OpenDocument
    /// The ink. Each of its pages refers to a page of the new document as its background.
    let ink: InkDocument
    /// The inserted pages that are plain because their ruling is unknown.
    let unknown: UnknownPaper

    /// Inserts the paper. Returns nil if all notes are on the PDF, or if no pages can be inserted because the PDF is
    /// signed or damaged.
    ///
    /// - Throws: ``LimnError``, such as `locked`.
    init?(_ ink: InkDocument, in pdf: OpenDocument, access: Access, _ context: JobContext) throws(LimnError) {
        var ink = ink
        var papers: [InsertPaperJob.Page] = []
        var places: [Int: Int] = [:]
        var last = 0
        let client = JobClient(context, access: access)
        for index in ink.pages.indices {
            if case .pdf(let number) = ink.pages[index].background {
                last = number
            } else {
                places[index] = papers.count
                papers.append(InsertPaperJob.Page(follows: last, paper: Paper.paper(for: &ink.pages[index])))
            }
        }
        guard !papers.isEmpty else { return nil }
        let count = try client.open(pdf).pageCount
        guard papers.allSatisfy({ (0...count).contains($0.follows) }) else { return nil }
        let numbers = Self.numbers(of: papers)
        let shift = Self.shift(by: papers, pageCount: count)
        for index in ink.pages.indices {
            if let place = places[index] {
                ink.pages[index].background = .pdf(page: numbers[place])
            } else if case .pdf(let number) = ink.pages[index].background {
                // A page number beyond the last page stays beyond it.
                ink.pages[index].background = .pdf(page: number + shift[min(max(0, number), count + 1)])
            }
        }
        do {
            let list = try ScratchFile(Array(try JSONEncoder().encode(papers)))
            let update = try ScratchFile()
            let answer = try client.perform(
                InsertPaperJob(), on: pdf, reading: [list], into: JobOutput(temporary: update)
            ).answer
            guard answer.refusal == nil else { return nil }
            unknown = UnknownPaper(papers.map(\.paper), at: answer.unknown)
            let whole = try ScratchFile()
            try pdf.input.copy(to: whole.descriptor)
            try update.asInput(named: pdf.input.path).copy(to: whole.descriptor)
            document = try OpenDocument(try whole.asInput(named: pdf.input.path))
        } catch { throw LimnError(error) }
        self.ink = ink
    }

    /// Returns the page numbers of the inserted pages, from 1. Pages that follow the same PDF page keep their order.
    private static func numbers(of papers: [InsertPaperJob.Page]) -> [Int] {
        let order = papers.indices.sorted { (papers[$0].follows, $0) < (papers[$1].follows, $1) }
        var numbers = [Int](repeating: 0, count: papers.count)
        for (before, index) in order.enumerated() { numbers[index] = papers[index].follows + before + 1 }
        return numbers
    }

    /// Returns the number of inserted pages before each PDF page. Indices are page numbers from 0 to the page count
    /// plus one.
    private static func shift(by papers: [InsertPaperJob.Page], pageCount: Int) -> [Int] {
        var shift = [Int](repeating: 0, count: pageCount + 2)
        for paper in papers { shift[paper.follows + 1] += 1 }
        for number in shift.indices.dropFirst() { shift[number] += shift[number - 1] }
        return shift
    }
}
