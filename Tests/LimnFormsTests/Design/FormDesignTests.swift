// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnForms
import LimnGeometry
import Testing

@Suite struct FormDesignTests {
    private let pages = [Size(width: 200, height: 100)]

    private func field(
        _ name: String, _ kind: FormField.Kind = .text, page: Int = 1, _ change: (inout FieldDesign) -> Void = { _ in }
    ) -> FieldDesign {
        var field = FieldDesign(kind, name: name, page: page, rect: Rect(x0: 10, y0: 10, x1: 60, y1: 20))
        change(&field)
        return field
    }

    private func fault(_ fields: [FieldDesign], besides names: [String] = []) -> FormDesign.Fault? {
        do {
            try FormDesign(fields).check(besides: names, pages: pages)
            return nil
        } catch { return error }
    }

    @Test func `sound fields are taken`() {
        let sum = field("total") { $0.summands = ["a.1", "a.2"] }
        let radios = ["x", "y"].map { choice in field("group", .radio) { $0.choice = choice } }
        #expect(fault([field("a.1"), field("a.2"), sum] + radios, besides: ["other.name"]) == nil)
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", " ", "a\u{7}", String(repeating: "a", count: 401)])
    func `a name needs a word between its periods`(name: String) {
        #expect(fault([field(name)])?.field == 0)
    }

    @Test func `names are taken once, and no field is below another one`() {
        #expect(fault([field("a"), field("a")])?.field == 1)
        #expect(fault([field("a.b"), field("a")])?.field == 0)
        #expect(fault([field("a"), field("a.b")])?.field == 1)
        #expect(fault([field("identity.age")], besides: ["identity.name"])?.field == 0)
        let radio = field("a", .radio) { $0.choice = "1" }
        #expect(fault([radio, radio])?.field == 1)
        #expect(fault([field("a", .radio)])?.field == 0)
    }

    @Test func `a place lies on its page`() {
        #expect(fault([field("a", page: 2)])?.field == 0)
        for rect in [
            Rect(x0: -5, y0: 0, x1: 10, y1: 10), Rect(x0: 0, y0: 0, x1: 0.5, y1: 10),
            Rect(x0: 0, y0: 90, x1: 10, y1: 120),
        ] { #expect(fault([field("a") { $0.rect = rect }])?.field == 0) }
    }

    @Test func `sums are of other texts, and none needs itself`() {
        #expect(fault([field("a") { $0.summands = ["b"] }])?.field == 0)
        #expect(fault([field("a") { $0.summands = ["a"] }])?.field == 0)
        #expect(fault([field("a") { $0.summands = ["b"] }, field("b", .check)])?.field == 0)
        #expect(fault([field("a") { $0.summands = ["b"] }, field("b") { $0.summands = ["a"] }]) != nil)
        #expect(fault([field("a") { $0.summands = ["b"] }, field("b") { $0.summands = ["c"] }, field("c")]) == nil)
    }

    @Test func `a sum is computed after those that it needs, also in a long chain`() {
        let chain = (0..<20_000).map { number in
            field("f\(number)") { if number < 19_999 { $0.summands = ["f\(number + 1)"] } }
        }
        #expect(fault(chain) == nil)
        #expect(FormDesign(chain).calculationOrder == Array((0..<19_999).reversed()))
    }

    @Test func `a name is a tree of few levels, and a mark on a period is no letter`() {
        #expect(fault([field(Array(repeating: "a", count: 50).joined(separator: "."))]) == nil)
        #expect(fault([field(Array(repeating: "a", count: 51).joined(separator: "."))])?.field == 0)
        #expect(FieldDesign.parts(of: "a.\u{301}b") == ["a", "\u{301}b"])
        #expect(fault([field("a", page: .min)])?.field == 0)
        #expect(fault([field("a", .radio) { $0.choice = String(repeating: "x", count: 128) }])?.field == 0)
    }

    @Test func `numbers and rows have bounds`() {
        let changes: [(inout FieldDesign) -> Void] = [
            { $0.cells = 0 }, { $0.cells = 1001 }, { $0.maximumLength = 0 }, { $0.fontSize = -1 },
            { $0.fontSize = .infinity }, { $0.turn = 45 }, { $0.choices = ["a", "a"] }, { $0.choices = [""] },
        ]
        for change in changes { #expect(fault([field("a", .text, page: 1, change)])?.field == 0) }
        #expect(fault([]) != nil)
    }

    @Test func `a field is the same after coding, and only four members are needed`() throws {
        let whole = field("a", .combo) {
            ($0.tooltip, $0.fontSize, $0.alignment, $0.choices) = ("Words", 9, .right, ["x", "y"])
        }
        #expect(try JSONDecoder().decode(FieldDesign.self, from: JSONEncoder().encode(whole)) == whole)
        let short =
            #"{"name": "a", "type": "text", "page": 1, "rect": [10, 10, 60, 20], "tooltip": null, "made": false}"#
        #expect(try JSONDecoder().decode(FieldDesign.self, from: Data(short.utf8)) == field("a"))
        for wrong in ["[1, 2, 3]", "[9, 0, 1, 1]", "[0, 0, 1e99, 1]"] {
            let text = short.replacingOccurrences(of: "[10, 10, 60, 20]", with: wrong)
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(FieldDesign.self, from: Data(text.utf8)) }
        }
    }
}
