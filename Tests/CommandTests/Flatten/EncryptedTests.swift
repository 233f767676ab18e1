// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

/// Ink, fields and pages that are appended to encrypted documents.
struct EncryptedTests {
    private static let note =
        "<text font=\"Sans\" size=\"12\" x=\"20\" y=\"40\" color=\"#000000ff\">Brann (\\ owes) 3 gp — Ä</text>"

    private func shell(_ encryption: String, user: String = "user") throws -> (Shell, qpdf: String) {
        let shell = try Shell([
            "sheet.pdf": try Documents.sheet(), "a.xopp": Notes.xopp(size: (595, 842), extra: Self.note),
            "user": Array("\(user)\n".utf8), "owner": Array("owner\n".utf8),
        ])
        let qpdf = try Requirement.tool("qpdf")
        let made = try shell.sh(
            "\(qpdf) --allow-weak-crypto --encrypt '\(user)' owner \(encryption) -- sheet.pdf e.pdf; "
                + "\(qpdf) --password=owner --decrypt e.pdf plain.pdf")
        #expect(made.hasPrefix("[0]"), "\(made)")
        return (shell, qpdf)
    }

    /// What a document holds, whatever it is encrypted with.
    private func content(_ name: String, _ shell: Shell, _ qpdf: String) throws -> [UInt8] {
        let options = "--password=owner --decrypt --static-id --qdf --no-original-object-ids"
        _ = try shell.sh("\(qpdf) \(options) \(name).pdf \(name).qdf")
        return try shell.read("\(name).qdf")
    }

    @Test(arguments: [
        "40", "128 --use-aes=n", "128 --force-V4 --use-aes=n", "128 --use-aes=y",
        "128 --use-aes=y --cleartext-metadata",
        "256", "256 --force-R5", "256 --cleartext-metadata",
    ])
    func `An update is encrypted like the document, whichever password opens it`(encryption: String) throws {
        let (shell, qpdf) = try shell(encryption)
        let original = try shell.read("e.pdf")
        for (mode, password) in [("overlay", "user"), ("annotate", "owner")] {
            let export = try #require(
                try shell.json("flatten e.pdf a.xopp -o \(mode).pdf --mode \(mode) --json --password-file \(password)")
                    .first)
            #expect(export["save"] as? String == "append" && export["originalIsPrefix"] as? Bool == true, "\(export)")
            let bytes = try shell.read("\(mode).pdf")
            #expect(bytes.starts(with: original))
            #expect(bytes[original.count...].firstRange(of: Array("LIMNINK".utf8)) == nil)
            for other in ["user", "owner"] {
                #expect(try shell.sh("\(qpdf) --check --password=\(other) \(mode).pdf > check").hasPrefix("[0]"))
            }
            _ = try shell.limn("flatten plain.pdf a.xopp -o plain-\(mode).pdf --mode \(mode)")
            #expect(try content(mode, shell, qpdf) == content("plain-\(mode)", shell, qpdf))
            // The same export again, and one over it.
            _ = try shell.limn("flatten e.pdf a.xopp -o again.pdf --mode \(mode) --password-file \(password)")
            #expect(try shell.read("again.pdf") == bytes)
            let second = try shell.json(
                "flatten \(mode).pdf a.xopp -o more.pdf --mode \(mode) --json --password-file owner"
            ).first
            #expect(second?["save"] as? String == "append", "\(second ?? [:])")
            let back = try shell.json("ink convert \(mode).pdf back.limn --json --password-file user").first
            #expect(back?["strokes"] as? Int == 1, "\(back ?? [:])")
        }
    }

    @Test func `Fields are filled where everybody may read the document`() throws {
        let (shell, qpdf) = try shell("256", user: "")
        let original = try shell.read("e.pdf")
        let filled = try #require(
            try shell.json("form fill e.pdf -o filled.pdf --set identity.name=Maren(Ä) --json --password-file owner")
                .first)
        #expect(filled["save"] as? String == "append", "\(filled)")
        #expect(try shell.read("filled.pdf").starts(with: original))
        #expect(try shell.sh("\(qpdf) --check filled.pdf > check").hasPrefix("[0]"))
        let shown = try #require(try shell.json("form show filled.pdf --json").first)
        let fields = shown["fields"] as? [[String: Any]] ?? []
        let name = fields.first { $0["name"] as? String == "identity.name" }
        #expect(name?["value"] as? String == "Maren(Ä)", "\(shown)")
    }

    @Test func `What is encrypted in an unusual way is written anew`() throws {
        let (shell, _) = try shell("128 --use-aes=y", user: "")
        // Streams without a method of their own are read by no rule that everybody knows.
        let text = String(decoding: try shell.read("e.pdf"), as: Unicode.ASCII.self)
        #expect(text.contains("/CFM /AESV2"))
        var bytes = try shell.read("e.pdf")
        let place = try #require(bytes.firstRange(of: Array("/StmF /StdCF".utf8)))
        bytes.replaceSubrange(place, with: Array("/StmF /StdXX".utf8))
        try shell.write("odd.pdf", bytes)
        // Embedded files have another method than the other streams.
        var files = try shell.read("e.pdf")
        let filter = try #require(files.firstRange(of: Array("/StmF /StdCF".utf8)))
        files.replaceSubrange(filter, with: Array("/EFF /Identity /StmF /StdCF".utf8))
        try shell.write("files.pdf", files)
        let other = try shell.json("flatten files.pdf a.xopp -o files-out.pdf --json").first
        #expect(other?["save"] as? String == "rewrite", "\(other ?? [:])")
        let export = try shell.json("flatten odd.pdf a.xopp -o out.pdf --json").first
        #expect(export?["save"] as? String != "append", "\(export ?? [:])")
    }
}
