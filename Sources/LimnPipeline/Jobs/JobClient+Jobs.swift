// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnPictures

/// Jobs that several use cases perform in the same way.
extension JobClient {
    /// Returns the displayed sizes of pages in points, by page number.
    func sizes(ofPages pages: [Int], of document: OpenDocument) throws(LimnError) -> [Int: Size] {
        var sizes: [Int: Size] = [:]
        for start in stride(from: 0, to: pages.count, by: PageSizesJob.limit) {
            let some = Array(pages[start..<min(start + PageSizesJob.limit, pages.count)])
            for (page, size) in zip(some, try perform(PageSizesJob(pages: some), on: document).answer) {
                sizes[page] = size
            }
        }
        return sizes
    }

    /// Draws a page and writes the picture to a file.
    func picture(
        _ job: PictureJob, of document: OpenDocument, ink: ScratchFile?, into output: JobOutput
    ) throws(LimnError) -> (answer: PictureJob.Answer, warnings: [String]) {
        let done = try perform(job, on: document, reading: ink.map { [$0] } ?? [], into: output)
        if case .file(let encoder) = job.form, let head = output.head(OutputHead.count) {
            guard OutputHead(head, encoder.format).fits(width: done.answer.width, height: done.answer.height) else {
                throw refusal()
            }
        }
        return (done.answer, done.warnings)
    }

    /// Inspects a document and includes what workers say about it.
    func inspection(of document: OpenDocument) throws(LimnError) -> PDFInspection {
        let opened = try open(document)
        var (inspection, warnings) = try value(of: InspectJob(), on: document)
        inspection.add(
            (opened.warnings + warnings).compactMap { LibraryText.ownSentence(in: $0) },
            about: document.input.path.shownAsInput)
        return inspection
    }

    /// Returns the maximum time for parsing a file, in seconds. It grows with the size of the file.
    static func parsingTime(ofBytes size: Int) -> Double { 5 + 4 * Double(size) / 1e6 }
}
