// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompression
import LimnFiles
import LimnForms
import LimnPackage
import LimnPackageReading
import LimnPackageWriting
import SystemPackage
import Testing
import TestSupport

/// Form values in packages.
@Suite struct FormTests {
    private let picture: [UInt8] = [0x89, 0x50, 1, 2, 3]
    private var hash: String { ContentHash(picture).description }

    private func filled() throws -> CharacterPackage {
        var package = try hero()
        package.formEntries = [
            "name ": .text("Ärger \"\\\u{0}"), "level": .number("1.50"), "hurt": .flag(true), "calm": .flag(false),
            "tongues": .list(["Elvish", ""]), "portrait": .picture(path: hash), "empty": .text(""),
        ]
        package.formPictures = [hash: picture]
        return package
    }

    private func version(_ package: CharacterPackage) throws -> Int? {
        let zip = try ZipArchive(PackageWriter().bytes(of: package))
        let manifest = try zip.contents(of: try #require(zip["limn-package.json"]))
        let object = try JSONSerialization.jsonObject(with: Data(manifest)) as? [String: Any]
        return object?["version"] as? Int
    }

    @Test func `Values and their pictures are read as they were written, on every run alike`() throws {
        let package = try filled()
        let bytes = try PackageWriter().bytes(of: package)
        #expect(try PackageReader().values(in: bytes) == PackageValues(package))
        let back = try PackageReader().read(InputFile(bytes: bytes, named: "-"))
        #expect(back.formEntries == package.formEntries && back.formPictures == package.formPictures)
        #expect(try PackageWriter().bytes(of: back) == bytes)
    }

    @Test func `A package of version 2 that was written before opens with its values`() throws {
        let fixture = Project.folder.appendingPathComponent("Tests/LimnPackageTests/Fixtures/version-2.limnpkg")
        // The fixture of a released version never changes; this creates that of a new one.
        if !FileManager.default.fileExists(atPath: fixture.path) {
            try PackageWriter().write(try filled(), to: FilePath(fixture.path))
            Issue.record("The fixture \(fixture.path) was missing; it has been written.")
        }
        let package = try PackageReader().read(InputFile(FilePath(fixture.path)))
        #expect(try PackageValues(package) == PackageValues(filled()))
    }

    @Test func `A package is of version 2 only if it has values, so that older readers read the others`() throws {
        #expect(try version(filled()) == 2)
        #expect(try version(hero()) == 1)
    }

    @Test func `Values whose picture is missing or another one are neither written nor read`() throws {
        for change: (inout CharacterPackage) -> Void in [
            { $0.formPictures = [:] }, { $0.formPictures = [ContentHash([1]).description: [2]] },
        ] {
            var package = try filled()
            change(&package)
            let error = #expect(throws: PackageError.self) { try PackageWriter().bytes(of: package) }
            #expect(error?.code == .invalid)
        }
        let limits = PackageLimits(
            maximumTemplateBytes: 1 << 20, maximumTemplatePages: 9, maximumInkPages: 9, maximumInkBytes: 1 << 20,
            maximumStrokes: 99, maximumPoints: 999, maximumThumbnailBytes: 999, maximumFormBytes: 100)
        #expect(throws: PackageError.self) { try PackageWriter(limits: limits).bytes(of: filled()) }
        #expect(refusal(try PackageWriter().bytes(of: filled()), limits: limits)?.code == .tooLarge)
    }
}
