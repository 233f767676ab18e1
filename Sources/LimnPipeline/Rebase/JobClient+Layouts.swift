// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnRebase

extension JobClient {
    /// Reads the layouts of all pages of a document.
    func layout(of document: OpenDocument) throws(LimnError) -> DocumentLayout {
        let count = try open(document).pageCount
        var pages: [PageLayout] = []
        var parts = 0
        for first in stride(from: 1, through: max(1, count), by: ReadLayoutJob.limit) {
            let last = min(first + ReadLayoutJob.limit - 1, count)
            guard first <= last else { break }
            let more = try layouts(ofPages: first...last, of: document)
            parts += more.map(\.partCount).reduce(0, +)
            guard parts <= AnswerBounds.layoutParts else {
                throw LimnError(.limit, "The document shows more words and lines than can be compared.")
            }
            pages += more
        }
        return DocumentLayout(pages: pages)
    }

    /// Reads the layouts of at most ``ReadLayoutJob/limit`` pages.
    func layouts(
        ofPages numbers: ClosedRange<Int>, of document: OpenDocument, _ content: ReadLayoutJob.Content = .compared
    ) throws(LimnError) -> [PageLayout] {
        do {
            let output = try ScratchFile()
            try perform(
                ReadLayoutJob(pages: numbers, content), on: document,
                into: JobOutput(temporary: output, limit: AnswerBounds.layoutBytes))
            let pages = try decoded([PageLayout].self, from: output)
            guard pages.count == numbers.count, pages.allSatisfy({ AnswerBounds.allow($0) }) else { throw refusal() }
            return pages
        } catch { throw LimnError(error) }
    }
}
