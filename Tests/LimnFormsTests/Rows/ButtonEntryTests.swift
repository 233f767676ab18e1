// SPDX-License-Identifier: Apache-2.0
import LimnForms
import LimnGeometry
import Testing

@Suite("Entries of check boxes and radio buttons")
struct ButtonEntryTests {
    private func check(_ field: FormField, _ entry: FieldEntry, _ options: RowChecker.Options = .init()) -> RowCheck {
        FormRow(entries: [.init(field.name, entry)]).resolved(
            against: Form(kind: .acroForm, fields: [field]), options: options)
    }

    /// The new value, or the code of the first problem in brackets.
    private func result(_ field: FormField, _ entry: FieldEntry) -> String {
        let check = check(field, entry)
        if let problem = check.problems.first { return "<\(problem.code.rawValue)>" }
        return check.changes.first.map { $0.values.joined(separator: "|") } ?? "nothing"
    }

    private func states(_ names: [String]) -> [FieldOption] { names.map { FieldOption(value: $0, state: $0) } }

    private func widgets(_ states: [String]) -> [FieldWidget] {
        states.map { FieldWidget(page: 0, rect: Rect(x0: 0, y0: 0, x1: 1, y1: 1), state: $0) }
    }

    @Test("A check box takes words, its state and its exported value")
    func checkBoxes() {
        let field = FormField(name: "c", kind: .check, options: states(["Yes"]))
        let on: [FieldEntry] = [
            .flag(true), .text("true"), .text("TRUE"), .number("1"), .text("1"), .text("x"), .text("X"), .text("yes"),
            .text("Yes"),
            .text("on"), .text("ja"), .text("Ja "), .list(["Yes"]), .text("✓"),
        ]
        for entry in on { #expect(result(field, entry) == "Yes", "\(entry)") }
        let off: [FieldEntry] = [
            .flag(false), .text("false"), .number("0"), .text("no"), .text("off"), .text("Off"), .text("nein"),
            .text(""), .text(" "),
            .list([]),
        ]
        for entry in off { #expect(result(field, entry) == "", "\(entry)") }
        for entry in [FieldEntry.text("maybe"), .number("2"), .text("Yes!")] {
            #expect(result(field, entry) == "<noSuchOption>", "\(entry)")
        }
        #expect(
            check(field, .text("maybe")).problems.map(\.sentence) == [
                "“c” has no “maybe”. It takes “Yes”, or an empty text."
            ])
        #expect(result(field, .list(["Yes", "No"])) == "<wrongType>")
        #expect(result(FormField(name: "c", kind: .check), .flag(true)) == "<noSuchOption>")
        #expect(result(FormField(name: "c", kind: .check, widgets: widgets(["Ja"])), .flag(true)) == "Ja")
    }

    @Test("A check box with several states is chosen by name, and true is not enough")
    func severalStates() {
        let field = FormField(name: "c", kind: .check, options: states(["Yes", "No"]))
        let rows: [(FieldEntry, String)] = [
            (.text("Yes"), "Yes"), (.text("No"), "No"), (.text("yes"), "Yes"), (.text("no"), "No"),
            (.text("x"), "<ambiguousOption>"), (.flag(true), "<ambiguousOption>"),
            (.flag(false), ""), (.text("0"), ""), (.text("Off"), ""),
        ]
        for (entry, expected) in rows { #expect(result(field, entry) == expected, "\(entry)") }
        // A box that is called “No” is turned on by its name.
        #expect(result(FormField(name: "c", kind: .check, options: states(["No"])), .text("No")) == "No")
        let options = [FieldOption(value: "Fighter", state: "0"), FieldOption(value: "Rogue", state: "1")]
        let alias = FormField(name: "c", kind: .check, options: options)
        let aliases: [(FieldEntry, String)] = [
            (.text("Rogue"), "1"), (.text("fighter"), "0"), (.text("0"), ""), (.text("1"), "<ambiguousOption>"),
        ]
        for (entry, expected) in aliases { #expect(result(alias, entry) == expected, "\(entry)") }
        let one = FormField(name: "c", kind: .check, options: [FieldOption(value: "Ready", state: "0")])
        #expect(result(one, .text("0")) == "")
        #expect(result(one, .text("Ready")) == "0")
        #expect(result(one, .flag(true)) == "0")
    }

    @Test("Radio buttons: exported value, state, caption, number")
    func radios() {
        let options = [
            FieldOption(value: "Fighter", label: "A fighter", state: "0"),
            FieldOption(value: "Rogue", label: "A rogue", state: "1"),
            FieldOption(value: "", label: "None of these", state: "2"),
        ]
        let field = FormField(
            name: "r", kind: .radio, flags: .radio, options: options, widgets: widgets(["1", "0", "2"]))
        let rows: [(FieldEntry, String)] = [
            (.text("Rogue"), "1"), (.text("1"), "1"), (.number("0"), "0"), (.text("A rogue"), "1"),
            (.text("a ROGUE "), "1"),
            (.text("@1"), "1"), (.text("@2"), "0"), (.text("@3"), "2"), (.text("@4"), "<noSuchOption>"),
            (.text("@0"), "<noSuchOption>"),
            (.text("@-9223372036854775808"), "<noSuchOption>"), (.text(""), ""), (.flag(false), ""), (.text("off"), ""),
            (.flag(true), "<ambiguousOption>"), (.text("wizard"), "<noSuchOption>"), (.text("2"), "2"),
        ]
        for (entry, expected) in rows { #expect(result(field, entry) == expected, "\(entry)") }
        #expect(
            check(field, .text("wizard")).problems.map(\.sentence) == [
                "“r” has no “wizard”. It takes “Fighter”, “Rogue”, “2”."
            ])
    }

    @Test("A value that is one button's export and another one's state is refused with both numbers")
    func ambiguousRadio() {
        let options = [FieldOption(value: "1", state: "0"), FieldOption(value: "2", state: "1")]
        let field = FormField(name: "r", kind: .radio, options: options)
        #expect(result(field, .text("2")) == "1")
        #expect(result(field, .text("0")) == "0")
        #expect(
            check(field, .text("1")).problems.map(\.sentence) == [
                "“r” has a button with the value “1” and another one whose state has this name. Write @1 or @2."
            ])
        // Equal exported values choose the first button.
        let same = FormField(
            name: "r", kind: .radio,
            options: [FieldOption(value: "same", state: "0"), FieldOption(value: "same", state: "1")])
        #expect(result(same, .text("same")) == "0")
        #expect(result(same, .text("@2")) == "1")
        let single = FormField(name: "r", kind: .radio, options: states(["Ready"]))
        #expect(result(single, .text("x")) == "Ready")
        #expect(result(single, .text("no")) == "")
        let kept = FormField(
            name: "r", kind: .radio, flags: .noToggleToOff, values: ["Ready"], options: states(["Ready"]))
        #expect(check(kept, .text("")).warnings.map(\.code) == [.turnedOff])
        #expect(check(kept, .text("Ready")).changes.map(\.isUnchanged) == [true])
    }
}
