// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPictures
internal import LimnJobs
internal import LimnFiles
internal import SystemPackage

/// Draws the first pages of documents in several threads and gives the pictures in the documents' order.
struct SheetLanes {
    /// A first page.
    struct Picture: Sendable {
        var width: Int
        var height: Int
        /// Rows of four bytes a pixel, as in a `PixelBuffer`.
        var pixels: [UInt8]
        var pageCount: Int
        var complaints: [String]
    }

    /// Why there is no picture.
    struct Failure: Error {
        var error: LimnError
        /// 1 where the document was opened, nil where it was not.
        var page: Int?
    }

    private let lanes: OrderedLanes<FilePath, Result<Picture, Failure>>
    private let request: ContactSheetRequest

    init(_ documents: [FilePath], _ request: ContactSheetRequest) {
        self.request = request
        lanes = OrderedLanes(documents, isolation: request.isolation) { document, runner in
            Self.draw(document, request, JobClient(runner, access: request.access))
        }
    }

    func start() { lanes.start(request.jobs) }

    /// Waits for the picture of the next document. To be called once for each.
    func take() -> Result<Picture, Failure> { lanes.take() }

    private static func draw(
        _ path: FilePath, _ request: ContactSheetRequest, _ client: JobClient
    ) -> Result<Picture, Failure> {
        Result { () throws(Failure) in
            var page: Int?
            do {
                let document = try OpenDocument(path)
                let pageCount = try client.open(document)
                guard pageCount > 0 else { throw LimnError(.failed, "The document has no pages.") }
                page = 1
                return try picture(of: document, pageCount, request, client)
            } catch { throw Failure(error: LimnError(error), page: page) }
        }
    }

    private static func picture(
        of document: OpenDocument, _ pageCount: Int, _ request: ContactSheetRequest, _ client: JobClient
    ) throws -> Picture {
        let scratch = try ScratchFile()
        let job = PictureJob(
            page: 1, size: .longerSide(request.size), form: .pixels, isTransparent: false, hasInk: false)
        let drawn = try client.picture(job, of: document, ink: nil, into: JobOutput(scratch))
        let pixels = try scratch.bytes()
        // A worker is not to be trusted: what it says must fit what it wrote.
        let sides = 1...request.size
        guard sides.contains(drawn.width), sides.contains(drawn.height), pixels.count == 4 * drawn.width * drawn.height
        else { throw LimnError(.failed, "The worker wrote something else than it said.") }
        return Picture(
            width: drawn.width, height: drawn.height, pixels: pixels, pageCount: pageCount,
            complaints: client.openingComplaints + drawn.complaints)
    }
}
