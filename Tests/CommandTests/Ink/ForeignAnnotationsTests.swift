// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Annotations that other programs have made, used as ink.
struct ForeignAnnotationsTests {
    private func shell(rotation: Int = 0) throws -> Shell {
        let shell = try Shell([:])
        _ = try python("foreign_annotations", shell.folder.path("in.pdf"), "\(rotation)")
        return shell
    }

    @Test func `Annotations of MuPDF are items that are listed, converted and go on`() throws {
        let shell = try shell()
        let list = try shell.limn("item list in.pdf")
        #expect(list.contains("text, 50,270  “Typed in MuPDF”"), "\(list)")
        #expect(list.contains("note, 300,60  “Maren”"), "\(list)")
        #expect(list.components(separatedBy: "picture").count == 3, "\(list)")
        let converted = try shell.sh("limn ink convert in.pdf out.json --quiet")
        #expect(converted == "[0] +out.json", "\(converted)")
        let json = try JSONSerialization.jsonObject(with: Data(try shell.read("out.json")))
        let pages = try #require((json as? [String: Any])?["pages"] as? [[String: Any]])
        let drawing = try #require(pages.first)
        #expect("\(drawing)".contains("Beware of the door"))
    }

    /// What was read is painted over the page without its annotations, and compared with what MuPDF shows.
    @Test(arguments: [0, 90]) func `Items look as the annotations did`(rotation: Int) throws {
        let shell = try shell(rotation: rotation)
        _ = try python("without_annotations", shell.folder.path("in.pdf"), shell.folder.path("bare.pdf"))
        let made = try shell.sh("limn flatten bare.pdf in.pdf -o out.pdf --no-source-ink --quiet")
        #expect(made.hasSuffix("+out.pdf"), "\(made)")
        let before = try Engine.mupdf.draw(shell.folder.path("in.pdf"), dpi: 72)
        let after = try Engine.mupdf.draw(shell.folder.path("out.pdf"), dpi: 72)
        #expect(before.width == after.width && before.height == after.height)
        // MuPDF rounds the ends of highlights and sets text in a font of its own.
        #expect(try #require(before.meanDifference(from: after)) < 2.5)
    }

    @Test func `Annotations of a program join those that Limn adds`() throws {
        let shell = try shell()
        let added = try shell.sh(
            "limn item add in.pdf -o more.pdf --page 1 --text Added --at 20,420 --quiet && limn item list more.pdf")
        #expect(added.contains("“Added”") && added.contains("“Typed in MuPDF”"), "\(added)")
        let kept = try shell.sh("limn ink convert more.pdf all.limn --quiet && limn inspect all.limn")
        #expect(kept.contains("all.limn: ink (limn)"), "\(kept)")
    }
}
