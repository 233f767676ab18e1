// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnRebase
import Testing

/// Ink on made pages whose revisions are known.
struct RebaseTests {
    private func rebase(_ drawing: Drawing, _ old: PageLayout, _ new: PageLayout) -> Rebase {
        Rebase([drawing], from: DocumentLayout(pages: [old]), to: DocumentLayout(pages: [new]))
    }

    /// The shift of an item's first point.
    private func shift(_ rebase: Rebase, _ item: Int, from stroke: Stroke) throws -> Vector {
        let placed = try #require(rebase.placements.first { $0.item == item })
        let start = try #require(stroke.points.positions.first)
        return placed.transform.apply(start) - start
    }

    @Test func `Ink on an unchanged page stays the same`() {
        let drawing = Drawing(strokes: [Sheets.stroke(70, 120), Sheets.stroke(400, 600)])
        let result = rebase(drawing, Sheets.sheet(), Sheets.sheet())
        #expect(result.drawings == [drawing])
        #expect(result.placements.allSatisfy { $0.certainty == .certain })
        #expect(result.pages.map(\.isUnchanged) == [true])
    }

    @Test func `A person's correction shifts an item from the place that was found`() throws {
        let strokes = [Sheets.stroke(70, 130), Sheets.stroke(70, 350)]
        let layout = { (pages: [PageLayout]) in DocumentLayout(pages: pages) }
        let result = Rebase(
            [Drawing(strokes: strokes)], from: layout([Sheets.sheet()]), to: layout([Sheets.sheet(), Sheets.sheet()]),
            corrections: [
                PlaceCorrection(oldPage: 0, item: 0, newPage: 0, dx: 5, dy: -2),
                PlaceCorrection(oldPage: 0, item: 1, newPage: 1, dx: 0, dy: 7),
                PlaceCorrection(oldPage: 0, item: 1, newPage: 9, dx: 1, dy: 1),
                PlaceCorrection(oldPage: 3, item: 0, newPage: 0, dx: 1, dy: 1),
            ])
        #expect(try shift(result, 0, from: strokes[0]) == Vector(dx: 5, dy: -2))
        #expect(try shift(result, 1, from: strokes[1]) == Vector(dx: 0, dy: 7))
        #expect(result.placements.map(\.newPage) == [0, 1])
        #expect(result.drawings.map(\.itemCount) == [1, 1])
        #expect(result.placements.allSatisfy { $0.certainty == .certain })
    }

    @Test func `Two boxes that change places take their ink along`() throws {
        let strokes = [Sheets.stroke(70, 130), Sheets.stroke(320, 130), Sheets.stroke(70, 350)]
        let p = Sheets.places
        let result = rebase(Drawing(strokes: strokes), Sheets.sheet(), Sheets.sheet([p[1], p[0], p[2], p[3]]))
        #expect(try shift(result, 0, from: strokes[0]).dx == 250)
        #expect(try shift(result, 1, from: strokes[1]).dx == -250)
        #expect(try shift(result, 2, from: strokes[2]) == Vector(dx: 0, dy: 0))
    }

    @Test func `Ink in a scaled box is scaled with it`() throws {
        let old = Sheets.page([Sheets.sheet(), Sheets.box("Notes about many things", Sheets.rect(50, 500, 200, 100))])
        let new = Sheets.page([
            Sheets.sheet(), Sheets.box("Notes about many things", Sheets.rect(60, 520, 300, 150), scale: 1.5),
        ])
        let result = rebase(Drawing(strokes: [Sheets.stroke(100, 560)]), old, new)
        let start = try #require(result.drawings[0].strokes.first?.points.positions.first)
        #expect(start.distance(to: Point(x: 60 + 50 * 1.5, y: 520 + 60 * 1.5)) < 0.5)
        #expect(try #require(result.drawings[0].strokes.first).brush.width == 1.5 * Brush().width)
    }

    @Test func `A field goes by its name, else by its place, and a new field takes only one value`() {
        func page(_ fields: [PageLayout.Field]) -> DocumentLayout {
            var page = Sheets.sheet()
            page.fields = fields
            return DocumentLayout(pages: [page])
        }
        let old = page([
            .init("name", kind: "text", box: Sheets.rect(70, 120, 100, 20)),
            .init("level", kind: "text", box: Sheets.rect(320, 120, 50, 20)),
            .init("alive", kind: "check", box: Sheets.rect(320, 340, 20, 20)),
        ])
        let new = page([
            .init("fullName", kind: "text", box: Sheets.rect(70, 121, 100, 20)),
            .init("level", kind: "text", box: Sheets.rect(70, 340, 50, 20)),
            .init("dead", kind: "text", box: Sheets.rect(320, 340, 20, 20)),
        ])
        let rebase = Rebase([Drawing()], from: old, to: new)
        let found = rebase.fields(["name", "level", "alive", "unknown"], from: old, to: new)
        #expect(found.map(\.old) == ["alive", "level", "name", "unknown"])
        #expect(found.map(\.new) == [nil, "level", "fullName", nil])
        #expect(found.map(\.basis) == [nil, .name, .place, nil])
    }

    @Test func `Ink of a box that is gone is left over at its old place`() throws {
        let stroke = Sheets.stroke(320, 350)
        let p = Sheets.places
        let result = rebase(Drawing(strokes: [stroke]), Sheets.sheet(), Sheets.sheet([p[0], p[1], p[2], nil]))
        #expect(result.placements.map(\.certainty) == [.leftOver])
        let drawing = result.drawings[0]
        #expect(drawing.strokes.first?.points == stroke.points)
        #expect(drawing.layers[try #require(drawing.strokes.first).layer].name == "left over")
    }

