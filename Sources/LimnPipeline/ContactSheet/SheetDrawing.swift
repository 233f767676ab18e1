// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnJobs
internal import LimnPictures
internal import SystemPackage

/// A sheet in progress. It collects cards with their pictures, and then has a worker draw them. The first error ends
/// it.
struct SheetDrawing {
    private let request: ContactSheetRequest
    private let layout: SheetLayout
    private var cards: [ContactSheetJob.Card] = []
    /// The pixels of all cards' pictures, in order.
    private var pixels: Result<ScratchFile, LimnError>

    init(_ request: ContactSheetRequest, _ layout: SheetLayout) {
        self.request = request
        self.layout = layout
        pixels = Result { try ScratchFile() }.mapError { LimnError($0) }
    }

    /// Adds the card of the next document.
    mutating func add(
        _ drawn: Result<SheetPicture, SheetPicture.Failure>, _ path: FilePath, name: String, _ output: FilePath
    ) -> RenderResult {
        switch drawn {
        case .failure(let failure):
            let result = RenderResult(failure.error, input: path, page: failure.page)
            cards.append(
                .init(
                    name: name, note: "",
                    failure: .init(word: result.status.rawValue, reason: failure.error.sentence)))
            return result
        case .success(let picture):
            let diagnostics = picture.diagnostics
            let pages = picture.pageCount == 1 ? "1 page" : "\(picture.pageCount) pages"
            cards.append(
                .init(
                    name: name, note: diagnostics.status == .ok ? pages : "\(pages), with warnings",
                    hasWarnings: diagnostics.status != .ok, picture: .init(width: picture.width, height: picture.height)
                ))
            pixels = pixels.flatMap { file in
                Result {
                    _ = try file.descriptor.writeAll(picture.pixels)
                    return file
                }.mapError { LimnError(.failed, "A temporary file cannot be written: \($0).") }
            }
            var result = RenderResult(
                input: path, page: 1, output: output, picture: nil, status: diagnostics.status,
                diagnostics: diagnostics)
            // A picture on a sheet is not a file, so it has no size in bytes.
            (result.width, result.height) = (picture.width, picture.height)
            return result
        }
    }

    /// Draws the sheet and writes the file, completely or not at all.
    func publish(to output: FilePath) throws(LimnError) -> ContactSheetRenderer.Sheet {
        do {
            let (scratch, list) = (try ScratchFile(), try ScratchFile(Array(try JSONEncoder().encode(cards))))
            let form: ContactSheetJob.Form =
                switch request.format {
                case .picture(let encoder): .picture(encoder)
                case .pdf(let quality): .pdf(quality: quality)
                }
            let client = JobClient(request.context, access: request.access)
            let made = try client.perform(
                ContactSheetJob(
                    form: form, side: request.size, columns: layout.columns, rows: layout.rows,
                    page: ContactSheetRenderer.page),
                on: nil, reading: [try pixels.get(), list], into: JobOutput(temporary: scratch)
            ).answer
            let bytes = try scratch.bytes()
            guard bytes.count == made.bytes else { throw client.refusal() }
            if output == "-" {
                try StandardOutput.write(bytes)
            } else {
                try Publisher(keepsExisting: request.keepsExisting).publish(bytes, to: output)
            }
            return ContactSheetRenderer.Sheet(
                output: output, pixels: made.size.map { ($0.width, $0.height) }, pages: made.pages,
                documents: cards.count, bytes: bytes.count)
        } catch { throw LimnError(error) }
    }
}
