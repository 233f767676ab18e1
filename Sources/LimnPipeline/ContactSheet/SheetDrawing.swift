// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnFiles
internal import LimnRaster
internal import SystemPackage

/// One sheet on its way: takes pictures, then becomes a file. The first thing that goes wrong ends it.
final class SheetDrawing {
    private enum Canvas {
        case picture(PictureSheet, PictureEncoder)
        case pages(PagedSheet)
    }

    private let keepsExisting: Bool
    private var canvas: Result<Canvas, PipelineError>

    init(_ request: ContactSheetRequest, _ layout: SheetLayout, cards: Int) {
        keepsExisting = request.keepsExisting
        canvas = Self.attempt {
            switch request.format {
            case .picture(let encoder): .picture(try PictureSheet(layout, cards: cards), encoder)
            case .pdf(let quality):
                .pages(try PagedSheet(layout, pictureSide: request.size, jpegQuality: quality))
            }
        }
    }

    /// Draws the next document's card.
    func add(
        _ drawn: Result<SheetLanes.Picture, SheetLanes.Failure>, _ path: FilePath, name: String, _ output: FilePath
    ) -> PictureResult {
        switch drawn {
        case .failure(let failure):
            let result = PictureResult(failure.error, input: path, page: failure.page)
            add(
                SheetCard(
                    name: name, note: "", face: .failure(word: result.status.rawValue, reason: failure.error.sentence)))
            return result
        case .success(let picture):
            let remarks = picture.complaints.map { Remark(warning: $0, about: path, page: 1) }
            let pages = picture.pageCount == 1 ? "1 page" : "\(picture.pageCount) pages"
            do {
                let buffer = try PixelBuffer(width: picture.width, height: picture.height, hasAlpha: false)
                buffer.withUnsafeMutableBytes { $0.copyBytes(from: picture.pixels) }
                add(
                    SheetCard(
                        name: name, note: remarks.isEmpty ? pages : "\(pages), with warnings",
                        hasWarnings: !remarks.isEmpty, face: .picture(buffer)))
            } catch { canvas = .failure(PipelineError(error)) }
            return PictureResult(
                input: path, page: 1, output: output, width: picture.width, height: picture.height, bytes: nil,
                status: remarks.isEmpty ? .ok : .warnings, remarks: remarks)
        }
    }

    private func add(_ card: SheetCard) {
        guard case .success(let open) = canvas else { return }
        do {
            switch open {
            case .picture(let sheet, _): try sheet.add(card)
            case .pages(let sheet): try sheet.add(card)
            }
        } catch { canvas = .failure(PipelineError(error)) }
    }

    /// Writes the file, whole or not at all.
    func publish(to output: FilePath, documents: Int) throws(PipelineError) -> ContactSheetMaking.Sheet {
        var sheet = ContactSheetMaking.Sheet(output: output, pages: 1, documents: documents, bytes: 0)
        let bytes: [UInt8]
        do {
            switch try canvas.get() {
            case .picture(let drawing, let encoder):
                let picture = try drawing.finish()
                sheet.pixels = (picture.width, picture.height)
                bytes = try encoder.encode(picture)
            case .pages(let drawing):
                sheet.pages = drawing.pageCount
                bytes = try drawing.finish()
            }
            sheet.bytes = bytes.count
            if output == "-" {
                try StandardOutput.write(bytes)
            } else {
                try Publisher(keepsExisting: keepsExisting).publish(bytes, to: output)
            }
        } catch { throw PipelineError(error) }
        return sheet
    }

    private static func attempt(_ body: () throws -> Canvas) -> Result<Canvas, PipelineError> {
        Result { try body() }.mapError { PipelineError($0) }
    }
}
