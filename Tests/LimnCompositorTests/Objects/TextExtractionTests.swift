// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnGeometry
import LimnInk
import Testing
import TestSupport

/// Three engines read text from exports.
struct TextExtractionTests {
    /// What Debian's MuPDF 1.21 makes of a text. It knows no /ActualText, does not reorder text from right to left, and
    /// reads characters outside of the basic plane as two.
    private enum OldMuPDF { case reads, cannot }

    private static let table: [(text: String, old: OldMuPDF)] = [
        ("Maren Holt, 10 PP", .reads), ("Zażółć gęślą jaźń", .reads), ("office fling affluent ffi", .reads),
        ("AVATAR To. Wave", .reads), ("Größe – façade “x”", .reads), ("e\u{301}a\u{308}n\u{303}", .reads),
        ("q\u{307}\u{323} x\u{304} z", .cannot), ("Ἀθήνα, ἄνθρωπος", .reads), ("Привет, мир", .reads),
        ("Й и\u{306}", .reads), ("Բարեւ աշխարհ", .reads), ("გამარჯობა", .reads), ("שלום עולם", .cannot),
        ("שלום 12 ועוד 3.5", .cannot), ("abc שלום xyz", .cannot), ("שָׁלוֹם", .cannot), ("مرحبا بالعالم", .cannot),
        ("لا إله السلام", .cannot), ("عام 2024 م", .cannot), ("हिन्दी क्षत्रिय कि", .cannot), ("বাংলা ভাষা", .reads),
        ("தமிழ் கொடு", .cannot), ("ภาษาไทย น้ำ", .cannot), ("ភាសាខ្មែរ", .cannot),
        ("日本語のテキスト、カタカナ。", .reads), ("简体中文", .reads), ("한국어 조선", .reads), ("አማርኛ", .reads),
        ("ok 😀 done", .cannot), ("👨‍👩‍👧🇵🇱👍🏽", .cannot), ("x² + ½ ≤ ∞ → ∑", .reads), ("\u{2f00}一 丨", .cannot),
    ]

    /// Without line ends and marks of direction, composed, and without blanks where `keepsBlanks` is false.
    private static func plain(_ text: some StringProtocol, keepsBlanks: Bool) -> String {
        let kept = text.unicodeScalars.filter { scalar in
            !(0x200e...0x200f ~= scalar.value || 0x202a...0x202e ~= scalar.value || 0x2066...0x2069 ~= scalar.value)
                && scalar.value >= 32 && scalar.value != 0xfeff && (keepsBlanks || scalar != " ")
        }
        return String(String.UnicodeScalarView(kept)).trimmingCharacters(in: .whitespaces)
            .precomposedStringWithCanonicalMapping
    }

    /// Whether there are letters from right to left next to numbers or Latin letters. Poppler puts the blank between
    /// them on the other side of the number.
    private static func isMixed(_ text: String) -> Bool {
        text.unicodeScalars.contains { 0x590...0x6ff ~= $0.value }
            && text.unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic || "0"..."9" ~= $0 }
    }

    @Test(arguments: DrawnDocument.Way.allCases)
    func `What was typed is what poppler, MuPDF and pdfium extract, in sixteen scripts`(way: DrawnDocument.Way) throws {
        // pdfium reads no text of annotations, and the others do.
        let drawn = try DrawnDocument(Self.table.map { DrawnDocument.text($0.text) }, way)
        #expect(drawn.messages.isEmpty)
        let folder = try TemporaryFolder()
        let file = try folder.write(drawn.bytes, "table.pdf")
        let poppler = try run(try Requirement.tool("pdftotext"), file, "-").text.components(separatedBy: "\u{c}")
        let mupdf = try run(try Requirement.tool("mutool"), "draw", "-q", "-F", "text", file).text
            .components(separatedBy: "\u{c}")
        let pdfium = try JSONDecoder().decode([String].self, from: Data(try python("page_texts", file).utf8))
        for (page, row) in Self.table.enumerated() {
            let keepsBlanks = !Self.isMixed(row.text)
            let typed = Self.plain(row.text, keepsBlanks: keepsBlanks)
            #expect(Self.plain(poppler[page], keepsBlanks: keepsBlanks) == typed)
            if row.old == .reads { #expect(Self.plain(mupdf[page], keepsBlanks: keepsBlanks) == typed) }
            if !way.annotates {
                // Where a mark of a cluster lies beyond the next letter, pdfium says the cluster twice.
                let found = Self.plain(pdfium[page], keepsBlanks: keepsBlanks)
                #expect(row.text == "ភាសាខ្មែរ" ? found.hasPrefix(typed) : found == typed)
            }
        }
    }

    @Test func `Every font is embedded and is in the file once, whichever pages use it`() throws {
        let drawn = try DrawnDocument(Self.table.map { DrawnDocument.text($0.text) })
        let folder = try TemporaryFolder()
        let file = try folder.write(drawn.bytes, "table.pdf")
        let lines = try run(try Requirement.tool("pdffonts"), file).text.split(separator: "\n").dropFirst(2)
        let names = lines.map { $0.split(separator: " ")[0] }
        #expect(names.count == 10 && Set(names).count == 10)
        #expect(
            lines.allSatisfy { $0.contains("yes yes yes") || $0.contains("Type 3            Custom           yes") })
    }

    @Test func `Lines stay in reading order, and what cannot be set is told`() throws {
        let text = "The quick brown fox jumps over the lazy dog, and then it sleeps.\nA new paragraph."
        let drawn = try DrawnDocument([DrawnDocument.text(text, size: 12, width: 150)])
        let folder = try TemporaryFolder()
        let file = try folder.write(drawn.bytes, "lines.pdf")
        let found = try run(try Requirement.tool("pdftotext"), file, "-").text
        #expect(found.split { $0.isWhitespace } == text.split { $0.isWhitespace })
        let other = try DrawnDocument([DrawnDocument.text("a\u{10fffd}", family: "No Such Family")])
        #expect(other.messages.count == 2)
        #expect(other.messages.first?.hasPrefix("The font No Such Family is missing; ") == true)
        #expect(other.messages.last == "No font has the characters U+10FFFD; they are left out.")
    }

    @Test func `A page of Latin text adds less than 12 KB, one of Japanese less than 40 KB`() throws {
        let size = Size(width: 595, height: 842)
        let latin = (0..<40).map { number in
            "Line \(number): Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich – 1234567890 (ABC)!"
        }.joined(separator: "\n")
        let document = try DrawnDocument([DrawnDocument.text(latin, size: 11)], size: size)
        let added = document.bytes.count - document.original.count
        #expect(added < 12_000)
        let kana = "色は匂へど散りぬるを我が世誰ぞ常ならむ有為の奥山今日越えて浅き夢見じ酔ひもせず日本語の文章はこのように書きます。"
        let japanese = (0..<40).map { String(kana.dropFirst($0 % 7)) }.joined(separator: "\n")
        let other = try DrawnDocument(
            [DrawnDocument.text(japanese, family: "Noto Sans CJK JP", size: 9)], size: size)
        let more = other.bytes.count - other.original.count
        #expect(more < 40_000)
        print("Latin \(added) bytes, Japanese \(more) bytes")
    }
}
