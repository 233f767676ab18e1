// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import TestSupport
import Testing

@testable import LimnSync

/// Edits that were made for an earlier state of a page.
@Suite struct EditMergeTests {
    private static let red = Color(red: 1, green: 0, blue: 0)

    private static func stroke(_ number: Int, x: Double = 0, color: Color = .black) -> Item {
        let points = (0..<10).map { Point(x: x + Double($0) * 3, y: Double(number)) }
        return .stroke(Stroke(brush: Brush(color: color, width: 2), points: StrokePoints(points, width: 2)))
    }

    /// The drawing that somebody knew, and what others have made of it since.
    private struct Page {
        let old = Drawing(items: (1...4).map { EditMergeTests.stroke($0) })
        var now: Drawing
        var history: [Edit] = []

        init() { now = old }

        mutating func change(_ edit: Edit) throws {
            try now.apply(edit)
            history.append(edit)
        }

        /// What an edit of the old drawing makes of the new one.
        func merged(_ edit: Edit, hiding hidden: Set<Int> = [], layers: [Drawing.Layer]? = nil) throws -> Drawing {
            var proposal = EditProposal()
            proposal.removed = edit.removed.map(\.index)
            proposal.inserted = edit.inserted.map { .init(index: $0.index, item: $0.item) }
            proposal.layers = edit.layers?.after
            proposal.known = edit.removed.map(\.item)
            proposal.knownLayers = edit.layers?.before ?? layers
            var drawing = now
            let made: Edit
            do {
                made = try EditMerge.edit(proposal, on: drawing, history: nil, hiding: hidden)
            } catch EditMerge.Failure.needsHistory {
                made = try EditMerge.edit(proposal, on: drawing, history: EditHistoryIndex(history), hiding: hidden)
            }
            try drawing.apply(made)
            return drawing
        }
    }

    /// The strokes' numbers, with their distance from the left edge and a mark for red ones.
    private func shown(_ drawing: Drawing) -> [String] {
        drawing.items.map { item in
            guard let stroke = item.stroke, let first = stroke.points.positions.first else { return "object" }
            return "\(Int(first.y))" + (first.x == 0 ? "" : "+\(Int(first.x))")
                + (stroke.brush.color == Self.red ? " red" : "")
        }
    }

    private func moving(_ index: Int, in drawing: Drawing, by distance: Double = 50) -> Edit {
        drawing.transforming([index], by: .translation(Vector(dx: distance, dy: 0)))
    }

    @Test func `What others have not touched is changed, wherever it is now`() throws {
        var page = Page()
        try page.change(page.now.removing([0]))
        try page.change(Edit(appending: [Self.stroke(5)], to: page.now.itemCount))
        #expect(shown(try page.merged(page.old.removing([2]))) == ["2", "4", "5"])
        #expect(shown(try page.merged(moving(3, in: page.old))) == ["2", "3", "4+50", "5"])
    }

    @Test func `What somebody removes while another one changes it stays as that one changed it`() throws {
        var page = Page()
        try page.change(moving(1, in: page.now))
        #expect(shown(try page.merged(page.old.removing([1, 2]))) == ["1", "2+50", "4"])
        page = Page()
        try page.change(page.now.removing([1]))
        #expect(Set(shown(try page.merged(moving(1, in: page.old)))) == ["1", "2+50", "3", "4"])
        #expect(shown(try page.merged(page.old.removing([1]))) == ["1", "3", "4"])
    }

    @Test func `A move and a recolor both count, and of two moves the later one`() throws {
        var page = Page()
        try page.change(moving(1, in: page.now))
        #expect(shown(try page.merged(page.old.recoloring([1, 2], to: Self.red))) == ["1", "2+50 red", "3 red", "4"])
        #expect(shown(try page.merged(moving(1, in: page.old, by: 70))) == ["1", "2+70", "3", "4"])
        // Through several edits of others.
        try page.change(page.now.recoloring([1], to: Self.red))
        try page.change(page.now.removing([0]))
        #expect(shown(try page.merged(moving(1, in: page.old, by: 70))) == ["2+70 red", "3", "4"])
    }

    @Test func `What goes to the front is there once, with what others changed about it`() throws {
        var page = Page()
        try page.change(page.now.recoloring([1], to: Self.red))
        let item = page.old.items[1]
        let edit = Edit(removed: [.init(index: 1, item: item)], inserted: [.init(index: 3, item: item)])
        #expect(shown(try page.merged(edit)) == ["1", "3", "4", "2 red"])
    }

