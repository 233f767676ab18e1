// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("Rows are checked against a form")
struct RowCheckTests {
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

    @Test("Texts: numbers as written, lists of one, no truth values")
    func texts() {
        let field = FormField(name: "t", kind: .text)
        let rows: [(FieldEntry, String)] = [
            (.text("x"), "x"), (.text(" x "), " x "), (.number("1.50"), "1.50"), (.list(["x"]), "x"), (.list([]), ""),
            (.text(""), ""), (.flag(true), "<wrongType>"), (.list(["x", "y"]), "<wrongType>"),
            (.text("@file.png"), "@file.png"),
            (.picture(path: "file.png"), "<wrongType>"), (.text("a\u{7}"), "<unwritable>"),
            (.text("a\0"), "<unwritable>"),
            (.text("👩‍👩‍👧 你好 שלום"), "👩‍👩‍👧 你好 שלום"),
        ]
        for (entry, expected) in rows { #expect(result(field, entry) == expected, "\(entry)") }
        #expect(check(field, .text("")).changes == [FieldChange(name: "t", values: [], isUnchanged: true)])
        let message = check(field, .text("a\u{7}")).problems.first?.sentence
        #expect(message == "“t” cannot hold the control character U+0007.")
    }

    @Test("A single line has spaces for line breaks, several lines keep them")
    func lineBreaks() {
        let line = check(FormField(name: "t", kind: .text), .text("a\r\nb\nc\rd\te"))
        #expect(line.changes.map(\.values) == [["a b c d e"]])
        #expect(line.warnings.map(\.code) == [.spaces])
        let lines = check(FormField(name: "t", kind: .text, flags: .multiline), .text("a\r\nb\nc\rd"))
        #expect(lines.changes.map(\.values) == [["a\nb\nc\nd"]])
        #expect(lines.warnings.isEmpty)
        // A value that differs in the kind of its line breaks only is the same.
        let same = FormField(name: "t", kind: .text, flags: .multiline, values: ["a\rb"])
        #expect(check(same, .text("a\nb")).changes.map(\.isUnchanged) == [true])
    }

    @Test("A text that is too long is refused, and characters are counted as people count them")
    func length() {
        let field = FormField(name: "t", kind: .text, maximumLength: 3)
        #expect(result(field, .text("abc")) == "abc")
        #expect(result(field, .text("👩‍👩‍👧e\u{301}ß")) == "👩‍👩‍👧e\u{301}ß")
        #expect(result(field, .text("abcd")) == "<tooLong>")
        #expect(
            check(field, .text("abcd")).problems.map(\.sentence) == [
                "“t” takes at most 3 characters, and “abcd” has 4."
            ])
        #expect(result(FormField(name: "t", kind: .text, maximumLength: 0), .text("x")) == "x")
    }

    @Test("Values must suit numbers and bounds; dates only cause a warning")
    func formats() {
        let number = FormField(name: "n", kind: .text, format: .number(NumberFormat(decimals: 2)))
        let numbers = [
            ("5", "5"), ("1,5", "1,5"), ("", ""), ("5 gp", "<notANumber>"), ("x", "<notANumber>"),
            ("1,000.00", "<notANumber>"),
        ]
        for (text, expected) in numbers { #expect(result(number, .text(text)) == expected, "\(text)") }
        let range = FormField(name: "n", kind: .text, validation: .range(minimum: 1, maximum: 30))
        for (text, expected) in [("1", "1"), ("31", "<outOfRange>"), ("", "")] {
            #expect(result(range, .text(text)) == expected)
        }
        #expect(
            check(range, .number("31")).problems.map(\.sentence) == ["“n” has bounds. “31” is not between 1 and 30."])
        let date = check(FormField(name: "d", kind: .text, format: .date("mm/dd/yyyy")), .text("02/30/2024"))
        #expect(date.changes.map(\.values) == [["02/30/2024"]])
        #expect(date.warnings.map(\.code) == [.notADate])
        let phone = check(FormField(name: "d", kind: .text, format: .special(.zip)), .text("123456"))
        #expect(phone.warnings.map(\.code) == [.shownInPart])
        #expect(check(FormField(name: "d", kind: .text, format: .custom), .text("x")).warnings.isEmpty)
    }

