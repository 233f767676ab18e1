// SPDX-License-Identifier: GPL-3.0-or-later

import LimnFiles
import LimnInk
import LimnPackage
import LimnPackageReading
import LimnPackageWriting
import SystemPackage
import Testing
import TestSupport

/// Packages that `Tests/TestSupport/Python/vectors/package_vectors.py` derives from a sound one.
@Suite struct HostileTests {
    private static func vector(_ name: String) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try PackageWriter().write(try hero(), to: FilePath(folder.path("sound.limnpkg")))
        _ = try python("package_vectors", folder.path("sound.limnpkg"), name, folder.path("a.limnpkg"))
        return try InputFile(FilePath(folder.path("a.limnpkg"))).bytes()
    }

    private static let sound = ["repacked", "repacked-stored", "reordered", "unknown-keys", "unknown-role"]

    private static let hostile: [(PackageError.Code, String, [String])] = [
        (
            .refused, "because Limn does not write such packages",
            (0..<13).map { "name-\($0)" } + [
                "unlisted", "folder-entry", "case-collision", "file-and-folder", "link", "device", "encrypted",
                "strongly-encrypted", "bzip2", "streamed",
            ]
        ),
        (
            .damaged, "get it again from its source",
            [
                "duplicate", "manifest-as-part", "trailing", "prefixed", "comment", "lying-size", "version-0",
                "missing-part", "wrong-hash", "wrong-pdf", "wrong-size", "negative-size", "huge-size", "no-hash",
                "twice",
                "two-thumbnails", "other-place", "ink-without-page", "page-beyond", "page-0", "no-ink", "cut-ink",
                "template-without-facts", "facts-without-template", "no-name", "number-as-name", "control-in-name",
                "long-name", "no-such-day", "no-such-time", "last-page-beyond", "empty-page", "three-numbers",
                "tilted-page", "no-unit", "no-pages",
            ]
        ),
        (.damaged, "nests deeper than 100 levels", ["deep-manifest", "deep-key"]),
        (.tooLarge, "", ["bomb", "ink-bomb", "many-entries", "many-pages", "manifest-bomb"]),
        (.newerVersion, "", ["newer", "newer-and-other", "newer-ink"]),
        (
            .notPackage, "is not a Limn package",
            ["version-text", "other-format", "no-json", "no-manifest"]
        ),
    ]

    @Test func `Every vector is tested`() throws {
        let folder = try TemporaryFolder()
        let names = try python("package_vectors", "-", "list", folder.path("-")).split(separator: "\n").map {
            String($0)
        }
        #expect(names.sorted() == (Self.sound + Self.hostile.flatMap { $0.2 }).sorted())
    }

    @Test(arguments: sound) func `A package repacked by another program can be read`(name: String) throws {
        #expect(try PackageReader().values(in: Self.vector(name)) == PackageValues(hero()))
    }

    @Test(arguments: hostile.flatMap { code, text, names in names.map { ($0, code, text) } })
    func `A hostile package is refused with the right error`(name: String, code: PackageError.Code, text: String) throws
    {
        let error = refusal(try Self.vector(name))
        #expect(error?.code == code, "\(error?.description ?? "accepted")")
        #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
        #expect(error?.description.hasPrefix("a.limnpkg ") == true && error?.description.hasSuffix(".") == true)
        #expect(error?.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } == true)
    }

    @Test(arguments: [
        ("newer", "a.limnpkg was written by a newer Limn (package version 4); this one reads versions up to 3."),
        (
            "name-0",
            "a.limnpkg is refused, because Limn does not write such packages: the entry “../evil” has an unsafe name."
        ),
        (
            "link",
            "a.limnpkg is refused, because Limn does not write such packages: “template.pdf” is a link, a folder or a device."
        ),
        (
            "missing-part",
            "a.limnpkg is damaged: the part “pages/3.limn” is missing; get it again from its source."
        ),
        (
            "wrong-hash",
            "a.limnpkg is damaged: the part “pages/1.limn” has changed since it was packed; get it again from its source."
        ),
        ("bomb", "a.limnpkg is refused: the entry “template.pdf” would become too large: 100000000 bytes."),
        ("no-name", "a.limnpkg is damaged: its manifest lacks “character.name”; get it again from its source."),
    ])
    func `The message says what is wrong`(name: String, sentence: String) throws {
        #expect(refusal(try Self.vector(name))?.description == sentence)
    }

    @Test func `A part must hold the ink of exactly one page and nothing else`() throws {
        let folder = try TemporaryFolder()
        try PackageWriter().write(try hero(), to: FilePath(folder.path("sound.limnpkg")))
        for document in [
            InkDocument(pages: [.init(), .init()]), InkDocument(title: "x", pages: [.init()]),
            InkDocument(pages: [.init(background: .pdf(page: 1))]), InkDocument(),
        ] {
            try folder.write(try NativeInk.encode(document), "ink")
            _ = try python(
                "package_vectors", folder.path("sound.limnpkg"), "ink-of:\(folder.path("ink"))",
                folder.path("a.limnpkg"))
            #expect(refusal(try InputFile(FilePath(folder.path("a.limnpkg"))).bytes())?.code == .damaged)
        }
    }

    @Test(arguments: ["character-sheet.pdf", "character-sheet.xopp", "README.md", "character-sheet.limn"])
    func `Other files are not packages`(name: String) throws {
        #expect(refusal(try Project.sample(name))?.code == .notPackage)
        #expect(refusal([])?.code == .notPackage)
    }
}
