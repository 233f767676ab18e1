// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
internal import LimnInk

/// The settings of a note that apply to all of its pages.
struct SaberNote {
    /// The default width of a page, in Saber's units.
    static let usualWidth = 1000.0

    let background: InkDocument.Background
    let lineHeight: Double
    /// The default width and height of pages. Either may be missing.
    let sides: (Double?, Double?)
    var images: SaberImages
}

/// Reads a page: its background image, text, images and strokes, in this painting order.
enum SaberPage {
    static func read(
        _ page: TreeValue, of note: inout SaberNote, number: Int, _ dropped: inout DroppedItems,
        _ counter: inout InkCounter
    ) throws(InkFormatError) -> InkDocument.Page {
        var result = InkDocument.Page(background: note.background)
        func side(_ name: String, _ standard: Double?) -> Double {
            guard let value = page[name] else { return standard ?? .nan }
            return value.number ?? .nan
        }
        let sides = [side("w", note.sides.0), side("h", note.sides.1)]
        if sides.allSatisfy({ $0 > 0 && $0 <= ValueLimits.maximumCoordinate }) {
            result.size = Size(width: sides[0], height: sides[1])
        }
        func add(_ object: PageObject) throws(InkFormatError) {
            guard object.isStorable else { return dropped.note(.init(of: object), page: number) }
            try counter.addObject(page: number)
            result.drawing.append(.object(object))
        }
        if let image = page["b"], image.isObject, image["e"]?.string == ".pdf" {
            let (found, reason) = note.images.pdfPage(image)
            if let found {
                result.background = .pdf(page: found.number)
                result.placement = found.placement
            } else {
                dropped.note(.background, page: number, detail: reason)
            }
        } else if let image = page["b"], image.isObject {
            let size = result.size ?? Size(width: SaberNote.usualWidth, height: SaberNote.usualWidth * 1.4)
            let (picture, reason) = note.images.read(image, background: size)
            if let picture {
                try add(.picture(picture))
            } else {
                dropped.note(.backgroundImage, page: number, detail: reason)
            }
        }
        let text = SaberText(
            page["q"]?.array ?? [], lineHeight: note.lineHeight,
            pageWidth: result.size?.width ?? SaberNote.usualWidth)
        for (kind, detail) in text.dropped { dropped.note(kind, page: number, detail: detail) }
        for item in text.items { try add(.text(item)) }
        for image in page["i"]?.array ?? [] {
            let (picture, reason) = note.images.read(image)
            if let picture { try add(.picture(picture)) } else { dropped.note(.image, page: number, detail: reason) }
        }
        for element in page["s"]?.array ?? [] {
            let read = SaberStroke(element)
            for (kind, detail) in read.dropped { dropped.note(kind, page: number, detail: detail) }
            guard let stroke = read.stroke else { continue }
            try counter.add(stroke, page: number)
            result.drawing.strokes.append(stroke)
        }
        return result
    }
}
