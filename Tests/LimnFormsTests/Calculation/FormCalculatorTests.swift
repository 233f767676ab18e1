// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("Calculated fields")
struct FormCalculatorTests {
    private func text(_ name: String, _ value: String? = nil, _ calculation: FieldCalculation? = nil) -> FormField {
        FormField(name: name, kind: .text, values: value.map { [$0] } ?? [], calculation: calculation)
    }

    private func result(_ calculation: FieldCalculation, of fields: [FormField]) -> String? {
        let form = Form(
            kind: .acroForm, fields: fields + [text("result", nil, calculation)], calculationOrder: ["result"])
        return FormCalculator(form).recalculate(given: [:]).recalculated.first?.value
    }

    @Test("Sums, averages, products and extremes")
    func functions() {
        let rows: [(FieldCalculation.Function, [String], String)] = [
            (.sum, ["1", "2", "3"], "6"), (.sum, ["0.1", "0.2"], "0.3"), (.sum, ["1,5", "2.5"], "4"),
            (.sum, ["", "x", "7"], "7"), (.sum, ["5 gp", "1"], "6"), (.sum, ["-1", "1"], "0"),
            (.sum, ["1e3", "1"], "1001"),
            (.sum, [], "0"), (.average, [], "0"), (.product, [], "0"), (.minimum, [], "0"), (.maximum, [], "0"),
            (.average, ["1", "2"], "1.5"), (.average, ["1", "", "2"], "1"), (.average, ["1", "1", "2"], "1.333333"),
            (.average, ["x", "4"], "2"), (.product, ["3", "4"], "12"), (.product, ["3", ""], "0"),
            (.product, ["0.5", "0.5"], "0.25"), (.minimum, ["3", "-2", "5"], "-2"), (.minimum, ["3", "text"], "0"),
            (.maximum, ["3", "-2", "5"], "5"), (.maximum, ["-3", ""], "0"), (.maximum, ["-3", "-7"], "-3"),
            (.sum, ["0.0000004"], "0"), (.sum, ["0.0000006"], "0.000001"),
            (.sum, ["9007199254740993"], "9007199254740992"),
            (.product, ["1e10", "1e10"], "100000000000000000000"), (.sum, ["-0.0000001"], "0"),
        ]
        for (function, values, expected) in rows {
            let fields = values.enumerated().map { text("f\($0)", $1) }
            #expect(result(.simple(function, fields.map(\.name)), of: fields) == expected, "\(function) \(values)")
        }
    }

    @Test("What is not finite is not computed")
    func infinite() {
        let fields = [text("a", "1e300"), text("zero", "0")]
        #expect(result(.simple(.product, ["a", "a"]), of: fields) == nil)
        #expect(result(.notation("a / zero"), of: fields) == nil)
        #expect(result(.notation("zero / zero"), of: fields) == nil)
    }

    @Test("The name of a group stands for all fields below it, and missing fields are passed over")
    func groups() {
        let fields = [
            text("item.1.price", "2"), text("item.2.price", "3"), text("item.2.note.weight", "10"),
            text("items", "100"),
            text("item2.price", "1000"),
        ]
        #expect(result(.simple(.sum, ["item"]), of: fields) == "15")
        #expect(result(.simple(.sum, ["item.2"]), of: fields) == "13")
        #expect(result(.simple(.average, ["item"]), of: fields) == "5")
        #expect(result(.simple(.sum, ["items", "item.1", "nothing"]), of: fields) == "102")
        #expect(result(.simple(.minimum, ["nothing"]), of: fields) == "0")
        #expect(result(.simple(.sum, ["item.1", "item.1"]), of: fields) == "4")
        #expect(result(.notation("item.1.price * 2"), of: fields) == "4")
    }

    @Test("Check boxes and radio buttons count by their export value while they are on")
    func buttons() {
        let options = [FieldOption(value: "5", state: "0"), FieldOption(value: "12.5", state: "1")]
        func field(_ kind: FormField.Kind, _ values: [String]) -> [FormField] {
            [FormField(name: "b", kind: kind, values: values, options: options)]
        }
        let sum = FieldCalculation.simple(.sum, ["b"])
        #expect(result(sum, of: field(.radio, ["1"])) == "12.5")
        #expect(result(sum, of: field(.check, ["0"])) == "5")
        #expect(result(sum, of: field(.check, ["Off"])) == "0")
        #expect(result(sum, of: field(.check, [])) == "0")
        let plain = FormField(name: "b", kind: .check, values: ["3"], options: [FieldOption(value: "3", state: "3")])
        #expect(result(sum, of: [plain]) == "3")
        #expect(result(sum, of: [FormField(name: "b", kind: .combo, values: ["7"])]) == "7")
    }