    @Test func `Pieces of a stroke take its place, also if somebody else has moved it`() throws {
        var page = Page()
        let pieces = [Self.stroke(2, x: 100), Self.stroke(2, x: 200)]
        let cut = Edit(
            removed: [.init(index: 1, item: page.old.items[1])],
            inserted: [.init(index: 1, item: pieces[0]), .init(index: 2, item: pieces[1])])
        #expect(shown(try page.merged(cut)) == ["1", "2+100", "2+200", "3", "4"])
        try page.change(moving(1, in: page.now))
        #expect(shown(try page.merged(cut)) == ["1", "2+100", "2+200", "3", "4"])
        page = Page()
        try page.change(page.now.removing([1]))
        #expect(shown(try page.merged(cut)) == ["1", "3", "4", "2+100", "2+200"])
    }

    @Test func `An undo of others is followed, too`() throws {
        var page = Page()
        let move = moving(1, in: page.now)
        let known = try {
            var drawing = page.old
            try drawing.apply(move)
            return drawing
        }()
        // Somebody has moved it, and taken that back: the journal has both.
        page.history = [move, move.inverse]
        var proposal = EditProposal()
        proposal.removed = [1]
        proposal.inserted = [.init(index: 1, item: Self.stroke(2, x: 50, color: Self.red))]
        proposal.known = [known.items[1]]
        try page.now.apply(
            EditMerge.edit(proposal, on: page.now, history: EditHistoryIndex(page.history)))
        #expect(shown(page.now) == ["1", "2 red", "3", "4"])
    }

    @Test func `An erasure across several strokes leaves those alone that others have moved`() throws {
        var page = Page()
        try page.change(moving(3, in: page.now))
        // The second stroke is cut, and the others are gone.
        let pieces = [0, 5].map { first in
            Item.stroke(
                Stroke(
                    brush: Brush(color: .black, width: 2),
                    points: StrokePoints(
                        (first..<first + 4).map { Point(x: Double($0) * 3, y: 2) }, width: 2)))
        }
        let edit = Edit(
            removed: (1...3).map { .init(index: $0, item: page.old.items[$0]) },
            inserted: pieces.enumerated().map { .init(index: 1 + $0, item: $1) })
        #expect(shown(try page.merged(edit)) == ["1", "2", "2+15", "4+50"])
    }

    @Test func `A new layer leaves the ink that others have drawn where it is`() throws {
        var page = Page()
        try page.change(Edit(appending: [Self.stroke(5)], to: page.now.itemCount))
        let both = [Drawing.Layer(), Drawing.Layer(name: "Mine")]
        let merged = try page.merged(Edit(layers: .init(before: page.old.layers, after: both)))
        #expect(merged.layers == both && merged.items == page.now.items)
    }

    @Test func `What others have made of the layers meanwhile is not guessed`() throws {
        var page = Page()
        let secret = Drawing.Layer(name: "Secret", audience: .gameMaster)
        let known = [Drawing.Layer(name: "A"), secret]
        try page.change(page.now.replacingLayers(known))
        func fails(_ layers: [Drawing.Layer], from old: [Drawing.Layer]) -> Bool {
            do {
                _ = try page.merged(Edit(layers: .init(before: old, after: layers)))
                return false
            } catch { return true }
        }
        #expect(fails([Drawing.Layer(), Drawing.Layer(name: "Mine")], from: [Drawing.Layer()]))
        // What others have put there since would be seen by everyone, or be in another layer.
        #expect(fails([known[0], Drawing.Layer(name: "Secret")], from: known))
        #expect(fails([known[0]], from: known))
        #expect(!fails(known + [Drawing.Layer(name: "Mine")], from: known))
        // An edit that does not say which layers it knows could mean any.
        #expect(throws: EditMerge.Failure.self) { try page.merged(page.old.removing([0])) }
        #expect(shown(try page.merged(page.old.removing([0]), layers: known)) == ["2", "3", "4"])
    }

    @Test func `What somebody puts into a layer for the game master is not merged into one that was opened meanwhile`()
        throws
    {
        var page = Page()
        let secret = Drawing.Layer(name: "Plans", id: 1, audience: .gameMaster)
        let open = Drawing.Layer(name: "Plans", id: 1)
        try page.change(page.now.replacingLayers([Drawing.Layer(), open]))
        var item = Self.stroke(9)
        item.layer = 1
        let edit = Edit(inserted: [.init(index: 2, item: item)])
        #expect(throws: EditMerge.Failure.self) { try page.merged(edit, layers: [Drawing.Layer(), secret]) }
        // A name or a lock makes no other layer.
        let locked = Drawing.Layer(name: "Base", isLocked: true)
        #expect(try page.merged(edit, layers: [locked, open]).items.count == 5)
    }

