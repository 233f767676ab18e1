// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnInk
import LimnText
import Testing
import TestSupport

/// Other engines judge the subsets: they draw and read a PDF that contains them.
@Suite struct ProofTests {
    /// A text and its family.
    private static let samples: [(String, String)] = [
        ("Zażółć gęślą jaźń fi AVATAR", Fonts.latin), ("Helvetica Größe", "Nimbus Sans"),
        ("日本語のテキストです。", "Noto Sans CJK JP"), ("हिन्दी कि क्षत्रिय", "Noto Sans Devanagari"), ("مرحبا", Fonts.latin),
        ("שלום", Fonts.latin), ("Привет, мир", "Liberation Serif"), ("日一\u{2f00}", "Noto Sans CJK JP"),

    ]

    @Test(arguments: samples)
    func `Poppler extracts the text as it was typed`(text: String, family: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(try ProofPDF(Fonts.set(text, family: family)).bytes, "text.pdf")
        let done = try run(try Requirement.tool("pdftotext"), file, "-")
        let plain = done.text.unicodeScalars.filter { !(0x200e...0x202e ~= $0.value) && $0.value >= 32 }
        #expect(String(String.UnicodeScalarView(plain)) == text && done.stderr.isEmpty)
    }

    @Test(arguments: samples)
    func `Engines draw the embedded glyphs where the outlines are`(text: String, family: String) throws {
        let set = try Fonts.set(text, family: family, size: 40)
        let folder = try TemporaryFolder()
        let embedded = try folder.write(try ProofPDF(set).bytes, "embedded.pdf")
        let outlined = try folder.write(try ProofPDF(set, asOutlines: true).bytes, "outlined.pdf")
        // Splash is left out because it moves letters to whole pixels.
        for engine in [Engine.mupdf, .pdfium] {
            let (a, b) = (try engine.draw(embedded, dpi: 144), try engine.draw(outlined, dpi: 144))
            #expect(a.width == b.width && a.height == b.height)
            let ink = b.rgb.reduce(0) { $0 + 255 - Int($1) }
            let apart = zip(a.rgb, b.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            // Edges differ: engines smooth letters and paths in two ways.
            #expect(ink > 1_000_000 && Double(apart) < 0.15 * Double(ink), "\(engine): \(apart) of \(ink)")
        }
    }
}