    @Test("Lists take exported values or what is shown, one or several")
    func lists() {
        let options = [
            FieldOption(value: "de", label: "German"), FieldOption(value: "pl", label: "Polish"),
            FieldOption(value: "Polish", label: "Polish sign"), FieldOption(value: "EN", label: "English"),
            FieldOption(value: "en", label: "old English"),
        ]
        let list = FormField(name: "l", kind: .list, options: options)
        let rows: [(FieldEntry, String)] = [
            (.text("de"), "de"), (.text("German"), "de"), (.text(" german "), "de"), (.text("Polish"), "Polish"),
            (.text(""), ""),
            (.list([]), ""), (.list(["de"]), "de"), (.list(["de", "pl"]), "<wrongType>"),
            (.text("fr"), "<noSuchOption>"),
            (.flag(true), "<wrongType>"), (.text("En"), "<ambiguousOption>"), (.text("EN"), "EN"),
        ]
        for (entry, expected) in rows { #expect(result(list, entry) == expected, "\(entry)") }
        let several = FormField(name: "l", kind: .list, flags: .multiSelect, options: options)
        #expect(result(several, .list(["pl", "German", "pl"])) == "pl|de")
        #expect(result(several, .list(["pl", "x"])) == "<noSuchOption>")
        #expect(result(FormField(name: "l", kind: .list), .text("x")) == "<noSuchOption>")
        let many = FormField(
            name: "l", kind: .list, flags: .multiSelect, options: (0..<20_000).map { FieldOption(value: "\($0)") })
        #expect(check(many, .list((0..<20_000).map { "\(19_999 - $0)" })).changes.first?.values.count == 20_000)
    }

    @Test("Combo boxes take other texts only if they can be edited")
    func combos() {
        let options = [FieldOption(value: "s", label: "Small"), FieldOption(value: "l", label: "Large")]
        let fixed = FormField(name: "c", kind: .combo, flags: .combo, options: options)
        let free = FormField(name: "c", kind: .combo, flags: [.combo, .edit], options: options)
        #expect(result(fixed, .text("Large")) == "l")
        #expect(result(fixed, .text("large")) == "l")
        #expect(result(fixed, .text("huge")) == "<noSuchOption>")
        #expect(
            check(fixed, .text("huge")).problems.map(\.sentence) == ["“c” has no choice “huge”. It takes “s”, “l”."])
        #expect(result(free, .text("Large")) == "l")
        #expect(result(free, .text("large")) == "large")
        #expect(result(free, .text("hu\nge")) == "hu ge")
        #expect(result(free, .text("")) == "")
    }

    @Test("Passwords, paths, signatures and locked fields are refused, unless nothing would change")
    func refused() {
        let fields = [
            FormField(name: "f", kind: .text, flags: .password), FormField(name: "f", kind: .text, flags: .fileSelect),
            FormField(name: "f", kind: .signature),
        ]
        for field in fields {
            #expect(result(field, .text("x")) == "<notFilled>")
            #expect(result(field, .text("")) == "nothing")
        }
        let locked = FormField(name: "f", kind: .text, flags: .readOnly, values: ["x"])
        #expect(result(locked, .text("y")) == "<readOnly>")
        #expect(result(locked, .text("x")) == "x")
        #expect(check(locked, .text("y"), .init(fillsReadOnly: true)).changes.map(\.values) == [["y"]])
    }

    @Test("A field that viewers compute takes a value although it is read-only")
    func computed() {
        let field = FormField(name: "f", kind: .text, flags: .readOnly, values: ["1"], calculation: .custom)
        let check = check(field, .text("2"))
        #expect(check.changes.map(\.values) == [["2"]])
        #expect(check.warnings.map(\.code) == [.readOnly])
    }

