// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// Numbers of an ink file that are none, or none that can be used.
@Suite struct StrangeAttributesTests {
    /// An attribute of a good note, what stands in its place, and what is said of it.
    static let usable =
        ["nan", "inf", "0", "-5", "1e300", "", "abc"].map { value in
            ("width=\"200\"", "width=\"\(value)\"", "unreadable attribute (page width=\(value))")
        }
        + ["nan", "-inf", "-1", "1e300", "", "2 nan"].map { value in
            ("width=\"2\"", "width=\"\(value)\"", "unreadable attribute (width)")
        }
        + ["", "#zz", "#12345"].map { value in
            ("color=\"#ff0000ff\"", "color=\"\(value)\"", "unreadable attribute (color=\(value))")
        }

    private static func shell(_ good: String, _ strange: String) throws -> Shell {
        let text = String(decoding: Notes.xopp(on: "a.pdf"), as: UTF8.self).replacing(good, with: strange)
        return try Shell(["a.pdf": Documents.pages(1), "a.xopp": Array(text.utf8)])
    }

    @Test(arguments: usable)
    func `The stroke is drawn all the same, with a warning`(good: String, strange: String, told: String) throws {
        let shell = try Self.shell(good, strange)
        let warning = "2> limn: a.xopp, page 1: warning: 1 × \(told) is left out."
        expect(
            try shell.limn("flatten a.xopp -o out.pdf"),
            "1> out.pdf  1 stroke on 1 of 1 page, N bytes\n\(warning)\n[3] +out.pdf")
        expect(
            try shell.limn("thumbnail a.pdf --ink a.xopp"), "1> a.png  256 × 128 px, N bytes\n\(warning)\n[3] +a.png")
    }

    @Test(arguments: ["0", "-1", "abc", "99999999999999999999"])
    func `Ink on a page whose number is none lies on paper of its own, with a warning`(number: String) throws {
        expect(
            try Self.shell("pageno=\"1\"", "pageno=\"\(number)\"").limn("flatten a.xopp -o out.pdf"),
            """
            1> out.pdf  1 stroke on 1 of 1 page, N bytes
            2> limn: a.xopp, page 1: warning: 1 × background (PDF page \(number)) is left out.
            [3] +out.pdf
            """)
    }

    @Test func `Ink on a page that the PDF does not have fails and names the page count`() throws {
        expect(
            try Self.shell("pageno=\"1\"", "pageno=\"7\"").limn("flatten a.xopp -o out.pdf"),
            "2> limn: a.pdf: The ink is for page 7, and the document has 1 page.\n[1]")
    }
}
