// SPDX-License-Identifier: GPL-3.0-or-later
import LimnFormData
import LimnForms
import Testing

@Suite("JSON is read")
struct JSONReaderTests {
    private func read(_ text: String, _ name: String = "data.json", _ reader: FormDataReader = FormDataReader()) throws
        -> FormDataDocument
    { try reader.read(Array(text.utf8), fileName: name) }

    @Test("Flat and nested names, null, numbers as written, and several choices")
    func values() throws {
        let document = try read(
            #"{"a.b": "x", "a": {"c": 1.50, "d": {"e": true}}, "n": null, "l": ["p", 2, false], "none": [], "": "?", "t": "\u00e4\ud83c\udfaf\n\/"}"#
        )
        #expect(document.format == .json)
        let entries: [FormRow.Entry] = [
            .init("a.b", .text("x")), .init("a.c", .number("1.50")), .init("a.d.e", .flag(true)),
            .init("l", .list(["p", "2", "false"])), .init("none", .list([])), .init("", .text("?")),
            .init("t", .text("ä🎯\n/")),
        ]
        #expect(document.rows == [FormRow(number: 1, entries: entries)])
        #expect(document.columns == ["a.b", "a.c", "a.d.e", "n", "l", "none", "", "t"])
        #expect(document.problems.isEmpty)
    }

