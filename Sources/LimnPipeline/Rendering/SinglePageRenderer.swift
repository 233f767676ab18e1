// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnFiles
package import LimnInk
package import LimnJobs
package import LimnPictures
internal import LimnWorker

/// Draws one page of one document into a file without a name.
package struct SinglePageRenderer: Sendable {
    /// What was drawn.
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

    package init(
        document: OpenDocument, page: Int, size: RenderSize, encoder: PictureEncoder, ink: Drawing?, access: Access,
        context: JobContext
    ) {
        self.document = document
        self.ink = ink
        job = PictureJob(page: page, size: size, form: .file(encoder), hasInk: ink != nil)
        client = JobClient(context, access: access)
    }

    package func run() throws(LimnError) -> Made {
        do {
            let opened = try client.open(document)
            guard (1...max(1, opened.pageCount)).contains(job.page), opened.pageCount > 0 else {
                throw ResolvedPages.noPage("\(job.page)", of: opened.pageCount)
            }
            let scratch = try ink.map { drawing in
                try ScratchFile(
                    try NativeInk.encode(InkDocument(pages: [.init(drawing: drawing)]), precision: .lossless))
            }
            let file = try ScratchFile()
            let limit = AnswerBounds.pictureBytes(pixelLimit: client.access.pixelLimit)
            let (answer, warnings) = try client.picture(
                job, of: document, ink: scratch, into: JobOutput(temporary: file, limit: limit))
            try document.input.checkUnchanged()
            return Made(
                width: answer.width, height: answer.height, file: file, warnings: opened.warnings + warnings)
        } catch { throw LimnError(error) }
    }
}
