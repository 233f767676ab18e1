// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFormDetection
internal import LimnForms
internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

extension SheetPage {
    /// Reads what a page prints.
    ///
    /// - Parameters:
    ///   - number: The page, from 1.
    ///   - fields: The fields of the document.
    init(page number: Int, of document: Template, with fields: [FormField]) throws {
        let page = try document.page(number)
        let words = page.words(limit: Self.wordLimit)
        let marks = try? document.objects().marks(ofPageAt: number - 1)
        let letters = Dictionary(grouping: words.filter { $0.turn != nil }) { $0.turn ?? 0 }
            .mapValues { $0.reduce(0) { $0 + $1.text.count } }
        self.init(
            size: page.size, words: words.map { Word($0.text, box: $0.box) },
            shapes: (marks?.shapes ?? []).map { Shape($0) }, pictures: (marks?.pictures ?? []).map(\.box),
            fields: fields.flatMap {
                $0.widgets.filter { $0.isListed(onPage: number - 1) && !$0.isHidden }.map(\.rect)
            },
            turn: letters.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0)
    }

    private static let wordLimit = 20_000
}

extension SheetPage.Shape {
    fileprivate init(_ shape: PageMarks.Shape) {
        let outline: Outline =
            switch shape.outline {
            case .line: .line
            case .slantedLine: .slantedLine
            case .rectangle: .rectangle
            case .other: .other
            }
        self.init(
            outline, box: shape.box, lineWidth: shape.lineWidth, isDashed: shape.isDashed,
            lineBrightness: shape.lineBrightness, fillBrightness: shape.fillBrightness)
    }
}

extension ScanReader {
    /// Reads a picture of a page.
    ///
    /// - Parameter number: The page, from 1.
    init(page number: Int, of document: Template, _ sheet: SheetPage) throws {
        let page = try document.page(number)
        let picture = try page.render(.longerSide(Self.longestSide), pixelLimit: Self.longestSide * Self.longestSide)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(picture.width * picture.height)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let pixel = picture[x, y]
                let light = 114 * Int(pixel.blue) + 587 * Int(pixel.green) + 299 * Int(pixel.red)
                pixels.append(UInt8(light / 1000))
            }
        }
        self.init(pixels: pixels, width: picture.width, height: picture.height, of: sheet)
    }

    /// The longest side of the picture in pixels: about 150 dots per inch of an A4 page.
    private static let longestSide = 1750
}