    @Test func `What somebody has put into a layer for the game master stays there`() throws {
        var page = Page()
        let layers = [Drawing.Layer(name: "A"), Drawing.Layer(name: "Secret", audience: .gameMaster)]
        try page.change(page.now.replacingLayers(layers))
        var hidden = page.now.items[1]
        hidden.layer = 1
        try page.change(
            Edit(removed: [.init(index: 1, item: page.now.items[1])], inserted: [.init(index: 1, item: hidden)]))
        let cut = Edit(
            removed: [.init(index: 1, item: page.old.items[1])],
            inserted: [.init(index: 1, item: Self.stroke(2, x: 100)), .init(index: 2, item: Self.stroke(2, x: 200))])
        for edit in [moving(1, in: page.old), page.old.recoloring([1], to: Self.red), cut] {
            let merged = try page.merged(edit, layers: layers)
            for item in merged.items where item.stroke?.points.positions[0].y == 2 { #expect(item.layer == 1) }
        }
        // The layers have another order now.
        try page.change(page.now.replacingLayers([Drawing.Layer(name: "New")] + layers))
        let moved = try page.merged(moving(0, in: page.old), layers: layers)
        #expect(moved.layers[moved.items[0].layer].name == "New" || moved.items[0].layer == 1)
    }

    @Test func `What is hidden from somebody is gone for them`() throws {
        var page = Page()
        try page.change(page.now.replacingLayers([Drawing.Layer(), Drawing.Layer(audience: .gameMaster)]))
        var hidden = page.now.items[1]
        hidden.layer = 1
        try page.change(
            Edit(
                removed: [.init(index: 1, item: page.now.items[1])], inserted: [.init(index: 1, item: hidden)]))
        #expect(
            shown(try page.merged(page.old.removing([1]), hiding: [1], layers: page.now.layers)) == [
                "1", "2", "3", "4",
            ])
        #expect(
            shown(try page.merged(moving(1, in: page.old), hiding: [1], layers: page.now.layers)) == [
                "1", "2", "3", "4", "2+50",
            ])
    }

    @Test(arguments: 1...300) func `Every stroke is there once, unless somebody removed what nobody else changed`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var page = Page()
        /// What happened to each stroke: by others, and by this person.
        var (removed, changed) = ([Set<Int>(), []], [Set<Int>(), []])
        func edit(of drawing: Drawing, by person: Int) -> Edit {
            let count = drawing.itemCount
            let index = Int.random(in: 0..<count, using: &random)
            let number = Int(drawing.items[index].stroke?.points.positions[0].y ?? 0)
            switch Int.random(in: 0...3, using: &random) {
            case 0:
                removed[person].insert(number)
                return drawing.removing([index])
            case 1:
                changed[person].insert(number)
                return moving(index, in: drawing, by: Double.random(in: 1...90, using: &random))
            case 2:
                changed[person].insert(number)
                let color = Color(red: Double.random(in: 0.1...1, using: &random), green: 0, blue: 0)
                return drawing.recoloring([index], to: color)
            default:
                let item = drawing.items[index]
                // One that somebody has only brought to the front is still the same.
                return Edit(removed: [.init(index: index, item: item)], inserted: [.init(index: count - 1, item: item)])
            }
        }
        for _ in 0..<Int.random(in: 0...6, using: &random) where page.now.itemCount > 0 {
            try page.change(edit(of: page.now, by: 0))
        }
        let mine = edit(of: page.old, by: 1)
        let numbers = try page.merged(mine).items.compactMap { $0.stroke.map { Int($0.points.positions[0].y) } }
        let gone = removed[0].subtracting(changed[1]).union(removed[1].subtracting(changed[0].subtracting(removed[0])))
        #expect(numbers.sorted() == (1...4).filter { !gone.contains($0) }, "seed \(seed): \(mine)")
    }

    @Test func `An edit that knows another number of items than it removes is refused`() {
        let stroke = #"{"brush": {}, "width": 1, "xy": [1, 2, 3, 4]}"#
        #expect(throws: InkError.self) { try EditJSON.decode(Array(#"{"remove": [1], "known": []}"#.utf8)) }
        #expect(throws: InkError.self) { try EditJSON.decode(Array(#"{"known": [\#(stroke)]}"#.utf8)) }
        #expect(throws: Never.self) { try EditJSON.decode(Array(#"{"remove": [1], "known": [\#(stroke)]}"#.utf8)) }
    }
}
