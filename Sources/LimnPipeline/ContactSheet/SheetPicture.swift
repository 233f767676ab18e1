// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs
internal import LimnPictures
internal import SystemPackage

/// The first page of a document as pixels.
struct SheetPicture: Sendable {
    /// The reason why there is no picture.
    struct Failure: Error {
        var error: LimnError
        /// The page number, which is 1; nil if the document could not be opened.
        var page: Int?
    }

    var width: Int
    var height: Int
    /// Rows of pixels with four bytes each: blue, green, red, alpha.
    var pixels: [UInt8]
    var pageCount: Int
    var diagnostics: [Diagnostic]

    /// Draws the first page of a document, with the ink that lies beside it.
    static func drawn(
        _ path: FilePath, inkBeside: FilePath?, _ request: ContactSheetRequest
    ) -> Result<SheetPicture, Failure> {
        Result { () throws(Failure) in
            var page: Int?
            do {
                let source = try PageSource(
                    path, inkBeside: inkBeside, background: Background(), access: request.access, request.context)
                let document = source.document
                let client = JobClient(request.context, access: request.access)
                let opened = try client.open(document)
                guard opened.pageCount > 0 else { throw LimnError(.failed, "The document has no pages.") }
                page = 1
                return try SheetPicture(of: source, path, opened, request, client)
            } catch { throw Failure(error: LimnError(error), page: page) }
        }
    }

    private init(
        of source: PageSource, _ path: FilePath, _ opened: OpenDocument.Facts, _ request: ContactSheetRequest,
        _ client: JobClient
    ) throws {
        let scratch = try ScratchFile()
        let ink = try source.drawing(
            ofPage: 1, opened.pageCount, layers: LayerChoice(for: .everyone), client)?.scratch()
        let job = PictureJob(page: 1, size: .longerSide(request.size), form: .pixels, hasInk: ink != nil)
        let (drawn, warnings) = try client.picture(
            job, of: source.document, ink: ink,
            into: JobOutput(temporary: scratch))
        let sides = 1...request.size
        guard sides.contains(drawn.width), sides.contains(drawn.height),
            scratch.size == 4 * drawn.width * drawn.height
        else { throw client.refusal() }
        width = drawn.width
        height = drawn.height
        pixels = try scratch.bytes()
        pageCount = opened.pageCount
        diagnostics =
            source.warnings + (opened.warnings + warnings).map { Diagnostic(libraryText: $0, about: path, page: 1) }
    }
}