    @Test("Entries as people type them, and those that take the place of others")
    func assignments() {
        #expect(FormRow.Entry(assignment: "a b=c=d") == .init("a b", .text("c=d")))
        #expect(FormRow.Entry(assignment: "a=") == .init("a", .text("")))
        #expect(FormRow.Entry(assignment: "a") == nil)
        let row = FormRow(number: 3, entries: [.init("a", .text("1")), .init("b", .flag(true))])
        let other = row.setting([.init("b", .text("x")), .init("c", .text("y")), .init("c", .text("z"))])
        #expect(
            other
                == FormRow(
                    number: 3, entries: [.init("a", .text("1")), .init("b", .text("x")), .init("c", .text("z"))]))
    }

    @Test("Push buttons take pictures")
    func pictures() {
        let field = FormField(name: "portrait", kind: .push, flags: .pushButton)
        #expect(check(field, .text("@a b.png")).changes == [FieldChange(name: "portrait", picture: "a b.png")])
        #expect(check(field, .picture(path: "/x.png")).changes.map(\.picture) == ["/x.png"])
        #expect(result(field, .text("a.png")) == "<wrongType>")
        #expect(result(field, .text("@ ")) == "<wrongType>")
        #expect(result(field, .text("")) == "nothing")
        #expect(check(field, .text("@a"), .init(allowsPictures: false)).problems.map(\.code) == [.noPictures])
    }

    @Test("Names match exactly, else without spaces at the ends")
    func names() {
        let fields = ["Race ", "DEXmod ", "DEXmod", "a.b", " a.b.c", "x", "x ", " x", "Ä"].map {
            FormField(name: $0, kind: .text)
        }
        let form = Form(kind: .acroForm, fields: fields)
        func result(_ name: String) -> String {
            let check = FormRow(entries: [.init(name, .text("1"))]).resolved(against: form)
            return check.changes.first?.name ?? check.problems.map(\.sentence).joined()
        }
        let rows = [
            ("Race ", "Race "), ("Race", "Race "), ("  Race", "Race "), ("DEXmod ", "DEXmod "), ("DEXmod", "DEXmod"),
            ("a.b", "a.b"),
            ("a.b.c", " a.b.c"), ("A\u{308}", "Ä"), ("x", "x"),
            (
                "DEXmod  ",
                "The column “DEXmod  ” could be any of the fields “DEXmod ”, “DEXmod”. Write one of these names exactly."
            ),
            (
                "  x  ",
                "The column “  x  ” could be any of the fields “x”, “x ”, “ x”. Write one of these names exactly."
            ),
            ("a", "“a” is a group of fields. Name the fields in it, such as “a.b”."),
            ("race", "No field of the form is named “race”. “Race ” is similar."),
            ("b", "No field of the form is named “b”. “a.b” is similar."), ("Q", "No field of the form is named “Q”."),
            ("", "No field of the form is named “”."),
        ]
        for (name, expected) in rows { #expect(result(name) == expected, "\(name)") }
    }

    @Test("Two columns for one field are refused, and empty required fields are named")
    func rows() {
        let form = Form(
            kind: .acroForm,
            fields: [
                FormField(name: "a ", kind: .text, flags: .required),
                FormField(name: "b", kind: .text, flags: .required, values: ["x"]),
                FormField(name: "c", kind: .check, flags: .required, values: ["Off"], options: states(["Yes"])),
            ])
        let twice = FormRow(number: 7, entries: [.init("a ", .text("1")), .init("a", .text("2"))]).resolved(
            against: form)
        #expect(twice.row == 7)
        #expect(twice.problems.map(\.sentence) == ["The columns “a ” and “a” both fill the field “a ”."])
        #expect(twice.warnings.map(\.field) == ["c"])
        let empty = FormRow(entries: [.init("b", .text("")), .init("c", .flag(true))]).resolved(against: form)
        #expect(
            empty.warnings.map(\.sentence) == [
                "The form requires a value for “a ”, but there is none.",
                "The form requires a value for “b”, but there is none.",
            ])
        #expect(empty.values == ["b": [], "c": ["Yes"]])
    }
}
