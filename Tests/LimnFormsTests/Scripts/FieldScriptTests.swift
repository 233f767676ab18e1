// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("Scripts of fields are recognised")
struct FieldScriptTests {
    @Test("A call of a format function with literal arguments is known")
    func formats() {
        let known: [(String, FieldFormat)] = [
            ("AFNumber_Format(2, 0, 0, 0, \"\", true);", .number(NumberFormat(decimals: 2, isSignFirst: true))),
            (
                "AFNumber_Format(0, 2, 3, 0, \" \\u20AC\", false);",
                .number(
                    NumberFormat(
                        decimals: 0, separators: .pointComma, negative: .redParentheses, currency: " €",
                        isSignFirst: false))
            ),
            (
                "AFNumber_Format( 2 , 4,1 ,0,'$',1 ) ; ",
                .number(
                    NumberFormat(
                        decimals: 2, separators: .apostrophePoint, negative: .red, currency: "$", isSignFirst: true))
            ),
            ("AFNumber_Format(3)", .number(NumberFormat(decimals: 3))),
            (
                "AFNumber_Format(2, 9, 0, 0, \"\", false)",
                .number(NumberFormat(decimals: 2, separators: .apostrophePoint))
            ),
            ("AFPercent_Format(1, 3)", .percent(NumberFormat(decimals: 1, separators: .comma))),
            ("AFPercent_Format(0, 0, true)", .percent(NumberFormat(decimals: 0, isSignFirst: true))),
            ("AFDate_FormatEx(\"mm/dd/yyyy\");", .date("mm/dd/yyyy")),
            ("AFDate_FormatEx('d\\x2dmmm');", .date("d-mmm")),
            ("AFDate_Format(0)", .date("m/d")),
            ("AFDate_Format(13)", .date("m/d/yy HH:MM")),
            ("AFDate_Format(\"7\")", .date("yy-mm-dd")),
            ("AFTime_Format(3);\r\n", .time("h:MM:ss tt")),
            ("AFTime_FormatEx(\"HH:MM\")", .time("HH:MM")),
            ("AFSpecial_Format(2);", .special(.phone)),
            ("// a comment\n/* another */ AFSpecial_Format(3); // done", .special(.socialSecurity)),
        ]
        for (script, format) in known { #expect(FieldFormat(script: script) == format, "\(script)") }
    }

    @Test("Any other script is custom, and an empty one is none")
    func customFormats() {
        let scripts = [
            "AFNumber_Format(2, 0, 0, 0, currency, true)", "AFNumber_Format(1+1, 0)", "AFNumber_Format(2, 0",
            "AFNumber_Format(-1, 0, 0, 0, \"\", true)", "AFNumber_Format(2.5, 0)", "AFNumber_Format()",
            "AFNumber_Format(1e400, 0)", "AFNumber_Format(600, 0)", "AFDate_Format(14)", "AFSpecial_Format(4)",
            "AFDate_FormatEx(3)", "AFDate_FormatEx(\"mm", "event.value = 1", "if (x) AFSpecial_Format(1);",
            "AFSpecial_Format(1); event.value = 2", "afspecial_format(1)", "this.AFSpecial_Format(1)",
            "AFDate_FormatEx(\"\\u12\")", "/* AFSpecial_Format(1)", "AFNumber_Keystroke(2, 0, 0, 0, \"\", true);",
            "\0", "AFNumber_Format(2px, 0)",
        ]
        for script in scripts { #expect(FieldFormat(script: script) == .custom, "\(script)") }
        for script in ["", " \r\n\t"] {
            #expect(FieldFormat(script: script) == nil)
            #expect(FieldValidation(script: script) == nil)
            #expect(FieldCalculation(script: script) == nil)
        }
    }

    @Test("Ranges are known with either bound")
    func validations() {
        let known: [(String, FieldValidation)] = [
            ("AFRange_Validate(true, 0, true, 100);", .range(minimum: 0, maximum: 100)),
            ("AFRange_Validate(true, -1.5, false, 0);", .range(minimum: -1.5, maximum: nil)),
            ("AFRange_Validate(false, 0, true, 30)", .range(minimum: nil, maximum: 30)),
            ("AFRange_Validate(1, \"2\", 0, \"\")", .range(minimum: 2, maximum: nil)),
            ("AFRange_Validate(true, low, true, 100);", .custom),
            ("AFRange_Validate(true, \"low\", true, 100);", .custom),
            ("if (event.value > 3) app.alert('no')", .custom),
        ]
        for (script, validation) in known { #expect(FieldValidation(script: script) == validation, "\(script)") }
    }

    @Test("Sums are known by names in an array or in one text")
    func calculations() {
        let known: [(String, FieldCalculation)] = [
            ("AFSimple_Calculate(\"SUM\", new Array (\"a\", \"b.c\"));", .simple(.sum, ["a", "b.c"])),
            ("AFSimple_Calculate('AVG', ['a', \"b\\\"\"])", .simple(.average, ["a", "b\""])),
            ("AFSimple_Calculate(\"PRD\", \"a, b ,c\")", .simple(.product, ["a", "b", "c"])),
            ("AFSimple_Calculate(\"MIN\", Array())", .simple(.minimum, [])),
            ("AFSimple_Calculate(\"max\", [\"Stärke\"])", .simple(.maximum, ["Stärke"])),
            ("AFSimple_Calculate(\"SUM\", [a])", .custom),
            ("AFSimple_Calculate(\"SUM\", [1])", .custom),
            ("AFSimple_Calculate(\"MED\", [\"a\"])", .custom),
            ("event.value = this.getField('a').value", .custom),
            ("/** BVCALC a * (b + 2) EVCALC **/ event.value = AFMakeNumber(…);", .notation("a * (b + 2)")),
            ("\n/**BVCALC a EVCALC**/", .notation("a")),
            ("/** BVCALC a ", .custom),
            ("// BVCALC a EVCALC", .custom),
        ]
        for (script, calculation) in known { #expect(FieldCalculation(script: script) == calculation, "\(script)") }
    }

    @Test("Lists in lists and endless scripts end")
    func bounded() {
        let deep = "AFSimple_Calculate(\"SUM\", " + String(repeating: "[", count: 100_000)
        #expect(FieldCalculation(script: deep) == .custom)
        #expect(FieldFormat(script: String(repeating: "/*", count: 100_000)) == .custom)
        #expect(FieldFormat(script: "AFDate_FormatEx(\"" + String(repeating: "m", count: 2_000_000) + "\")") == .custom)
    }
}
