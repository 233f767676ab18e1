// SPDX-License-Identifier: GPL-3.0-or-later
import LimnFormData
import LimnForms
import TestSupport
import Testing

@Suite("Formats of data are told apart, and no bytes stop the reader")
struct FormDataReaderTests {
    static let samples: [(name: String, text: String, format: FormDataFormat)] = [
        ("a.json", "{\"a\": [\"\\u00e4\", 1.5e3, true], \"b\": {\"c\": \"x\\n\"}}", .json),
        ("b", "[{\"a\": 1}, {\"b\": \"two\"}]", .json),
        ("c.jsonl", "{\"a\": 1}\n{\"a\": \"\\ud83c\\udfaf\"}\n", .jsonLines),
        ("d.csv", "sep=;\r\na;\"b \"\"x\"\"\";c\r\n1;\"two\r\nlines\";ä\r\n;;\r\n", .csv),
        ("e.tsv", "a\tb\n1\t2\n", .tsv),
        (
            "f.fdf",
            "%FDF-1.2\n1 0 obj\n<</FDF<</Fields[<</T(a)/V(x\\051\\()>><</T<FEFF0041>/Kids[<</T(b)/V/Y#20>>]>>]>>>>\nendobj\ntrailer\n<</Root 1 0 R>>\n",
            .fdf
        ),
        (
            "g.xml",
            "<?xml version=\"1.0\"?><xfdf><fields><field name=\"a\"><value>1&amp;</value></field></fields></xfdf>",
            .xfdf
        ),
        ("h.json", "{\"header\": {}, \"forms\": [{\"textfield\": [{\"name\": \"a\", \"value\": \"1\"}]}]}", .pdfcpu),
    ]

    @Test("Each format is known by its content and its name's ending")
    func detection() throws {
        for sample in Self.samples {
            let document = try FormDataReader().read(Array(sample.text.utf8), fileName: sample.name)
            #expect(document.format == sample.format, "\(sample.name)")
            #expect(document.problems.isEmpty, "\(sample.name)")
        }
        // The content of FDF wins over a wrong ending.
        #expect(try FormDataReader().read(Array(Self.samples[5].text.utf8), fileName: "x.csv").format == .fdf)
        let mention = "<xfdf><fields><field name=\"a\"><value>%FDF-1.2</value></field></fields></xfdf>"
        #expect(try FormDataReader().read(Array(mention.utf8)).format == .xfdf)
        #expect(try FormDataReader(format: .csv).read(Array("{a\n1".utf8)).columns == ["{a"])
    }

    @Test("A PDF and a spreadsheet are refused by name")
    func others() throws {
        let pdf = try #require(throws: FormDataError.self) { try FormDataReader().read(Array("%PDF-1.7\n".utf8)) }
        #expect(pdf.description == "The file contains no data for a form: this is a PDF document.")
        let zip = try #require(throws: FormDataError.self) {
            try FormDataReader().read(Array("PK\u{3}\u{4}xlsx".utf8), fileName: "x.xlsx")
        }
        #expect(zip.description.contains("can be saved as CSV"))
    }

    @Test("Random bytes and damaged files give a document or a sentence")
    func noise() throws {
        var generator = SeededGenerator(seed: 15)
        var read = 0
        var refused = 0
        let reader = FormDataReader(
            limits: FormDataLimits(bytes: 1 << 20, valueBytes: 1000, rows: 100, values: 1000, depth: 8))
        func attempt(_ bytes: [UInt8], _ format: FormDataFormat?) {
            for purpose in [FormDataReader.Purpose.fields, .mapping] {
                var reader = reader
                (reader.format, reader.purpose) = (format, purpose)
                do throws(FormDataError) {
                    let document = try reader.read(bytes)
                    read += 1
                    for problem in document.problems where problem.description.isEmpty { Issue.record("no sentence") }
                } catch {
                    refused += 1
                    if !error.description.hasSuffix(".") { Issue.record("\(error) is no sentence") }
                }
            }
        }
        let alphabet =
            Array("{}[]\"\\,:;\t\n\r()<>/=&#%'.-+e0123456789abRTV u\u{e4}".utf8) + [0, 0xff, 0xfe, 0xd8, 0xed, 0xa0]
        for round in 0..<3000 {
            let sample = Self.samples[round % Self.samples.count]
            var bytes = Array(sample.text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let at = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[at] = alphabet.randomElement(using: &generator) ?? 0
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: at)
                case 3: bytes += bytes[at...].prefix(20)
                default: bytes = Array(bytes[..<at]) + [UInt8.random(in: 0...255, using: &generator)]
                }
                if bytes.isEmpty { bytes = [0] }
            }
            attempt(bytes, round.isMultiple(of: 2) ? sample.format : nil)
            let noise = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            attempt(noise, FormDataFormat.allCases[round % FormDataFormat.allCases.count])
        }
        #expect(read + refused == 12_000)
        #expect(read > 1000 && refused > 1000)
    }
}