    @Test("An array of objects is a row each, and what is no object is one bad row")
    func rows() throws {
        let document = try read(#" [{"a": "1"}, {"b": "2"}, 3, {}]"#, "x")
        #expect(document.rows.map(\.number) == [1, 2, 3, 4])
        #expect(document.rows.map(\.entries.count) == [1, 1, 0, 0])
        #expect(document.columns == ["a", "b"])
        #expect(document.problems == [FormDataProblem(row: 3, "it is not an object with names and values")])
        #expect(try read("[]").rows.isEmpty)
    }

    @Test("JSON Lines are known by the ending or by the content, and a bad line is one bad row")
    func lines() throws {
        for name in ["party.jsonl", "party", "party.json"] {
            let document = try read("{\"a\": 1}\n\n{\"a\": 2}\r\n{\"a\": }\n{\"a\": 4}", name)
            #expect(document.format == .jsonLines)
            #expect(document.rows.map(\.number) == [1, 2, 3, 4])
            #expect(
                document.rows.map { $0.entries.map(\.entry) } == [[.number("1")], [.number("2")], [], [.number("4")]])
            #expect(
                document.problems.map(\.description)
                    == ["Row 3: it cannot be read: a value cannot be read (byte 6 of the row)."])
        }
        #expect(try read("{\n\"a\": 1\n}\n").format == .json)
        #expect(try read("{\"a\": 1}\n").format == .json)
    }

    @Test("Data for mappings stay as they are")
    func trees() throws {
        let reader = FormDataReader(purpose: .mapping)
        let text = #"{"items": [{"n": [1, [2]]}], "x": null}"#
        let document = try read(text, "x.json", reader)
        #expect(document.rows.isEmpty && document.problems.isEmpty)
        let list = DataValue.list([.number("1"), .list([.number("2")])])
        #expect(
            document.tree(at: 0)
                == .object([.init("items", .list([.object([.init("n", list)])])), .init("x", .null)]))
        #expect(try read("[{},{}]", "x.json", reader).trees.count == 2)
        #expect(
            try read("a,b\n1,2", "x.csv", reader).tree(at: 0)
                == .object([.init("a", .text("1")), .init("b", .text("2"))]))
        // To fill fields by their names, the elements of arrays belong to numbered fields.
        let row = try #require(try read(text).rows.first)
        #expect(row.entries == [.init("items.1.n.1", .number("1")), .init("items.1.n.2", .list(["2"]))])
    }

    @Test("A name that is given twice is a problem, unless the values are the same")
    func twice() throws {
        #expect(try read(#"{"a.b": "1", "a": {"b": "1"}}"#).problems.isEmpty)
        let document = try read(#"{"a.b": "1", "a": {"b": "2"}}"#)
        #expect(document.problems.map(\.description) == ["Row 1: “a.b” is given twice, with different values."])
    }

    @Test("One value that no form can store spoils its field only")
    func badValues() throws {
        let long = String(repeating: "x", count: 10 << 20)
        let document = try read(
            #"[{"a": "\ud800", "b": "ok"}, {"a": "\u0000"}, {"a": "\#(long)"}, {"a": ["\udc00x"]}, {"a": "fine"}]"#)
        #expect(document.rows.map(\.entries.count) == [1, 0, 0, 0, 1])
        #expect(
            document.problems.map(\.description) == [
                "Row 1: “a” holds half of a character (a lone surrogate).",
                "Row 2: “a” holds a NUL character, which no form can store.",
                "Row 3: “a” is 10485760 bytes long, and at most 1048576 are read.",
                "Row 4: “a” holds half of a character (a lone surrogate).",
            ])
        // The same surrogate written as bytes.
        let bytes = Array("{\"a\": \"".utf8) + [0xed, 0xa0, 0x80] + Array("\"}".utf8)
        #expect(
            try FormDataReader().read(bytes).problems.map(\.description)
                == ["Row 1: “a” holds half of a character (a lone surrogate)."])
    }

    @Test("Damage is told with its line and byte")
    func damage() throws {
        let rows: [(String, String)] = [
            ("{\"a\": 1,}", "an object lacks a name or its end (line 1, byte 8)"),
            ("{\"a\": 1\n\"b\": 2}", "an object lacks a comma or its end (line 2, byte 8)"),
            ("{\"a\": \"x", "the quotation mark of a text is never closed (line 1, byte 6)"),
            ("{\"a\": \"x\ny\"}", "a text holds a control character or a line break that is not written as an escape"),
            ("{\"a\" 1}", "the name “a” has no value"), ("{\"a\": 01}", "a number starts with a zero"),
            ("{\"a\": 1.}", "a number ends with its decimal point"),
            ("{\"a\": 1e}", "a number has no digits behind its e"),
            ("{\"a\": +1}", "a value cannot be read"), ("{\"a\": NaN}", "a value cannot be read"),
            ("{'a': 1}", "an object lacks a name"), ("{\"a\": \"\\x\"}", "a text has an unknown escape"),
            ("{\"a\": \"\\u12g4\"}", "a text has an unknown escape"), ("{} {}", "something follows the end"),
            ("[{}", "an array lacks a comma or its end"), ("{\"a\":", "it ends where a value is expected"),
            ("\"text\"", "it is neither an object"), ("12", "it is neither an object"), ("", "it ends where a value"),
            ("{\"\\u0000\": 1}", "a name holds a NUL character"), ("{\"a\": tru}", "a value cannot be read"),
        ]
        for (text, sentence) in rows {
            let error = try #require(throws: FormDataError.self, "\(text)") { try read(text) }
            #expect(error.description.contains(sentence), "\(text): \(error)")
            #expect(error.code == .damaged)
            #expect(error.description.hasPrefix("The JSON file cannot be read: "))
        }
    }

    @Test("Bombs are refused in time")
    func bombs() throws {
        let limits = FormDataLimits(values: 100_000)
        let deep = String(repeating: "[", count: 10_000)
        let error = try #require(throws: FormDataError.self) { try read(deep) }
        #expect(error.code == .tooLarge)
        #expect(error.description.contains("nested deeper than 64 levels"))
        #expect(throws: FormDataError.self) { try read(String(repeating: "{\"a\":", count: 1_000_000)) }
        let wide = "[" + String(repeating: "[],", count: 200_000) + "[]]"
        let tooMany = try #require(throws: FormDataError.self) {
            try read(wide, "x.json", FormDataReader(limits: limits))
        }
        #expect(tooMany.description.contains("more than 100000 values"))
        let lines = String(repeating: "{\"a\": []}\n", count: 60_000)
        #expect(throws: FormDataError.self) { try read(lines, "x.jsonl", FormDataReader(limits: limits)) }
        #expect(throws: FormDataError.self) {
            try read("[{},{},{}]", "x", FormDataReader(limits: FormDataLimits(rows: 2)))
        }
        #expect(throws: FormDataError.self) {
            try read("{}\n{}\n{}", "x", FormDataReader(limits: FormDataLimits(rows: 2)))
        }
        // Long names above many values would fill the memory.
        let name = String(repeating: "n", count: 4000)
        let values = (0..<40_000).map { "\"\($0)\": 1" }.joined(separator: ",")
        #expect(throws: FormDataError.self) { try read("{\"\(name)\": {\(values)}}") }
        #expect(throws: FormDataError.self) { try read("{}", "x", FormDataReader(limits: FormDataLimits(bytes: 1))) }
    }

    @Test("The JSON of pdfcpu is a row a form")
    func pdfcpu() throws {
        let text = #"""
            {"header": {"source": "sheet.pdf", "version": "pdfcpu v0.8"},
             "forms": [
              {"textfield": [{"pages": [1], "id": "10", "name": "first name", "value": "Ann", "multiline": false, "locked": true},
                             {"pages": [1], "id": "11", "value": "by id"}],
               "datefield": [{"id": "12", "name": "born", "value": "31.12.1999", "format": "dd.mm.yyyy"}],
               "checkbox": [{"id": "13", "name": "ready", "value": true}],
               "radiobuttongroup": [{"id": "14", "name": "kind", "options": ["a", "b"], "value": "b"}],
               "combobox": [{"id": "15", "name": "size", "value": "XL"}],
               "listbox": [{"id": "16", "name": "langs", "multi": true, "values": ["de", "pl"]}]},
              {"textfield": [{"id": "10", "name": "first name"}, {}]}]}
            """#
        let document = try read(text)
        #expect(document.format == .pdfcpu)
        #expect(
            document.rows[0].entries == [
                .init("first name", .text("Ann")), .init("11", .text("by id")), .init("born", .text("31.12.1999")),
                .init("ready", .flag(true)), .init("kind", .text("b")), .init("size", .text("XL")),
                .init("langs", .list(["de", "pl"])),
            ])
        #expect(document.rows[1].entries.isEmpty)
        #expect(document.problems.map(\.row) == [2])
        #expect(document.warnings == ["The data lock 1 of their fields; the locks are ignored."])
        #expect(throws: FormDataError.self) { try read("{}", "x", FormDataReader(format: .pdfcpu)) }
    }
}
