// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// A PDF with pages of paper between its own, for notes that are partly on the PDF and partly not.
///
/// The original is the new document's prefix, byte for byte. Pages of paper stand behind the page of the PDF that the
/// note before them is on; the PDF's own pages keep their order, and none is left out.
struct InsertedPaper {
    /// The PDF with the paper.
    let document: OpenDocument
    /// The ink, whose pages name those of the new document.
    let ink: InkDocument
    /// The paper that is plain because its ruling is not known.
    let unknown: UnknownPaper

    /// Puts in the paper; nil where all notes are on the PDF, and where nothing can be put into it, because it is signed,
    /// encrypted or damaged.
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
                // A page that does not exist stays one.
                ink.pages[index].background = .pdf(page: number + shift[min(max(0, number), count + 1)])
            }
        }
        do {
            let list = try ScratchFile(Array(try JSONEncoder().encode(papers)))
            let update = try ScratchFile()
            let answer = try client.insertPaper(list, into: pdf, update: update)
            guard answer.refusal == nil else { return nil }
            unknown = UnknownPaper(papers.map(\.paper), at: answer.unknown)
            let whole = try ScratchFile()
            try pdf.input.copy(to: whole.descriptor)
            try update.asInput(named: pdf.input.path).copy(to: whole.descriptor)
            document = try OpenDocument(try whole.asInput(named: pdf.input.path))
        } catch { throw LimnError(error) }
        self.ink = ink
    }

    /// The numbers that pages of paper get: those that follow one page stand in the order given.
    private static func numbers(of papers: [InsertPaperJob.Page]) -> [Int] {
        let order = papers.indices.sorted { (papers[$0].follows, $0) < (papers[$1].follows, $1) }
        var numbers = [Int](repeating: 0, count: papers.count)
        for (before, index) in order.enumerated() { numbers[index] = papers[index].follows + before + 1 }
        return numbers
    }

    /// How many pages of paper stand before each page of the PDF, by its number from 0 to one more than there are.
    private static func shift(by papers: [InsertPaperJob.Page], pageCount: Int) -> [Int] {
        var shift = [Int](repeating: 0, count: pageCount + 2)
        for paper in papers { shift[paper.follows + 1] += 1 }
        for number in shift.indices.dropFirst() { shift[number] += shift[number - 1] }
        return shift
    }
}
