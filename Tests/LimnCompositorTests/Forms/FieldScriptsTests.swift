// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompositor
import LimnGeometry
import LimnPDFObjects
import Testing
import TestSupport

/// Fields in many scripts, read and painted by engines that did not write them.
struct FieldScriptsTests {
    private static let texts = [
        "Maren Holt, 10 PP", "Größe – façade “x”", "Zażółć gęślą jaźń", "Ştefan Țepeș", "Đặng Thị Hồng",
        "office ffi fl",
        "e\u{301}a\u{308}n\u{303}", "AVATAR To. Wave", "Ἀθήνα, ἄνθρωπος", "Ελληνικά", "Привет, мир", "Їжак Ґанок",
        "Бял кон", "Բարեւ աշխարհ", "გამარჯობა", "שלום עולם", "שָׁלוֹם", "مرحبا بالعالم", "سلام", "लक्ष्मी", "हिन्दी क्षत्रिय",
        "বাংলা ভাষা", "தமிழ் கொடு", "ภาษาไทย น้ำ", "日本語テキスト", "カタカナ、ひらがな。", "简体中文", "繁體中文", "한국어 조선", "አማርኛ",
        "😀 done", "👨‍👩‍👧🇵🇱", "x² + ½ ≤ ∞ → ∑", "♠♣♥♦ ★", "№ 5 ½ €",
    ]

    private enum Kind: CaseIterable {
        case line, lines, comb, combo, list, caption

        func content(_ text: String) -> FieldContent {
            switch self {
            case .line: .line(text)
            case .lines: .lines(text)
            case .comb: .comb(text, cells: 20)
            case .combo: .combo(text)
            case .list: .list([text], chosen: [0], top: nil)
            case .caption: .caption
            }
        }
    }

    /// Without blanks, line ends, marks of direction and variation, composed.
    private static func plain(_ text: some StringProtocol) -> String {
        let kept = text.unicodeScalars.filter { scalar in
            !(0x200e...0x200f ~= scalar.value || 0x202a...0x202e ~= scalar.value || 0x2066...0x2069 ~= scalar.value)
                && scalar.value > 32 && scalar.value != 0xfeff
        }
        return String(String.UnicodeScalarView(kept)).precomposedStringWithCanonicalMapping
    }

    @Test func `Thirty-five texts in six kinds of fields are read and painted as they were typed`() throws {
        var fields: [(size: Size, content: FieldContent, caption: String?)] = []
        var expected: [(kind: Kind, text: String)] = []
        for text in Self.texts {
            for kind in Kind.allCases {
                let height: Double = kind == .lines || kind == .list ? 50 : 30
                fields.append((Size(width: 300, height: height), kind.content(text), text))
                expected.append((kind, text))
            }
        }
        let form = try DrawnForm(fields)
        #expect(form.drawn.allSatisfy { $0.fits })
        let folder = try TemporaryFolder()
        let file = try folder.write(form.bytes, "scripts.pdf")
        let poppler = try run(try Requirement.tool("pdftotext"), file, "-").text.components(separatedBy: "\u{c}")
        let mupdf = try JSONDecoder().decode([String].self, from: Data(try python("page_texts_mupdf", file).utf8))
        for (page, row) in expected.enumerated() {
            let typed = Self.plain(row.text)
            #expect(Self.plain(poppler[page]) == typed, "poppler, \(row.kind)")
            // MuPDF does not turn the letter and the points of a cell that stands alone.
            let found = Self.plain(mupdf[page])
            let isPointedCell = row.kind == .comb && row.text == "שָׁלוֹם"
            #expect(
                isPointedCell ? found.unicodeScalars.sorted() == typed.unicodeScalars.sorted() : found == typed,
                "MuPDF, \(row.kind)")
        }
        // Ink inside of each rectangle and none outside, in four engines.
        let problems = try python("field_ink", file)
        #expect(problems == "")
        #expect(try run(try Requirement.tool("qpdf"), "--check", file).status == 0)
        // Glyph 0 is the box that stands for what is missing.
        for drawn in form.drawn {
            let content = String(decoding: drawn.form.content, as: UTF8.self)
            #expect(!content.contains("<0000"))
        }
    }
}
