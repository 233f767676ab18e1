// SPDX-License-Identifier: Apache-2.0
import LimnForms
import Testing

@Suite("Names of files for a party")
struct FileNamePatternTests {
    private func row(_ number: Int, _ values: KeyValuePairs<String, String>) -> FormRow {
        FormRow(number: number, entries: values.map { .init($0.key, .text($0.value)) })
    }

    private func path(_ pattern: String, _ values: KeyValuePairs<String, String>, row number: Int = 7) throws -> String?
    {
        try FileNamePattern(pattern).path(for: row(number, values))
    }

    @Test("Columns, numbers, zeros and braces")
    func placeholders() throws {
        let rows: [(String, String)] = [
            ("out/{name}-{@row:03}.pdf", "out/Ann-007.pdf"), ("{name}.pdf", "Ann.pdf"), ("{@row}.pdf", "7.pdf"),
            ("{Race }.pdf", "elf.pdf"), ("{Race}.pdf", "elf.pdf"), ("{level:02}_{name:02}.pdf", "03_Ann.pdf"),
            ("{{{name}}}.pdf", "{Ann}.pdf"), ("../x/./{name}/{level}.pdf", "../x/./Ann/3.pdf"),
            ("/abs/{name}", "/abs/Ann"),
            ("a:b/{a:b}.pdf", "a:b/colon.pdf"), ("fixed.pdf", "fixed.pdf"),
            ("{name} the {none} {level}.pdf", "Ann the  3.pdf"),
        ]
        for (pattern, expected) in rows {
            let values: KeyValuePairs = ["name": "Ann", "Race ": "elf", "level": "3", "a:b": "colon", "none": ""]
            #expect(try path(pattern, values) == expected, "\(pattern)")
        }
        #expect(try FileNamePattern("{a}{b}/{a}{@row}").columns == ["a", "b"])
        #expect(try FileNamePattern("x.pdf").isFixed)
        #expect(try !FileNamePattern("{@row}.pdf").isFixed)
    }

    @Test("What is no pattern is refused with a sentence")
    func refused() throws {
        for pattern in ["{name.pdf", "name}.pdf", "{}.pdf", "{@rows}.pdf", "{name}/", "", "a//"] {
            let error = try #require(throws: FileNamePatternError.self, "\(pattern)") { try FileNamePattern(pattern) }
            #expect(error.description.hasSuffix("."))
        }
        let error = try #require(throws: FileNamePatternError.self) { try FileNamePattern("{@rows}.pdf") }
        #expect(
            error.description
                == "The pattern “{@rows}.pdf” cannot be used: {@rows} is unknown. The row's number is {@row}.")
    }

    @Test("Values become safe names")
    func sanitised() throws {
        let rows: [(String, String)] = [
            ("a/b", "a_b.pdf"), ("../../etc/passwd", "_.._etc_passwd.pdf"), ("..", "pdf"), (".hidden", "hidden.pdf"),
            ("a\0b", "a_b.pdf"), ("a\nb\tc", "a b c.pdf"), ("a\u{7}b", "a_b.pdf"), ("<>:\"\\|?*", "________.pdf"),
            (" a ", "a.pdf"),
            ("CON", "_CON.pdf"), ("con", "_con.pdf"), ("nul.txt", "_nul.txt.pdf"), ("COM1", "_COM1.pdf"),
            ("COM10", "COM10.pdf"),
            ("Console", "Console.pdf"), ("lpt²", "_lpt².pdf"), ("你好 🎯", "你好 🎯.pdf"), ("a\u{202e}fdp.b", "afdp.b.pdf"),
            ("Smith, John", "Smith, John.pdf"), ("%n{x}", "%n{x}.pdf"),
        ]
        for (value, expected) in rows { #expect(try path("{name}.pdf", ["name": value]) == expected, "\(value)") }
        #expect(try path("{name}", ["name": "end. . "]) == "end")
        #expect(try path("{name}", ["name": "..."]) == "_")
        #expect(try path("{name}.pdf", ["name": " "]) == nil)
        #expect(try path("{name}{@row}.pdf", ["name": " "]) == "7.pdf")
        #expect(try path("{name}/x.pdf", ["name": ""]) == nil)
    }

    @Test("A long name gives way, so that number and ending stay within 255 bytes")
    func long() throws {
        let name = try #require(try path("{name}-{@row:03}.pdf", ["name": String(repeating: "ä🎯", count: 1_000_000)]))
        #expect(name.utf8.count <= 255 && name.utf8.count > 245)
        #expect(name.hasPrefix("ä🎯ä🎯") && name.hasSuffix("-007.pdf"))
        let two = try #require(
            try path("{a} {b}.pdf", ["a": String(repeating: "a", count: 300), "b": String(repeating: "b", count: 300)]))
        #expect(two.utf8.count == 255)
        #expect(two.contains("bbb.pdf"))
    }

    @Test("Collisions are found before any work, with both rows named")
    func collisions() throws {
        let rows = [row(1, ["n": "Ann"]), row(2, ["n": "Bob"]), row(4, ["n": "ann"]), row(5, ["n": ""])]
        let (names, problems) = try FileNamePattern("{n}.pdf").names(for: rows)
        #expect(names.map(\.path) == ["Ann.pdf", "Bob.pdf", "ann.pdf"])
        #expect(
            problems.map(\.sentence) == [
                "Rows 1 and 4 would both be written to “ann.pdf”. Put {@row} into the pattern.",
                "Row 5 has no value that could name its file: “n” is empty.",
            ])
        #expect(problems.map(\.rows) == [[1, 4], [5]])
        let numbered = try FileNamePattern("{n}-{@row}.pdf").names(for: rows)
        #expect(numbered.problems.isEmpty)
        #expect(numbered.names.map(\.row) == [1, 2, 4, 5])
        let unknown = try FileNamePattern("{who}.pdf").names(for: rows)
        #expect(
            unknown.problems.map(\.sentence)
                == ["The pattern “{who}.pdf” names the column “who”, which the data do not have."])
        // Names that become equal when they are made safe, or when they are cut.
        let safe = try FileNamePattern("{n}").names(for: [row(1, ["n": "a/b"]), row(2, ["n": "a:b"])])
        #expect(safe.problems.map(\.rows) == [[1, 2]])
        let cut = try FileNamePattern("{n}").names(
            for: (1...2).map { row($0, ["n": String(repeating: "x", count: 300) + "\($0)"]) })
        #expect(cut.problems.map(\.rows) == [[1, 2]])
    }

    @Test("Rows are chosen by their numbers")
    func selections() throws {
        let rows = [1, 2, 4, 5, 6].map { FormRow(number: $0) }
        let chosen: [(String, [Int])] = [
            ("1", [1]), ("2-5", [2, 4, 5]), ("z", [6]), ("r2", [5]), ("5-z", [5, 6]), ("6-5,1", [1, 5, 6]), ("3", []),
            ("1,1-2", [1, 2]),
        ]
        for (text, numbers) in chosen {
            #expect(try RowSelection(text)?.rows(of: rows).map(\.number) == numbers, "\(text)")
        }
        for text in ["", "0", "a", "1-", "-1", "1-2-3", "1,,2", "r0", "99999999999999999999", " 1"] {
            #expect(RowSelection(text) == nil, "\(text)")
        }
        for text in ["7", "1-7", "r7", "9223372036854775807", "r9223372036854775807"] {
            #expect(throws: RowSelectionError.self, "\(text)") { try RowSelection(text)?.rows(of: rows) }
        }
        #expect(throws: RowSelectionError.self) { try RowSelection("1-z")?.rows(of: []) }
    }
}
