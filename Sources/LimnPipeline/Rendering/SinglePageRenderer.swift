// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
package import LimnInk
package import LimnJobs
package import LimnPictures
internal import LimnWorker

/// Draws one page of a document to an unnamed file.
package struct SinglePageRenderer: Sendable {
    /// The picture.
    package struct Made: Sendable {
        package var width: Int
        package var height: Int
        package var file: ScratchFile
        package var warnings: [String]
    }

    private let document: OpenDocument
    private let job: PictureJob
    private let ink: Drawing?
    private let client: JobClient

    /// Prepares a picture.
    ///
    /// - Parameters:
    ///   - page: the page, from 1.
    ///   - view: the part of the page, and how it is turned; nil for the whole page in `size`.
    ///   - isTransparent: whether the paper is left out; only some formats have transparency.
    ///   - ink: ink to lay over the page; nil for none.
    package init(
        document: OpenDocument, page: Int, size: RenderSize, encoder: PictureEncoder,
        quality: RenderQuality = .standard, view: PageView? = nil, isTransparent: Bool = false,
        ink: Drawing?, access: Access, context: JobContext
    ) {
        self.document = document
        self.ink = ink
        var job = PictureJob(page: page, size: size, form: .file(encoder), quality: quality, hasInk: ink != nil)
        job.isTransparent = isTransparent
        job.view = view
        self.job = job
        client = JobClient(context, access: access)
    }

    /// Draws the page in a worker.
    ///
    /// - Throws: ``LimnError``; `noSuchPage` if the document has fewer pages.
    package func run() throws(LimnError) -> Made {
        do {
            let source = try PageSource(document, background: nil, access: client.access, client.context)
            let opened = try client.open(source.document)
            guard (1...max(1, opened.pageCount)).contains(job.page), opened.pageCount > 0 else {
                throw ResolvedPages.noPage("\(job.page)", of: opened.pageCount)
            }
            var drawing = try source.drawing(
                ofPage: job.page, opened.pageCount, layers: LayerChoice(for: .everyone), client)
            if let ink, drawing?.add(ink) == nil { drawing = ink }
            var job = job
            job.hasInk = drawing != nil
            let scratch = try drawing?.scratch()
            let file = try ScratchFile()
            let (answer, warnings) = try client.picture(
                job, of: source.document, ink: scratch, into: JobOutput(temporary: file))
            try source.document.input.checkUnchanged()
            return Made(
                width: answer.width, height: answer.height, file: file,
                warnings: (opened.warnings + warnings).compactMap { LibraryText.ownSentence(in: $0) } + answer.notes)
        } catch { throw LimnError(error) }
    }
}
