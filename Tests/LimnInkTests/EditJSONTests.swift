// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnGeometry
import LimnInk
import Testing

@Suite struct EditJSONTests {
    private func stroke(_ x: Double) -> Item {
        .stroke(
            Stroke(
                brush: Brush(kind: .pen, color: Color(red: 0, green: 0, blue: 0), width: 1),
                points: StrokePoints(positions: [Point(x: x, y: 1), Point(x: x, y: 2)], widths: [1, 1])))
    }

    private func drawing(_ count: Int) -> Drawing {
        var drawing = Drawing()
        drawing.items = (0..<count).map { stroke(Double($0)) }
        return drawing
    }

    private let line =
        #"{"brush":{"kind":"pen","color":{"red":0,"green":0,"blue":0,"alpha":1},"width":1,"cap":"round","dash":[]},"#
        + #""width":1,"xy":[9,1,9,2]}"#

    /// The x of the first points after an edit.
    private func places(_ text: String, on count: Int) throws -> [Double] {
        var drawing = drawing(count)
        for proposal in try EditJSON.decode(Array(text.utf8)) { try drawing.apply(try proposal.edit(of: drawing)) }
        return drawing.items.compactMap { $0.stroke?.points.positions.first?.x }
    }

    @Test func `items are added on top, removed, replaced and inserted`() throws {
        #expect(try places("{\"add\":[\(line)]}", on: 2) == [0, 1, 9])
        #expect(try places("{\"remove\":[0,2]}", on: 4) == [1, 3])
        #expect(try places("{\"replace\":[{\"index\":1,\"item\":\(line)}]}", on: 3) == [0, 9, 2])
        #expect(try places("{\"insert\":[{\"index\":1,\"item\":\(line)}]}", on: 2) == [0, 9, 1])
    }

    @Test func `several keys make one edit, whose insertions count what is there afterwards`() throws {
        let text = """
            {"remove":[0],"replace":[{"index":2,"item":\(line)}],"insert":[{"index":0,"item":\(line)}],"add":[\(line)]}
            """
        // 0 1 2 3 → 1 9 3 → 9 1 9 3 → 9 1 9 3 9
        #expect(try places(text, on: 4) == [9, 1, 9, 3, 9])
        #expect(try EditJSON.decode(Array(text.utf8)).count == 1)
    }

    @Test func `a list is several edits`() throws {
        let text = "[{\"add\":[\(line)]},{\"remove\":[0]}]"
        #expect(try places(text, on: 1) == [9])
    }

    @Test(arguments: [
        #"{"remove":[2]}"#, #"{"remove":[-1]}"#, #"{"remove":[0,0]}"#, #"{"layers":[]}"#,
        #"{"remove":[9007199254740992]}"#,
    ])
    func `indices that are not there, or named twice, are a conflict`(text: String) throws {
        let proposal = try EditJSON.decode(Array(text.utf8))[0]
        let error = #expect(throws: InkError.self) { try proposal.edit(of: drawing(2)) }
        #expect(error?.code == .conflict)
    }

    @Test(arguments: [
        "", "7", "[7]", "{\"adds\":[]}", "{\"add\":7}", "{\"add\":[{}]}", "{\"remove\":[1.5]}", "{\"remove\":[1e99]}",
        #"{"remove":[9223372036854775807]}"#, #"{"add":[{"brush":\#(pen),"xy":[1e308,1],"width":1}]}"#,
        #"{"add":[{"brush":\#(pen),"xy":[1e10,1],"width":1}]}"#,
        #"{"add":[{"brush":\#(pen),"xy":[1,1],"width":1e10}]}"#,
        #"{"add":[{"brush":\#(pen),"layer":9223372036854775807,"xy":[1,1],"width":1}]}"#,
        #"{"add":[{"brush":\#(pen),"layer":65536,"xy":[1,1],"width":1}]}"#,
        #"{"add":[{"brush":\#(pen),"layer":-1,"xy":[1,1],"width":1}]}"#,
        #"{"add":[{"note":{"at":[1e14,2],"color":{"red":0,"green":0,"blue":0,"alpha":1}}}]}"#,
        #"{"add":[{"xy":[1]}]}"#, #"{"add":[{"note":{"at":[1,2]},"link":{}}]}"#, "[", "\u{0}",
    ])
    func `what is no edit is refused with a sentence`(text: String) {
        let error = #expect(throws: InkError.self) { try EditJSON.decode(Array(text.utf8)) }
        #expect(error?.code == .corrupt)
        #expect(error?.description.isEmpty == false)
    }

    private static let pen =
        #"{"kind":"pen","color":{"red":0,"green":0,"blue":0,"alpha":1},"width":1,"cap":"round","dash":[]}"#

    @Test func `the same stroke within bounds is read`() throws {
        let text = #"{"add":[{"brush":\#(Self.pen),"layer":65535,"xy":[1e9,-1e9],"width":1}]}"#
        #expect(try EditJSON.decode(Array(text.utf8))[0].added.count == 1)
    }

    @Test func `nesting without end is refused`() {
        let deep = String(repeating: "[", count: 200_000)
        #expect(throws: InkError.self) { try EditJSON.decode(Array(deep.utf8)) }
        #expect(throws: InkError.self) { try EditJSON.decode(Array("{\"add\":\(deep)".utf8)) }
    }

    @Test func `an edit that is written and read again makes the same drawing`() throws {
        var before = drawing(5)
        let note = NoteItem(at: Point(x: 3, y: 4), title: "a", text: "b")
        try before.apply(before.adding([.object(.note(note))]))
        let edits = [
            before.removing([1, 5]), before.replacing([0: [stroke(7), stroke(8)], 5: []]),
            before.replacingLayers([Drawing.Layer(name: "x"), Drawing.Layer(audience: .gameMaster)]),
            before.adding([.object(.note(note)), stroke(3)]),
        ]
        for edit in edits {
            var (direct, decoded) = (before, before)
            try direct.apply(edit)
            let read = try EditJSON.decode(try EditJSON.encode(edit))
            #expect(read.count == 1)
            try decoded.apply(try read[0].edit(of: before))
            #expect(direct == decoded)
        }
    }
}
