// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("Numbers as viewers show them")
struct NumberFormatTests {
    private typealias Row = (value: String, decimals: Int, separators: Int, negative: Int, sign: String, text: String)

    private func check(_ rows: [Row], isSignFirst: Bool) throws {
        for row in rows {
            let format = NumberFormat(
                decimals: row.decimals, separators: try #require(.init(rawValue: row.separators)),
                negative: try #require(.init(rawValue: row.negative)), currency: row.sign, isSignFirst: isSignFirst)
            #expect(FieldFormat.number(format).shown(row.value).text == row.text, "\(row)")
        }
    }

    @Test("Separators, decimals and rounding")
    func plain() throws {
        try check(
            [
                ("1234.56", 2, 0, 0, "", "1,234.56"), ("1234.56", 2, 1, 0, "", "1234.56"),
                ("1234.56", 2, 2, 0, "", "1.234,56"), ("1234.56", 2, 3, 0, "", "1234,56"),
                ("1234.56", 2, 4, 0, "", "1'234.56"), ("1234567.891", 0, 0, 0, "", "1,234,568"),
                ("1234567.891", 1, 2, 0, "", "1.234.567,9"), ("1234567", 0, 4, 0, "", "1'234'567"),
                ("123", 0, 0, 0, "", "123"), ("12", 3, 0, 0, "", "12.000"), ("0", 2, 0, 0, "", "0.00"),
                ("000123", 0, 0, 0, "", "123"), (".5", 1, 0, 0, "", "0.5"), ("5.", 1, 0, 0, "", "5.0"),
                ("+7", 0, 0, 0, "", "7"), ("1,5", 2, 0, 0, "", "1.50"), (",25", 2, 2, 0, "", "0,25"),
                ("  8  ", 0, 0, 0, "", "8"), ("1e3", 0, 0, 0, "", "1,000"), ("1.5E-2", 3, 0, 0, "", "0.015"),
                ("2.5", 0, 0, 0, "", "3"), ("-2.5", 0, 0, 0, "", "-3"), ("0.5", 0, 0, 0, "", "1"),
                ("0.49999", 0, 0, 0, "", "0"), ("1.005", 2, 0, 0, "", "1.01"), ("2.675", 2, 0, 0, "", "2.68"),
                ("0.125", 2, 0, 0, "", "0.13"), ("-0.125", 2, 0, 0, "", "-0.13"), ("999.995", 2, 0, 0, "", "1,000.00"),
                ("9.999", 2, 0, 0, "", "10.00"), ("0.0004", 3, 0, 0, "", "0.000"), ("0.0005", 3, 0, 0, "", "0.001"),
                ("123456789012345678901", 0, 0, 0, "", "123,456,789,012,345,678,901"),
                ("0.1234567890123456789", 19, 0, 0, "", "0.1234567890123456789"),
                ("1e20", 0, 1, 0, "", "100000000000000000000"), ("-0", 0, 0, 0, "", "0"), ("-0.0", 1, 0, 2, "", "0.0"),
                ("-0.001", 2, 0, 0, "", "-0.00"), ("", 2, 0, 0, "", ""), ("   ", 2, 0, 0, "", ""),
                ("abc", 2, 0, 0, "", ""), ("-", 0, 0, 0, "", ""), (".", 0, 0, 0, "", ""), ("e5", 0, 0, 0, "", ""),
                ("1e999", 0, 0, 0, "", ""), ("1e-999", 2, 0, 0, "", "0.00"), ("NaN", 0, 0, 0, "", ""),
                ("Infinity", 0, 0, 0, "", ""), ("0x10", 0, 0, 0, "", "0"),
            ], isSignFirst: false)
    }

    @Test("Negative numbers and signs of currencies")
    func signs() throws {
        try check(
            [
                ("-1234.5", 2, 0, 0, "", "-1,234.50"), ("-1234.5", 2, 0, 1, "", "1,234.50"),
                ("-1234.5", 2, 0, 2, "", "(1,234.50)"), ("-1234.5", 2, 0, 3, "", "(1,234.50)"),
                ("-1234.5", 2, 2, 0, " €", "-1.234,50 €"), ("-1234.5", 2, 2, 2, " €", "(1.234,50 €)"),
                ("1234.5", 2, 2, 2, " €", "1.234,50 €"), ("-5", 0, 0, 1, " gp", "5 gp"),
                ("5", 0, 0, 1, " gp", "5 gp"), ("-0.5", 0, 0, 3, "p", "(1p)"),
            ], isSignFirst: false)
        try check(
            [
                ("-1234.5", 2, 0, 0, "$", "-$1,234.50"), ("-1234.5", 2, 0, 1, "$", "$1,234.50"),
                ("-1234.5", 2, 0, 2, "$", "($1,234.50)"), ("-1234.5", 2, 0, 3, "$", "($1,234.50)"),
                ("1234.5", 2, 0, 3, "$", "$1,234.50"), ("0", 2, 0, 0, "$", "$0.00"), ("", 2, 0, 0, "$", ""),
                ("none", 2, 0, 0, "$", ""), ("-7", 0, 4, 0, "CHF ", "-CHF 7"),
            ], isSignFirst: true)
    }

    @Test("Negative numbers are red where the format says so, others are not")
    func red() {
        for (negative, isRed) in [
            (NumberFormat.Negative.minus, false), (.red, true), (.parentheses, false), (.redParentheses, true),
        ] {
            let format = FieldFormat.number(NumberFormat(decimals: 0, negative: negative))
            #expect(format.shown("-1").isRed == isRed)
            #expect(!format.shown("1").isRed)
            #expect(!format.shown("0").isRed)
            #expect(!format.shown("-0").isRed)
        }
    }

    @Test("Percentages are a hundred times the number")
    func percentages() {
        let rows: [(String, Int, NumberFormat.Separators, Bool, String)] = [
            ("0.25", 0, .commaPoint, false, "25%"), ("0.25", 2, .commaPoint, false, "25.00%"),
            ("0.075", 1, .comma, false, "7,5%"), ("12.5", 0, .commaPoint, false, "1,250%"),
            ("-0.5", 0, .commaPoint, false, "-50%"), ("1", 0, .point, true, "%100"), ("-1", 1, .point, true, "%-100.0"),
            ("0.005", 0, .point, false, "1%"), ("0.0049", 0, .point, false, "0%"), ("0,5", 0, .point, false, "50%"),
            ("", 2, .point, false, "%"), ("half", 2, .point, false, "%"), ("0.1234567", 3, .point, false, "12.346%"),
            ("0.29", 0, .point, false, "29%"), ("1.005", 0, .point, false, "101%"),
        ]
        for (value, decimals, separators, isFirst, text) in rows {
            let format = NumberFormat(decimals: decimals, separators: separators, isSignFirst: isFirst)
            #expect(FieldFormat.percent(format).shown(value).text == text, "\(value)")
        }
    }

    @Test("What is no plain number is told")
    func problems() {
        let format = FieldFormat.number(NumberFormat(decimals: 2))
        let rows: [(String, String, ShownValue.Problem?)] = [
            ("12", "12.00", nil), (" 12 ", "12.00", nil), ("", "", nil), ("12 gp", "12.00", .notOnlyANumber),
            ("1,234.56", "1.23", .notOnlyANumber), ("1'234", "1.00", .notOnlyANumber), ("$5", "", .notANumber),
            ("five", "", .notANumber), ("1e", "1.00", .notOnlyANumber), ("٣", "", .notANumber),
        ]
        for (value, text, problem) in rows {
            #expect(format.shown(value) == ShownValue(text: text, problem: problem), "\(value)")
        }
        #expect(ShownValue.Problem.notANumber.sentence(about: "$5\n") == "“$5 ” is not a number.")
    }

    @Test("A cell of ten megabytes is shown in time, and decimals beyond reason are cut")
    func long() {
        let digits = String(repeating: "7", count: 10_000_000)
        #expect(FieldFormat.number(NumberFormat(decimals: 2)).shown(digits).problem == .notANumber)
        #expect(FieldFormat.number(NumberFormat(decimals: 2)).shown("0." + digits).text == "0.78")
        #expect(FieldFormat.number(NumberFormat(decimals: .max)).shown("1").text.count == 514)
        #expect(FieldFormat.number(NumberFormat(decimals: .min)).shown("1.6").text == "2")
    }
}
