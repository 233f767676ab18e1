// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry

/// A writer for objects. Pictures go into a separate table, so that equal pictures are stored only once.
struct ObjectWriter {
    /// The numbers assigned to the pictures so far.
    private var numbers: [PictureData: Int] = [:]
    /// The pictures that have not been written to a record yet.
    private var newPictures: [PictureData] = []

    /// Makes a writer. `pictureCount` is the number of pictures already in the file; new pictures are not compared with
    /// these.
    init(pictureCount: Int = 0) { nextNumber = pictureCount }

    private var nextNumber: Int

    /// Returns the pictures that were first used since the last call.
    mutating func takeNewPictures() -> [PictureData] {
        defer { newPictures = [] }
        return newPictures
    }

    mutating func write(_ object: PageObject, into writer: inout ByteWriter) {
        writer.byte(UInt8(NativeTables.objectKinds.firstIndex(of: object.kind) ?? 0))
        writer.signed(Int64(object.layer))
        switch object {
        case .text(let item): writer.text(item)
        case .picture(let item): writer.picture(item, number: number(of: item.data))
        case .note(let item):
            writer.doubles([item.place.x, item.place.y])
            writer.color(item.color)
            writer.string(item.title)
            writer.string(item.text)
        case .link(let item):
            writer.rect(item.area)
            switch item.target {
            case .uri(let uri):
                writer.byte(0)
                writer.string(uri)
            case .page(let page):
                writer.byte(1)
                writer.signed(Int64(page))
            }
        case .markup(let item): writer.markup(item)
        }
    }

    private mutating func number(of picture: PictureData) -> Int {
        if let number = numbers[picture] { return number }
        defer { nextNumber += 1 }
        numbers[picture] = nextNumber
        newPictures.append(picture)
        return nextNumber
    }
}

extension ByteWriter {
    fileprivate static let hasWidth: UInt8 = 1
    fileprivate static let hasLineHeight: UInt8 = 2
    fileprivate static let isMeasured: UInt8 = 4

    fileprivate mutating func text(_ item: TextItem) {
        transform(item.transform)
        byte(UInt8(NativeTables.alignments.firstIndex(of: item.alignment) ?? 0))
        byte(UInt8(NativeTables.directions.firstIndex(of: item.direction) ?? 0))
        byte(
            (item.width == nil ? 0 : Self.hasWidth) | (item.lineHeight == nil ? 0 : Self.hasLineHeight)
                | (item.measured == nil ? 0 : Self.isMeasured))
        if let width = item.width { double(width) }
        if let height = item.lineHeight { double(height) }
        if let size = item.measured { doubles([size.width, size.height]) }
        count(item.runs.count)
        for run in item.runs {
            string(run.text)
            string(run.style.family)
            double(run.style.size)
            signed(Int64(run.style.weight))
            byte((run.style.isItalic ? 1 : 0) | (run.style.isUnderlined ? 2 : 0) | (run.style.isStruck ? 4 : 0))
            color(run.style.color)
        }
    }

    fileprivate mutating func picture(_ item: PictureItem, number: Int) {
        count(number)
        transform(item.transform)
        rect(item.frame)
        rect(item.crop)
        double(item.opacity)
        optionalString(item.alternative)
    }

    fileprivate mutating func markup(_ item: MarkupItem) {
        byte(UInt8(NativeTables.markupStyles.firstIndex(of: item.style) ?? 0))
        color(item.color)
        string(item.words)
        string(item.text)
        count(item.quads.count)
        for quad in item.quads { doubles(quad.numbers) }
    }

    fileprivate mutating func transform(_ t: AffineTransform) { doubles([t.a, t.b, t.c, t.d, t.tx, t.ty]) }

    fileprivate mutating func rect(_ r: Rect) { doubles([r.minX, r.minY, r.maxX, r.maxY]) }
}

extension ByteReader {
    /// Reads an object.
    ///
    /// - Parameter picture: returns the picture with a given number, or nil if there is none.
    mutating func object(_ picture: (Int) -> PictureData?) throws(InkError) -> PageObject {
        let kind = try choice(NativeTables.objectKinds)
        let layer = try integer()
        var object: PageObject
        switch kind {
        case .text: object = .text(try text())
        case .picture:
            let number = try unsigned()
            guard let data = Int(exactly: number).flatMap(picture) else { throw damaged("a picture is missing") }
            object = .picture(try self.picture(data))
        case .note:
            let place = try doubles(count: 2)
            let color = try color()
            let title = try string()
            let text = try string()
            object = .note(
                NoteItem(at: Point(x: place[0], y: place[1]), title: title, text: text, color: color))
        case .link:
            let area = try rect()
            switch try byte() {
            case 0: object = .link(LinkItem(area, to: .uri(try string())))
            case 1: object = .link(LinkItem(area, to: .page(try integer())))
            default: throw damaged("a link leads to an unknown kind of place")
            }
        case .markup: object = .markup(try markup())
        }
        object.layer = layer
        guard object.isStorable else { throw damaged("a value is out of its range") }
        return object
    }

    private mutating func text() throws(InkError) -> TextItem {
        var item = TextItem(runs: [], transform: try transform())
        item.alignment = try choice(NativeTables.alignments)
        item.direction = try choice(NativeTables.directions)
        let flags = try byte()
        if flags & ByteWriter.hasWidth != 0 { item.width = try finite() }
        if flags & ByteWriter.hasLineHeight != 0 { item.lineHeight = try finite() }
        if flags & ByteWriter.isMeasured != 0 {
            let sides = try doubles(count: 2)
            item.measured = Size(width: sides[0], height: sides[1])
        }
        // A run takes at least seventeen bytes.
        for _ in 0..<(try count(of: 17)) {
            let text = try string()
            var style = TextItem.Style(family: try string(), size: try finite())
            style.weight = try integer()
            let flags = try byte()
            style.isItalic = flags & 1 != 0
            style.isUnderlined = flags & 2 != 0
            style.isStruck = flags & 4 != 0
            style.color = try color()
            item.runs.append(TextItem.Run(text, style))
        }
        return item
    }

    private mutating func picture(_ data: PictureData) throws(InkError) -> PictureItem {
        let transform = try transform()
        let frame = try rect()
        let crop = try rect()
        let opacity = try finite()
        return PictureItem(
            data, frame: frame, crop: crop, opacity: opacity, transform: transform,
            alternative: try optionalString())
    }

    private mutating func markup() throws(InkError) -> MarkupItem {
        let style = try choice(NativeTables.markupStyles)
        let color = try color()
        var item = MarkupItem(style, over: [], color: color, words: try string(), text: try string())
        // A piece takes 64 bytes.
        for _ in 0..<(try count(of: 64)) { item.quads.append(Quad(try doubles(count: 8))) }
        return item
    }

    private mutating func transform() throws(InkError) -> AffineTransform {
        let v = try doubles(count: 6)
        return AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
    }

    private mutating func rect() throws(InkError) -> Rect {
        let v = try doubles(count: 4)
        return Rect(x0: v[0], y0: v[1], x1: v[2], y1: v[3])
    }

    /// Reads an entry of the table of pictures.
    mutating func pictureData() throws(InkError) -> PictureData {
        let format = try choice(NativeTables.pictureFormats)
        return PictureData(try blob(), format: format)
    }
}

extension ByteWriter {
    mutating func pictureData(_ picture: PictureData) {
        byte(UInt8(NativeTables.pictureFormats.firstIndex(of: picture.format) ?? 0))
        blob(picture.bytes)
    }
}
