// SPDX-License-Identifier: Apache-2.0

import LimnForms
import LimnGeometry
import Testing

@testable import LimnFormDetection

/// What is found on small pages, upright, turned, and at other scales.
@Suite struct FieldDetectorTests {
    private typealias Word = SheetPage.Word
    private typealias Shape = SheetPage.Shape

    /// A page of 600 × 400 pt.
    private func page(_ words: [Word] = [], _ shapes: [Shape] = []) -> SheetPage {
        SheetPage(size: Size(width: 600, height: 400), words: words, shapes: shapes)
    }

    /// Words of 10 pt on one line.
    private func line(_ text: String, x: Double, y: Double) -> [Word] {
        var x = x
        return text.split(separator: " ").map { word in
            let width = Double(word.count) * 5
            defer { x += width + 3 }
            return Word(String(word), box: Rect(x0: x, y0: y, x1: x + width, y1: y + 10))
        }
    }

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Shape {
        Shape(.rectangle, box: Rect(x0: x, y0: y, x1: x + width, y1: y + height), lineWidth: 1)
    }

    private func rule(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Shape {
        Shape(.line, box: Rect(x0: x0, y0: y0, x1: x1, y1: y1), lineWidth: 1)
    }

    private func found(_ page: SheetPage) -> [DetectedField] {
        var fields = FieldDetector.fields(on: page, number: 1).filter { $0.certainty >= DetectedField.threshold }
        FieldNaming.name(&fields, besides: [])
        return fields
    }

    private static func isNear(_ a: Rect, _ b: Rect) -> Bool {
        [(a.minX, b.minX), (a.minY, b.minY), (a.maxX, b.maxX), (a.maxY, b.maxY)]
            .allSatisfy { ($0 - $1).magnitude < 2 }
    }

    @Test func `A box and a line have the names of the words before them`() throws {
        let fields = found(
            page(
                line("Character name", x: 20, y: 25) + line("Level:", x: 20, y: 70),
                [box(110, 20, 200, 20), rule(60, 80, 160, 80)]))
        #expect(fields.map(\.name) == ["characterName", "level"])
        #expect(Self.isNear(fields[0].rect, Rect(x0: 110, y0: 20, x1: 310, y1: 40)))
        #expect(fields[1].rect.maxY == 80 && fields[1].rect.minX == 60 && fields[1].rect.maxX == 160)
    }

    @Test func `A small label in a box leaves the room below it`() throws {
        let fields = found(page(line("Home address", x: 22, y: 22), [box(20, 20, 300, 40), box(320, 20, 200, 40)]))
        let field = try #require(fields.first { $0.label == "Home address" })
        #expect(field.rect.minY >= 31 && field.rect.maxY == 60)
    }

    @Test func `Headings, hatched cells, dark cells and sentences are no fields`() {
        let slant = { (x: Double) in Shape(.slantedLine, box: Rect(x0: x, y0: 60, x1: x + 30, y1: 80), lineWidth: 1) }
        let dark = Shape(
            .rectangle, box: Rect(x0: 20, y0: 200, x1: 320, y1: 230), lineWidth: nil, fillBrightness: 0.1)
        let words =
            line("Everything that you write here is read by nobody at all and is for nothing", x: 24, y: 105)
            + line("Heading of a part", x: 24, y: 150)
        let fields = found(
            page(
                words,
                [box(20, 100, 400, 20), rule(20, 162, 580, 162), box(20, 60, 100, 20), slant(25), slant(60), dark]))
        #expect(fields.isEmpty, "\(fields)")
    }

    @Test func `A box too low for words is doubtful unless words ask for it`() {
        let text = line("Words of the usual height make the page", x: 20, y: 300)
        #expect(found(page(text, [box(300, 100, 20, 10), box(340, 95, 9.5, 15)])).isEmpty)
        #expect(found(page(text + line("Age", x: 270, y: 100), [box(300, 100, 20, 10)])).map(\.name) == ["age"])
        // Words behind a place name it, and do not make it certain.
        let behind = line("points of luck", x: 320, y: 102)
        #expect(found(page(text + behind, [box(296, 100, 20, 10)])).isEmpty)
        #expect(found(page(text + behind, [box(200, 100, 115, 16)])).map(\.name) == ["pointsOfLuck"])
    }

    @Test func `Lines across the page with words between them separate its parts`() {
        let headings = line("What you should know", x: 20, y: 112) + line("Where to send it", x: 20, y: 142)
        let rules = [100.0, 130, 160].map { rule(20, $0, 580, $0) }
        #expect(found(page(headings, rules)).isEmpty)
        // Below a small label there is room to write.
        let labels = line("Street address", x: 20, y: 21) + line("Telephone", x: 20, y: 61)
        let wide = [20.0, 60, 100].map { rule(20, $0, 580, $0) }
        #expect(found(page(labels, wide)).map(\.name) == ["streetAddress", "telephone"])
    }

    @Test func `A line below a label is written on, and one right below a heading is not`() {
        #expect(found(page(line("Trade", x: 20, y: 100), [rule(20, 128, 200, 128)])).map(\.name) == ["trade"])
        #expect(found(page(line("A heading", x: 20, y: 100), [rule(20, 113, 200, 113)])).isEmpty)
    }

    @Test func `Nobody writes where the number of a line is blocked out, or behind the heading of a part`() {
        var shapes = (0..<3).flatMap { row in
            [box(400, 100 + 20 * Double(row), 30, 20), box(430, 100 + 20 * Double(row), 90, 20)]
        }
        shapes.append(
            Shape(.rectangle, box: Rect(x0: 400, y0: 120, x1: 430, y1: 140), lineWidth: nil, fillBrightness: 0.7))
        let numbers = line("1a", x: 408, y: 105) + line("2", x: 410, y: 145)
        #expect(found(page(numbers, shapes)).map(\.rect.minY) == [100, 140])
        #expect(found(page(line("Section 3 Evidence", x: 22, y: 25), [box(20, 20, 500, 20)])).isEmpty)
    }

    @Test func `Signs name nothing, numbers name lines, and words far before a high box name it`() {
        let words = line("=", x: 90, y: 23) + line("17", x: 86, y: 63) + line("Allies", x: 20, y: 110)
        let shapes = [box(100, 20, 100, 16), box(100, 60, 100, 16), box(140, 100, 100, 60)]
        #expect(found(page(words, shapes)).map(\.name) == ["text", "line17", "allies"])
    }

    @Test func `Equal cells in a row are a comb, and ticks count its cells`() throws {
        let cells = (0..<8).map { box(100 + 15 * Double($0), 20, 15, 18) }
        let ticks = (1..<6).map { rule(100 + 20 * Double($0), 70, 100 + 20 * Double($0), 78) }
        let fields = found(
            page(line("Number", x: 20, y: 24) + line("Code", x: 20, y: 65), cells + [box(100, 60, 120, 18)] + ticks))
        #expect(fields.map(\.cells) == [8, 6])
        #expect(fields.map(\.label) == ["Number", "Code"])
    }

    @Test func `Cells of a table have the names of their rows and columns`() throws {
        var shapes: [Shape] = []
        var words: [Word] = []
        for (column, heading) in ["", "Bonus", "Total"].enumerated() {
            for row in 0..<3 { shapes.append(box(20 + 100 * Double(column), 20 + 20 * Double(row), 100, 20)) }
            if !heading.isEmpty { words += line(heading, x: 55 + 100 * Double(column), y: 25) }
        }
        words += line("Strength", x: 24, y: 45) + line("Wisdom", x: 24, y: 65)
        let names = found(page(words, shapes)).map(\.name)
        #expect(names == ["strength.bonus", "strength.total", "wisdom.bonus", "wisdom.total"])
    }

    @Test func `Rows without words have numbers`() throws {
        var shapes: [Shape] = []
        for row in 0..<3 {
            for column in 0..<2 { shapes.append(box(20 + 150 * Double(column), 20 + 20 * Double(row), 150, 20)) }
        }
        let names = found(page(line("Weapon", x: 80, y: 25) + line("Damage", x: 230, y: 25), shapes)).map(\.name)
        #expect(Set(names) == ["weapon.1", "weapon.2", "damage.1", "damage.2"])
    }

    @Test func `Small boxes are ticked, circles in a line are one choice, and characters can be both`() throws {
        let circle = { (x: Double) in
            Shape(.other, box: Rect(x0: x, y0: 60, x1: x + 9, y1: 69), lineWidth: 1)
        }
        let words =
            line("Proficient", x: 36, y: 20) + line("Size:", x: 20, y: 60) + line("small", x: 72, y: 60)
            + line("large", x: 132, y: 60) + line("☐ Wounded", x: 20, y: 100)
        let fields = found(page(words, [box(20, 20, 10, 10), circle(60), circle(120)]))
        #expect(fields.map(\.kind) == [.check, .radio, .radio, .check])
        #expect(fields.map(\.label) == ["Proficient", "Size: small", "Size: large", "Wounded"])
        #expect(fields.map(\.name) == ["proficient", "size", "size", "wounded"])
        #expect(fields.compactMap(\.choice) == ["small", "large"])
    }

    @Test func `Boxes in a row are all named after the words before them`() {
        let words = line("Defence", x: 60, y: 10) + line("Wounds", x: 20, y: 40)
        let fields = found(page(words, (0..<4).map { box(60 + 14 * Double($0), 40, 10, 10) }))
        #expect(fields.map(\.name) == ["wounds", "wounds2", "wounds3", "wounds4"])
    }

    @Test func `Underscores and dots are lines`() {
        let fields = found(
            page([
                Word("Name:", box: Rect(x0: 20, y0: 20, x1: 45, y1: 30)),
                Word("__________________", box: Rect(x0: 50, y0: 20, x1: 150, y1: 30)),
                Word("Clan:", box: Rect(x0: 20, y0: 60, x1: 45, y1: 70)),
                Word("....................", box: Rect(x0: 50, y0: 60, x1: 150, y1: 70)),
            ]))
        #expect(fields.map(\.name) == ["name", "clan"])
    }

    @Test func `Fields that exist and words that forbid keep their places`() {
        var sheet = page(line("For office use only", x: 20, y: 25), [box(130, 20, 100, 20), box(130, 80, 100, 20)])
        sheet.fields = [Rect(x0: 131, y0: 81, x1: 229, y1: 99)]
        #expect(found(sheet).isEmpty)
    }

    @Test(arguments: [0, 90, 180, 270], [0.5, 1, 2])
    func `Turned and scaled pages have the same fields`(turn: Int, scale: Double) throws {
        let upright = page(
            line("Character name", x: 20, y: 25) + line("Level:", x: 20, y: 70) + line("Alive", x: 36, y: 120),
            [box(110, 20, 200, 20), rule(60, 80, 160, 80), box(20, 120, 10, 10)])
        let rotation = try #require(PageGeometry.Rotation(rawValue: turn))
        let t = rotation.transform(turning: upright.size).then(.scaling(x: scale, y: scale))
        let side = rotation.isSideways ? Size(width: 400, height: 600) : upright.size
        var turned = upright
        turned.size = Size(width: side.width * scale, height: side.height * scale)
        turned.words = upright.words.map { Word($0.text, box: t.apply($0.box)) }
        turned.shapes = upright.shapes.map { shape in
            var shape = shape
            shape.box = t.apply(shape.box)
            return shape
        }
        turned.turn = turn
        let (expected, fields) = (found(upright), found(turned))
        #expect(fields.map(\.name) == expected.map(\.name))
        for (field, other) in zip(fields, expected) {
            #expect(Self.isNear(field.rect, t.apply(other.rect)), "\(field.rect) \(t.apply(other.rect))")
        }
    }

    @Test func `Names differ from one another and from the form's`() {
        func field(_ label: String, row: Int? = nil) -> DetectedField {
            var field = DetectedField(
                .text, page: 1, rect: Rect(x0: 0, y0: 0, x1: 9, y1: 9), certainty: 1, label: label)
            field.number = row
            return field
        }
        var fields = [
            field("Harm", row: 2), field("Harm"), field("Harm", row: 2), field("Ashwick"), field("Ashwick"),
            field(""), field("12"), field("It’s a very long label of many words"), field("Größe"),
        ]
        FieldNaming.name(&fields, besides: ["ashwick.name"])
        #expect(
            fields.map(\.name) == [
                "harm.2", "harm2", "harm.2-2", "ashwick2", "ashwick3", "text", "line12", "itsAVeryLongLabel", "größe",
            ])
    }

