// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Forms that are XFA forms beside their fields: viewers that know XFA show its data.
@Suite struct FormXFATests {
    private static func hybrid(_ data: String, catalog: String = "") -> [UInt8] {
        let packet =
            "<xfa:datasets xmlns:xfa=\"http://www.xfa.org/schema/xfa-data/1.0/\"><xfa:data>\(data)</xfa:data>"
            + "</xfa:datasets>"
        func stream(_ text: String) -> String { "<</Length \(text.utf8.count)>>stream\n\(text)\nendstream" }
        func widget(_ entries: String, _ rect: String) -> String {
            "<</Type/Annot/Subtype/Widget/F 4/Parent 5 0 R/Rect[\(rect)]\(entries)>>"
        }
        return Documents.pdf(
            [(300, 200)],
            catalog: "/AcroForm<</Fields[5 0 R]/DA(/Helv 0 Tf 0 g)/XFA[(template)8 0 R(datasets)9 0 R]>>\(catalog)",
            page: "/Annots[6 0 R 7 0 R]",
            objects: [
                "<</T(form1[0])/Kids[6 0 R 7 0 R]>>", widget("/FT/Tx/T(Name[0])/V(Old)", "10 170 110 190"),
                widget("/FT/Tx/T(Note[0])", "10 140 110 160"), stream("<template/>"), stream(packet),
            ])
    }

    /// The data as pikepdf reads them; empty where there are none.
    private func data(_ shell: Shell, _ name: String) throws -> String {
        try python("xfa_data", shell.folder.path(name)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static let full = "<form1><Name>Old</Name><Note/></form1>"

    @Test func `Data follow the fields, also when they are cleared`() throws {
        let shell = try Shell(["a.pdf": Self.hybrid(Self.full)])
        let done = try shell.sh(
            "limn form fill a.pdf -o b.pdf --set 'form1[0].Name[0]=A & B' --set 'form1[0].Note[0]=Жук'")
        #expect(done.hasSuffix("[0] +b.pdf") && !done.contains("XFA"), "\(done)")
        #expect(try data(shell, "b.pdf") == "<form1><Name>A &amp; B</Name><Note>Жук</Note></form1>")
        #expect(try shell.sh("limn form clear b.pdf -o c.pdf").hasSuffix("[0] +c.pdf"))
        #expect(try data(shell, "c.pdf") == "<form1><Name></Name><Note></Note></form1>")
        // Written anew, it is the same.
        #expect(
            try shell.sh("limn form fill a.pdf -o d.pdf --save rewrite --set 'form1[0].Name[0]=New'").hasSuffix(
                "+d.pdf"))
        #expect(try data(shell, "d.pdf") == "<form1><Name>New</Name><Note/></form1>")
    }

    @Test func `Where the data have no place for a field, the XFA form is removed and that is told`() throws {
        let shell = try Shell(["a.pdf": Self.hybrid("<form1><Note/></form1>")])
        let done = try shell.sh("limn form fill a.pdf -o b.pdf --verbose --set 'form1[0].Name[0]=New'")
        #expect(done.contains("The XFA form was removed") && done.hasSuffix("[0] +b.pdf"), "\(done)")
        #expect(try data(shell, "b.pdf").isEmpty)
        let rights = try Shell([
            "a.pdf": Self.hybrid("<form1><Note/></form1>", catalog: "/Perms<</UR3<</Type/Sig>>>>")
        ])
        let refused = try rights.sh("limn form fill a.pdf -o b.pdf --set 'form1[0].Name[0]=New'")
        #expect(refused.contains("its rights for Adobe Reader"), "\(refused)")
        let kept = try rights.sh("limn form fill a.pdf -o c.pdf --set 'form1[0].Note[0]=New'")
        #expect(kept.hasSuffix("+c.pdf"), "\(kept)")
        #expect(try data(rights, "c.pdf") == "<form1><Note>New</Note></form1>")
    }
}