    @Test("Simplified field notation")
    func notation() {
        let fields = [
            text("a", "6"), text("b", "4"), text("unit price", "2.5"), text("a-b", "100"), text("p.q", "7"),
            text("Größe", "8"), text("2nd", "9"), text("empty"), text("12", "50"),
        ]
        let rows: [(String, String?)] = [
            ("a + b", "10"), ("a - b", "2"), ("a * b", "24"), ("a / b", "1.5"), ("a - b - b", "-2"),
            ("a / b / 2", "0.75"),
            ("a + b * 2", "14"), ("(a + b) * 2", "20"), ("((a))", "6"), ("-a + b", "-2"), ("-(a + b)", "-10"),
            ("- -a", "6"),
            ("a * -b", "-24"), ("+a", "6"), ("unit\\ price * 2", "5"), ("a\\-b + 1", "101"), ("a-b", "2"),
            ("p.q + 1", "8"),
            ("Größe / 2", "4"), ("2nd + 1", "10"), ("12 + 1", "13"), ("\\12 + 1", "51"), ("empty + 1", "1"),
            ("missing + 1", "1"), ("0.1 + 0.2", "0.3"), ("1.5*1.5", "2.25"), (".5 + 0", "0.5"), ("a\n+\tb", "10"),
            ("2 \u{d7} 3 \u{2212} 1", "5"), ("a +", nil), ("a b", nil), ("(a", nil), ("a)", nil), ("", nil),
            ("a + * b", nil), ("()", nil),
            ("a ^ 2", nil), ("a; b", nil), ("a\\", nil), ("*a", nil), ("1 / 3", "0.333333333333333"),
        ]
        for (notation, expected) in rows { #expect(result(.notation(notation), of: fields) == expected, "\(notation)") }
    }

    @Test("A hundred thousand parentheses are no problem")
    func deepNotation() {
        let count = 100_000
        let deep = String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
        #expect(result(.notation(deep), of: [text("a", "6")]) == "6")
        #expect(result(.notation(String(repeating: "-", count: count) + "a"), of: [text("a", "6")]) == "6")
    }

    @Test("Fields are computed once, in the order of the form, and each result counts for the next")
    func order() {
        let fields = [
            text("a", "1"), text("double", "0", .simple(.sum, ["a", "a"])),
            text("total", "0", .simple(.sum, ["double", "a"])),
        ]
        func run(_ order: [String]) -> [String] {
            FormCalculator(Form(kind: .acroForm, fields: fields, calculationOrder: order))
                .recalculate(given: ["a": ["5"]]).recalculated.map { "\($0.name) \($0.value)" }
        }
        #expect(run(["double", "total"]) == ["double 10", "total 15"])
        // The total is computed from the old double, as in viewers.
        #expect(run(["total", "double"]) == ["total 5", "double 10"])
        #expect(run(["double", "double", "total", "nothing", "a"]) == ["double 10", "total 15"])
    }

    @Test("A given value is kept, and what is not computed is named")
    func given() {
        let fields = [
            text("a", "1"), text("sum", "9", .simple(.sum, ["a"])), text("script", "8", .custom),
            text("later", nil, .simple(.sum, ["sum"])), text("unlisted", "2", .simple(.sum, ["a"])),
            text("broken", "3", .notation("a +")), text("other", "4", .custom),
        ]
        let form = Form(
            kind: .acroForm, fields: fields, calculationOrder: ["sum", "script", "broken", "later", "other"])
        let calculator = FormCalculator(form)
        let result = calculator.recalculate(given: ["sum": ["50"], "other": ["5"]])
        #expect(result.recalculated.map(\.name) == ["later"])
        #expect(result.recalculated.map(\.value) == ["50"])
        #expect(result.notRecalculated == ["script", "unlisted", "broken"])
        let cleared = calculator.recalculate(given: ["a": []])
        #expect(cleared.recalculated.map(\.value) == ["0", "0"])
        #expect(cleared.recalculated.map(\.isChange) == [true, true])
        let same = calculator.recalculate(given: ["a": ["9"]])
        #expect(same.recalculated.map(\.isChange) == [false, true])
    }

    @Test("Circles end: each field is computed once")
    func circle() {
        let fields = [text("a", "1", .simple(.sum, ["b", "b"])), text("b", "1", .simple(.sum, ["a", "a"]))]
        let form = Form(kind: .acroForm, fields: fields, calculationOrder: ["a", "b", "a", "b"])
        #expect(FormCalculator(form).recalculate(given: [:]).recalculated.map(\.value) == ["2", "4"])
    }

    @Test("A form that names its groups millions of times is given up, not waited for")
    func bomb() {
        let fields = (0..<2000).map { text("g.\($0)", "1") }
        let bomb = FieldCalculation.simple(.sum, Array(repeating: "g", count: 50_000))
        #expect(result(bomb, of: fields) == nil)
        #expect(result(.simple(.sum, ["g"]), of: fields) == "2000")
    }
}
