// SPDX-License-Identifier: Apache-2.0

import LimnGeometry
import LimnInk
import Testing

@Suite struct LayerChoiceTests {
    private let drawing = Drawing(
        items: (0..<4).map { layer in
            var item = Items.stroke(layer)
            item.layer = layer
            return item
        } + [Items.note],
        layers: [
            .init(name: "Ink"), .init(name: "Secrets", audience: .gameMaster), .init(name: "Draft", isVisible: false),
            .init(name: "Names"),
        ])

    @Test func `Players get nothing of the game master's layers, not even their names`() throws {
        let limited = drawing.limited(to: LayerChoice(for: .everyone))
        #expect(limited.layers.map(\.name) == ["Ink", "Draft", "Names"])
        #expect(limited.strokes.map(\.layer) == [0, 1, 2] && limited.objects.isEmpty)
        let bytes = try NativeInk.encode(InkDocument(pages: [.init(drawing: limited)]))
        #expect(bytes.firstRange(of: Array("Secret".utf8)) == nil)
        #expect(limited.shown.strokes.map(\.layer) == [0, 2])
    }

    @Test func `The game master gets everything, and sees the visible layers`() {
        let limited = drawing.limited(to: LayerChoice(for: .gameMaster))
        #expect(limited == drawing)
        #expect(limited.shown.items.map(\.layer) == [0, 1, 3, 1])
    }

    @Test func `All layers or named ones can be shown`() {
        #expect(drawing.limited(to: LayerChoice(.all, for: .everyone)).shown.items.map(\.layer) == [0, 1, 2])
        #expect(drawing.limited(to: .everything).shown == drawing.limited(to: .everything))
        #expect(
            drawing.limited(to: LayerChoice(.named(["Draft", "Secrets"]), for: .everyone)).shown.items.map(\.layer) == [
                1
            ])
        let named = drawing.limited(to: LayerChoice(.named(["Secrets"]), for: .gameMaster))
        #expect(named.shown.items.map(\.layer) == [1, 1])
    }

    @Test func `Notes can be left out`() {
        let choice = LayerChoice(.all, for: .gameMaster, includesNotes: false)
        #expect(drawing.limited(to: choice).objects.isEmpty && drawing.limited(to: choice).strokes.count == 4)
    }

    @Test func `A drawing of the game master's layers alone becomes an empty one with a layer`() {
        let secret = Drawing(items: [Items.stroke(1)], layers: [.init(audience: .gameMaster)])
        #expect(secret.limited(to: LayerChoice(for: .everyone)) == Drawing())
    }
}
