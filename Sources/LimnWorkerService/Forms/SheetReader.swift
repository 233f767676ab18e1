// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFormDetection
internal import LimnForms
internal import LimnGeometry
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnPictures
internal import LimnRaster

/// Finds the places on the pages of a document where people write.
struct SheetReader {
    private let document: Template
    /// The fields that the document already has.
    private let fields: [FormField]

    private static let wordLimit = 20_000
    /// The longest side of the picture of a scan in pixels: about 150 dots per inch of an A4 page.
    private static let longestSide = 1750

    init(_ document: Template) {
        self.document = document
        // A document that only poppler can read has words, but no fields and no shapes.
        fields = (try? document.form())?.fields ?? []
    }

    /// Returns the places on a page, counted from 1.
    func places(onPage number: Int) throws -> [DetectedField] {
        let page = try document.page(number)
        let sheet = sheet(page, number)
        if sheet.isScan, let scan = try? scan(page, sheet) { return FieldDetector.fields(on: scan, number: number) }
        return FieldDetector.fields(on: sheet, number: number)
    }

    /// Returns what a page prints.
    private func sheet(_ page: PDFPage, _ number: Int) -> SheetPage {
        let words = page.words(limit: Self.wordLimit)
        let marks = try? document.objects().marks(ofPageAt: number - 1)
        let letters = Dictionary(grouping: words.filter { $0.turn != nil }) { $0.turn ?? 0 }
            .mapValues { $0.reduce(0) { $0 + $1.text.count } }
        return SheetPage(
            size: page.size, words: words.map { .init($0.text, box: $0.box) },
            shapes: (marks?.shapes ?? []).map { .init($0) }, pictures: (marks?.pictures ?? []).map(\.box),
            fields: fields.flatMap {
                $0.widgets.filter { $0.isListed(onPage: number - 1) && !$0.isHidden }.map(\.rect)
            },
            turn: letters.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0)
    }

    /// Reads a picture of a page.
    private func scan(_ page: PDFPage, _ sheet: SheetPage) throws -> ScanReader {
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
        return ScanReader(pixels: pixels, width: picture.width, height: picture.height, of: sheet)
    }
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
