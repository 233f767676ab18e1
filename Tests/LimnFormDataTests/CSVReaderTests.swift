// SPDX-License-Identifier: GPL-3.0-or-later
import LimnFormData
import LimnForms
import Testing

@Suite("CSV is read, with Excel's habits")
struct CSVReaderTests {
    private func read(_ bytes: [UInt8], _ name: String = "party.csv", _ reader: FormDataReader = FormDataReader())
        throws
        -> FormDataDocument
    { try reader.read(bytes, fileName: name) }

    private func read(_ text: String, _ name: String = "party.csv") throws -> FormDataDocument {
        try read(Array(text.utf8), name)
    }

    private func cells(_ document: FormDataDocument) -> [[String]] {
        document.rows.map { $0.entries.map { if case .text(let text) = $0.entry { text } else { "not a text" } } }
    }

    private func utf16(_ text: String, isBigEndian: Bool, mark: Bool = true) -> [UInt8] {
        ((mark ? "\u{feff}" : "") + text).utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
            return isBigEndian ? [high, low] : [low, high]
        }
    }

    @Test("Quotes, line breaks inside them, and every end of line")
    func quotes() throws {
        let document = try read(
            "name,\"motto, short\",\"no\"\"te\"\r\nAnn,\"two\r\nlines\",\"say \"\"hi\"\"\"\nBob,\"a\"b,\"\"\rCid,5'\"x, y "
        )
        #expect(document.columns == ["name", "motto, short", "no\"te"])
        #expect(
            cells(document) == [
                ["Ann", "two\r\nlines", "say \"hi\""], ["Bob", "ab", ""], ["Cid", "5'\"x", " y "],
            ])
        #expect(document.rows.map(\.number) == [1, 2, 3])
        #expect(document.warnings.isEmpty && document.problems.isEmpty)
    }

    @Test("The separator is that which the header has most of outside quotes")
    func delimiters() throws {
        let files = [
            "a;b;c\n1,5;2;3", "a\tb\tc\n1,5\t2\t3", "a,b,c\n\"1,5\",2,3", "a|b|c\n1,5|2|3", "\"a,x,y,z\";b;c\n1,5;2;3",
            "sep=;\na;b;c\n1,5;2;3", "sep=|\r\na,x|b|c\n1,5|2|3", "sep=\t\na\tb\tc\n1,5\t2\t3",
        ]
        for file in files { #expect(cells(try read(file)) == [["1,5", "2", "3"]], "\(file)") }
        #expect(cells(try read("one\n1,5", "x.tsv")) == [["1,5"]])
        #expect(cells(try read("one\n1", "x.csv")) == [["1"]])
        let given = FormDataReader(delimiter: ":")
        #expect(cells(try read(Array("a,b:c;;;\n1,2:3".utf8), "x.csv", given)) == [["1,2", "3"]])
        #expect(try read("a\tb\n1\t2", "x.tsv").format == .tsv)
        #expect(try read("a\tb\n1\t2", "x").format == .csv)
    }

    @Test("Encodings: UTF-8 with a mark, UTF-16 in either order, Windows-1252 with a warning")
    func encodings() throws {
        let text = "name;gruß\nÄnne;🎯"
        let files: [[UInt8]] = [
            Array(text.utf8), [0xef, 0xbb, 0xbf] + Array(text.utf8), utf16(text, isBigEndian: false),
            utf16(text, isBigEndian: true), utf16(text, isBigEndian: false, mark: false),
            utf16(text, isBigEndian: true, mark: false),
        ]
        for file in files {
            let document = try read(file)
            #expect(document.columns == ["name", "gruß"])
            #expect(cells(document) == [["Änne", "🎯"]])
            #expect(document.warnings.isEmpty)
        }
        let windows = try read(Array("name;gru".utf8) + [0xdf, 10, 0xc4] + Array("nne;".utf8) + [0x80, 0x93])
        #expect(windows.columns == ["name", "gruß"])
        #expect(cells(windows) == [["Änne", "€“"]])
        #expect(windows.warnings == ["The file is not UTF-8. It was read as Windows-1252."])
        #expect(throws: FormDataError.self) { try read([0xff, 0xfe, 0x61]) }
    }

    @Test("Leading zeros, dates and spaces stay as they are")
    func verbatim() throws {
        let document = try read("Race ,DEXmod , x\n007,2024-03-05,  y  \n1e5,=A1,'1")
        #expect(document.columns == ["Race ", "DEXmod ", " x"])
        #expect(cells(document) == [["007", "2024-03-05", "  y  "], ["1e5", "=A1", "'1"]])
    }

    @Test("Empty columns at the end, empty rows and short rows")
    func empty() throws {
        let document = try read("a,b,,\n1,2,,\n,,,\n3\n\n4,5\n\n")
        #expect(document.columns == ["a", "b"])
        #expect(cells(document) == [["1", "2"], ["3", ""], ["4", "5"]])
        #expect(document.rows.map(\.number) == [1, 3, 5])
        #expect(
            document.warnings == [
                "1 rows have fewer cells than the header; the first is row 3. The missing cells count as empty."
            ])
        let values = try read("a,,b\n1,,2\n1,x,2\n1,,2,y")
        #expect(values.rows.count == 3)
        #expect(
            values.problems.map(\.description) == [
                "Row 2: column 2 has a value but no name in the header.",
                "Row 3: column 4 has a value but no name in the header.",
            ])
        #expect(try read("\n\na,b\n1,2").columns == ["a", "b"])
        #expect(try read("a,b").rows.isEmpty)
    }

    @Test("A header that names a column twice is refused, and so is none")
    func headers() throws {
        let error = try #require(throws: FormDataError.self) { try read("a,b,a\n1,2,3") }
        #expect(
            error.description
                == "The CSV file cannot be read: the header names “a” twice, in columns 1 and 3 (column “3”, line 1).")
        // Names that differ in spaces are different: forms have such fields.
        #expect(try read("a,a \n1,2").columns == ["a", "a "])
        for file in ["", "\n\n", ",,\n"] { #expect(throws: FormDataError.self) { try read(file) } }
    }

    @Test("Quotes left open are told with the place where they open")
    func openQuote() throws {
        let error = try #require(throws: FormDataError.self) { try read("a,b\n1,2\n3,\"x\n\n4,5\n") }
        #expect(
            error.description
                == "The CSV file cannot be read: a quotation mark that opens a cell is never closed (row 2, column “2”, line 3)."
        )
    }

    @Test("A cell that no form can store is one bad row")
    func badCells() throws {
        let long = String(repeating: "x", count: 10 << 20)
        let document = try read("a,b\n\(long),1\n\"\(long)\",2\n\0,3\nok,4")
        #expect(document.rows.map(\.entries.count) == [1, 1, 1, 2])
        #expect(
            document.problems.map(\.description) == [
                "Row 1: “a” is 10485760 bytes long, and at most 1048576 are read.",
                "Row 2: “a” is 10485760 bytes long, and at most 1048576 are read.",
                "Row 3: “a” holds a NUL character, which no form can store.",
            ])
        var surrogate = utf16("a,b\nx", isBigEndian: true) + [0xd8, 0x00]
        surrogate += utf16(",1", isBigEndian: true, mark: false)
        #expect(
            try read(surrogate).problems.map(\.description) == [
                "Row 1: “a” holds half of a character (a lone surrogate)."
            ])
    }

    @Test("Files of separators and of rows are bounded")
    func bombs() throws {
        let small = FormDataReader(limits: FormDataLimits(rows: 1000, values: 100_000))
        #expect(throws: FormDataError.self) { try read([UInt8](repeating: 44, count: 1_000_000), "x.csv", small) }
        #expect(throws: FormDataError.self) {
            try read(Array(("a\n" + String(repeating: "1\n", count: 2000)).utf8), "x.csv", small)
        }
        #expect(throws: FormDataError.self) { try read([UInt8](repeating: 34, count: 1_000_001), "x.csv", small) }
        let wide = (0..<3000).map { "c\($0)" }.joined(separator: ",")
        let rows = String(repeating: "\n1", count: 900)
        // Missing cells count as empty ones, and are bounded with the others.
        #expect(throws: FormDataError.self) { try read(Array((wide + rows).utf8), "x.csv", small) }
    }
}