    @Test func `A page of many lines and words is read in time that grows with it`() {
        let lines = (0..<6000).map { index -> Shape in
            let (x, y) = (Double(index % 77) * 7, Double(index / 77) * 5)
            return rule(x, y, x + 6, y)
        }
        let words = (0..<20_000).map { index -> Word in
            let (x, y) = (Double(index % 200) * 3, Double(index / 200) * 4)
            return Word("w", box: Rect(x0: x, y0: y, x1: x + 2, y1: y + 3))
        }
        _ = found(page(words, lines))
        let odd = [
            Shape(.line, box: Rect(x0: .infinity, y0: 0, x1: 1, y1: 1), lineWidth: 1),
            Shape(.rectangle, box: Rect(x0: -1e300, y0: -1e300, x1: 1e300, y1: 1e300), lineWidth: 1),
            Shape(.other, box: Rect(x0: 0, y0: 0, x1: 1e9, y1: 20), lineWidth: .nan),
        ]
        _ = found(page(line("a b", x: 0, y: 0), odd))
        _ = found(SheetPage(size: Size(width: 0, height: 0), shapes: odd))
    }

    /// A picture of 1200 × 900 pixels with the outline of a box, a small box and a line, a little askew.
    private func scan(slope: Double) -> [UInt8] {
        var pixels = [UInt8](repeating: 250, count: 1200 * 900)
        func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
            for step in 0...2400 {
                let t = Double(step) / 2400
                let (x, y) = (x0 + t * (x1 - x0), y0 + t * (y1 - y0))
                for thick in 0..<3 {
                    let (column, row) = (
                        Int(x - slope * y) + (x0 == x1 ? thick : 0), Int(y + slope * x) + (x0 == x1 ? 0 : thick)
                    )
                    if (0..<1200).contains(column), (0..<900).contains(row) { pixels[row * 1200 + column] = 40 }
                }
            }
        }
        func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
            line(x, y, x + width, y)
            line(x, y + height, x + width, y + height)
            line(x, y, x, y + height)
            line(x + width, y, x + width, y + height)
        }
        box(200, 150, 600, 60)
        box(200, 400, 20, 20)
        return pixels
    }

    @Test(arguments: [-0.016, 0, 0.016])
    func `Scans may lie askew, and fields that exist keep their places`(slope: Double) throws {
        var sheet = SheetPage(size: Size(width: 600, height: 450))
        var scanned = ScanReader(pixels: scan(slope: slope), width: 1200, height: 900, of: sheet)
        let fields = FieldDetector.fields(on: scanned, number: 1)
        #expect(fields.map(\.kind) == [.text, .check], "\(fields)")
        let center = Point(x: 250 - slope * 90, y: 90 + slope * 250)
        #expect(try #require(fields.first).rect.center.distance(to: center) < 3)
        #expect((fields[0].rect.height - 30).magnitude < 4 && (fields[0].rect.width - 300).magnitude < 4)
        sheet.fields = [fields[0].rect]
        scanned = ScanReader(pixels: scan(slope: slope), width: 1200, height: 900, of: sheet)
        #expect(FieldDetector.fields(on: scanned, number: 1).map(\.kind) == [.check])
    }
}
