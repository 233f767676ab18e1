// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnJobs
internal import LimnRebase

/// Reads the printed text of a PDF: the work behind `limn text`.
package struct TextReader {
    private let access: Access
    private let context: JobContext

    /// Prepares the reading of text.
    ///
    /// - Parameters:
    ///   - access: the password and the limits for the document.
    ///   - context: the workers.
    package init(access: Access = Access(), context: JobContext = .standard) {
        self.access = access
        self.context = context
    }

    /// Returns the text of the chosen pages, in their order.
    ///
    /// - Parameter content: `shown` or `printed`.
    /// - Throws: ``LimnError``, with `noSuchPage` for a page that does not exist.
    package func text(
        of document: OpenDocument, pages: PageSelection, _ content: ReadLayoutJob.Content
    ) throws(LimnError) -> [PrintedText] {
        try read(document, pages, content) { PrintedText(page: $0, $1) }
    }

    /// Returns the marks on the text of the chosen pages, in the order of their pages and of their words.
    ///
    /// - Throws: ``LimnError``, with `noSuchPage` for a page that does not exist, or with `limit` if they mark too many
    ///   words.
    package func marks(in document: OpenDocument, pages: PageSelection) throws(LimnError) -> [TextMark] {
        var words = 0
        return try read(document, pages, .markups) { (number, layout) throws(LimnError) in
            var marks: [TextMark] = []
            for markup in layout.markups {
                if context.isCancelled { throw .cancelled }
                let mark = TextMark(page: number, markup, on: layout)
                words += mark.wordCount
                guard words <= ReadLayoutJob.partLimit else {
                    throw LimnError(
                        .limit, "More than \(ReadLayoutJob.partLimit) words are marked; choose fewer pages.")
                }
                marks.append(mark)
            }
            // Marks without words are last, from the top to the bottom.
            return marks.enumerated().sorted { one, other in
                (one.element.firstWord ?? .max, one.offset) < (other.element.firstWord ?? .max, other.offset)
            }.map(\.element)
        }.flatMap { $0 }
    }

    private func read<Page>(
        _ document: OpenDocument, _ pages: PageSelection, _ content: ReadLayoutJob.Content,
        as page: (Int, PageLayout) throws(LimnError) -> Page
    ) throws(LimnError) -> [Page] {
        let client = JobClient(context, access: access)
        let numbers = try pages.numbers(of: try client.open(document).pageCount)
        var found: [Page] = []
        var parts = 0
        for range in PageSelection.ranges(of: numbers, limit: ReadLayoutJob.limit) {
            let layouts = try client.value(of: ReadLayoutJob(pages: range, content), on: document).value
            if let place = layouts.firstIndex(where: { $0.words.count >= ReadLayoutJob.wordLimit }) {
                throw LimnError(
                    .limit, "Page \(range.lowerBound + place) has more than \(ReadLayoutJob.wordLimit) words.")
            }
            parts += layouts.map { $0.words.count + $0.markups.count }.reduce(0, +)
            guard parts <= ReadLayoutJob.partLimit else {
                throw LimnError(
                    .limit, "The pages have more than \(ReadLayoutJob.partLimit) words; choose fewer.")
            }
            for (number, layout) in zip(range, layouts) { found.append(try page(number, layout)) }
        }
        return found
    }
}
