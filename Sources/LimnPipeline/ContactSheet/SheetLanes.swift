// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnPDFRendering
internal import SystemPackage

/// Draws the first pages of documents in several threads and gives the pictures in the documents' order.
final class SheetLanes: @unchecked Sendable {
    // Unchecked: `next`, `taken` and `done` are guarded by `condition`; everything else is constant.

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
        var error: PipelineError
        /// 1 where the document was opened, nil where it was not.
        var page: Int?
    }

    /// Lanes are at most so many documents ahead of whoever takes the pictures.
    private static let lead = 64

    private let documents: [FilePath]
    private let request: ContactSheetRequest
    private let condition = NSCondition()
    private var next = 0
    private var taken = 0
    private var done: [Int: Result<Picture, Failure>] = [:]

    init(_ documents: [FilePath], _ request: ContactSheetRequest) {
        self.documents = documents
        self.request = request
    }

    func start() {
        for _ in 0..<min(max(1, request.jobs), documents.count) { DrawingThread.start { self.run() } }
    }

    /// Waits for the picture of the next document. To be called once for each.
    func take() -> Result<Picture, Failure> {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = done.removeValue(forKey: taken) {
                taken += 1
                condition.broadcast()
                return result
            }
            condition.wait()
        }
    }

    private func run() {
        let runner = request.isolation.makeRunner()
        defer { runner.end() }
        let client = JobClient(runner, access: request.access)
        let scratch = Result { () throws(FileError) in try ScratchFile() }
        while let index = claim() {
            let result = Result { () throws(Failure) in
                var page: Int?
                do {
                    let document = try OpenDocument(documents[index])
                    let pageCount = try client.open(document)
                    guard pageCount > 0 else { throw PipelineError(.failed, "The document has no pages.") }
                    page = 1
                    return try picture(of: document, pageCount, client, try scratch.get())
                } catch { throw Failure(error: PipelineError(error), page: page) }
            }
            condition.lock()
            done[index] = result
            condition.broadcast()
            condition.unlock()
        }
    }

    private func claim() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        while next < documents.count, next >= taken + Self.lead { condition.wait() }
        guard next < documents.count else { return nil }
        next += 1
        return next - 1
    }

    private func picture(
        of document: OpenDocument, _ pageCount: Int, _ client: JobClient, _ scratch: ScratchFile
    ) throws -> Picture {
        let job = PictureJob(
            page: 1, size: .longerSide(request.size), form: .pixels, isTransparent: false, hasInk: false)
        let drawn = try client.picture(job, of: document, ink: nil, into: JobOutput(scratch))
        let pixels = try scratch.bytes()
        // A worker is not to be trusted: what it says must fit what it wrote.
        let sides = 1...request.size
        guard sides.contains(drawn.width), sides.contains(drawn.height), pixels.count == 4 * drawn.width * drawn.height
        else { throw PipelineError(.failed, "The worker wrote something else than it said.") }
        return Picture(
            width: drawn.width, height: drawn.height, pixels: pixels, pageCount: pageCount,
            complaints: client.openingComplaints + drawn.complaints)
    }
}
