// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnJobs

/// Paper for ink that refers to no PDF.
struct Paper {
    /// The ink. Each of its pages refers to a page of the paper as its background.
    private(set) var document: InkDocument
    /// The paper, one page for each page of ink.
    private(set) var pages: [PaperJob.Page] = []

    /// The margin around ink without a page size, in points.
    private static let margin = 18.0
    /// The size of a page without a size and without ink, in points: A4.
    private static let emptySize = Size(width: 595, height: 842)
    /// The longest side of a PDF page, in points (ISO 32000-2, annex C.2).
    private static let longestSide = 14_400.0

    init(_ ink: InkDocument) {
        document = ink
        for index in document.pages.indices {
            pages.append(Self.paper(for: &document.pages[index]))
            document.pages[index].background = .pdf(page: index + 1)
        }
    }

    /// Returns the paper for a page of ink. If the page has no size, the ink is moved to leave a margin around it. If
    /// the page is too large for a PDF, the ink is scaled down.
    static func paper(for page: inout InkDocument.Page) -> PaperJob.Page {
        var size = emptySize
        if let own = page.size, own.width > 0, own.height > 0, own.width.isFinite, own.height.isFinite {
            size = own
        } else if let box = page.drawing.bounds, box.isFinite {
            page.drawing = page.drawing.transformed(
                by: .translation(Vector(dx: margin - box.minX, dy: margin - box.minY)))
            size = Size(width: box.width + 2 * margin, height: box.height + 2 * margin)
        }
        let scale = min(1, longestSide / max(size.width, size.height))
        if scale < 1 {
            page.drawing = page.drawing.transformed(by: .scaling(x: scale, y: scale))
            size = Size(width: size.width * scale, height: size.height * scale)
        }
        size = Size(width: max(1, size.width), height: max(1, size.height))
        var paper = PaperJob.Page(size: size)
        if case .paper(let style, let color, let settings) = page.background {
            paper = PaperJob.Page(size: size, style: style, settings: settings, color: color)
        }
        page.size = size
        page.placement = .topLeft
        return paper
    }

    /// Makes the PDF. Also returns the pages that are plain because their ruling is unknown.
    func make(_ context: JobContext) throws -> (file: ScratchFile, unknown: UnknownPaper) {
        let list = try ScratchFile(Array(try JSONEncoder().encode(pages)))
        let file = try ScratchFile()
        let answer = try JobClient(context, access: Access()).perform(
            PaperJob(title: document.title), on: nil, reading: [list], into: JobOutput(temporary: file)
        ).answer
        return (file, UnknownPaper(pages, at: answer.unknown))
    }
}