    @Test func `What the game master alone may see stays so when it is left over`() throws {
        let p = Sheets.places
        var stroke = Sheets.stroke(320, 350)
        stroke.layer = 1
        let drawing = Drawing(strokes: [stroke], layers: [.init(), .init(name: "secret", audience: .gameMaster)])
        let result = rebase(drawing, Sheets.sheet(), Sheets.sheet([p[0], p[1], p[2], nil]))
        let left = try #require(result.drawings[0].strokes.first)
        #expect(result.drawings[0].layers[left.layer].audience == .gameMaster)
    }

    @Test(arguments: [90, 180, 270]) func `Ink on a turned page turns along`(degrees: Int) throws {
        let old = Sheets.sheet()
        let turn: AffineTransform =
            switch degrees {
            case 90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 842, ty: 0)
            case 180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 595, ty: 842)
            default: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 595)
            }
        let new = PageLayout(
            size: degrees == 180 ? Sheets.a4 : Size(width: 842, height: 595),
            words: old.words.map { .init($0.text, box: turn.apply($0.box)) }, boxes: old.boxes.map { turn.apply($0) })
        let stroke = Sheets.stroke(70, 130)
        let result = rebase(Drawing(strokes: [stroke]), old, new)
        #expect(result.pages.map(\.turn) == [degrees])
        let start = try #require(stroke.points.positions.first)
        let moved = try #require(result.drawings[0].strokes.first?.points.positions.first)
        #expect(moved.distance(to: turn.apply(start)) < 0.1)
    }

    @Test func `Wider margins move ink beside the boxes, too`() throws {
        let stroke = Sheets.stroke(200, 240)
        let moved = Sheets.sheet().words.map {
            PageLayout.Word($0.text, box: Sheets.rect($0.box.minX + 12, $0.box.minY + 20, $0.box.width, $0.box.height))
        }
        let boxes = Sheets.places.map { Sheets.rect($0.minX + 12, $0.minY + 20, $0.width, $0.height) }
        let result = rebase(
            Drawing(strokes: [stroke]), Sheets.sheet(), PageLayout(size: Sheets.a4, words: moved, boxes: boxes))
        let shift = try shift(result, 0, from: stroke)
        #expect(abs(shift.dx - 12) < 0.01 && abs(shift.dy - 20) < 0.01)
    }

    @Test func `A word that reaches over an edge stays whole`() {
        let strokes = [Sheets.stroke(225, 130), Sheets.stroke(238, 131)]
        let p = Sheets.places
        let result = rebase(Drawing(strokes: strokes), Sheets.sheet(), Sheets.sheet([p[2], p[1], p[0], p[3]]))
        #expect(Set(result.placements.map(\.transform)).count == 1)
        #expect(result.placements.allSatisfy { $0.transform.ty == 220 })
    }

    @Test func `Each item is there once, with its objects in their order`() {
        var drawing = Drawing(strokes: (0..<30).map { Sheets.stroke(20 + Double($0) * 17, 60 + Double($0) * 23) })
        drawing.append(.object(.note(NoteItem(at: Point(x: 320, y: 340), title: "Here"))))
        drawing.append(.object(.link(LinkItem(Sheets.rect(60, 100, 40, 10), to: .page(1)))))
        let p = Sheets.places
        let result = rebase(drawing, Sheets.sheet(), Sheets.sheet([p[3], p[1], nil, p[0]]))
        #expect(result.placements.map(\.item) == Array(0..<32))
        #expect(result.drawings[0].itemCount == 32)
        #expect(result.drawings[0].objects.count == 2)
    }

    @Test(arguments: [(9, Rebase.Relation.edition), (10, .unrelated)])
    func `One page in common does not make two long documents editions`(others: Int, relation: Rebase.Relation) {
        func pages(_ name: String) -> [PageLayout] {
            (0..<others).map { page in
                let titles = (1...4).map { "\(name)\(page)a\($0) \(name)\(page)b\($0) \(name)\(page)c\($0)" }
                return Sheets.sheet(titles: titles, top: "\(name)\(page)x \(name)\(page)y \(name)\(page)z")
            }
        }
        let (old, new) = ([Sheets.sheet()] + pages("one"), [Sheets.sheet()] + pages("other"))
        let drawings = [Drawing(strokes: [Sheets.stroke(70, 120)])]
        let result = Rebase(drawings, from: DocumentLayout(pages: old), to: DocumentLayout(pages: new))
        #expect(result.relation == relation)
        #expect(result.drawings.first == drawings.first)
    }

    @Test func `Another document leaves the ink untouched`() {
        let drawing = Drawing(strokes: [Sheets.stroke(70, 130)])
        let other = Sheets.page([
            PageLayout(size: Sheets.a4, words: Sheets.line("Invoice for seven crates of lemons", x: 90, y: 400))
        ])
        let result = rebase(drawing, Sheets.sheet(), other)
        #expect(result.relation == .unrelated)
        #expect(result.drawings == [drawing])
    }

    @Test func `Empty pages give nothing to compare`() {
        let drawing = Drawing(strokes: [Sheets.stroke(70, 130)])
        let blank = PageLayout(size: Sheets.a4)
        #expect(rebase(drawing, blank, blank).relation == .nothingToCompare)
        #expect(rebase(drawing, Sheets.sheet(), blank).drawings == [drawing])
    }
}
