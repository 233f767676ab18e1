// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCairo
internal import LimnCompositor
internal import LimnGeometry
internal import LimnJobs
internal import LimnPictures
internal import LimnRaster
internal import SystemPackage

extension ContactSheetJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let cards = try BoundedJSON.decode([Card].self, from: Data(try session.bytes(descriptors[2])))
        guard !cards.isEmpty, columns >= 1, rows >= 1, side >= 1 else { throw WorkerSession.invalidRequest }
        var pixels = PixelReader(descriptor: descriptors[1], side: side)
        switch form {
        case .picture(let encoder):
            let rows = rows
            guard let layout = SheetLayout(side: side, columns: columns, rows: rows), cards.count <= layout.capacity
            else { throw WorkerSession.invalidRequest }
            let sheet = try PictureSheet(layout, cards: cards.count)
            for card in cards { try sheet.add(try pixels.card(card)) }
            let picture = try sheet.finish()
            let bytes = try encoder.encode(picture)
            try session.write(bytes, to: descriptors[0])
            return Answer(
                size: PictureSize(width: picture.width, height: picture.height), pages: 1, bytes: bytes.count)
        case .pdf(let quality):
            let sheet = try PagedSheet(
                SheetLayout(page: page, columns: columns), pictureSide: side, jpegQuality: quality)
            for card in cards { try sheet.add(try pixels.card(card)) }
            let pages = sheet.pageCount
            let bytes = try sheet.finish()
            try session.write(bytes, to: descriptors[0])
            return Answer(size: nil, pages: pages, bytes: bytes.count)
        }
    }
}

/// Reads the pixels of consecutive pictures.
private struct PixelReader {
    let descriptor: FileDescriptor
    let side: Int
    private var place: Int64 = 0

    init(descriptor: FileDescriptor, side: Int) { (self.descriptor, self.side) = (descriptor, side) }

    mutating func card(_ card: ContactSheetJob.Card) throws -> SheetCard {
        guard let size = card.picture else {
            return SheetCard(
                name: card.name, note: card.note,
                face: .failure(word: card.failure?.word ?? "", reason: card.failure?.reason ?? ""))
        }
        guard (1...side).contains(size.width), (1...side).contains(size.height) else {
            throw WorkerSession.invalidRequest
        }
        let buffer = try PixelBuffer(width: size.width, height: size.height, hasAlpha: false)
        try buffer.withUnsafeMutableBytes { bytes in
            var done = 0
            while done < bytes.count {
                let got = try descriptor.read(
                    fromAbsoluteOffset: place, into: UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
                guard got > 0 else { throw WorkerSession.invalidRequest }
                done += got
                place += Int64(got)
            }
        }
        return SheetCard(name: card.name, note: card.note, hasWarnings: card.hasWarnings, face: .picture(buffer))
    }
}
