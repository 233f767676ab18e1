// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnInk
import LimnPackage
import LimnPackageWriting
import SystemPackage
import Testing
import TestSupport

/// Packages in other ZIP programs.
@Suite struct OtherProgramsTests {
    private static let names = [
        "limn-package.json", "thumbnail.png", "pages/1.limn", "pages/2.limn", "pages/3.limn", "template-thumbnail.png",
        "template.pdf",
    ]

    @Test func `unzip accepts a package and extracts the PDF, the thumbnails and native ink`() throws {
        let tool = try Requirement.tool("unzip")
        let folder = try TemporaryFolder()
        let package = try hero()
        try PackageWriter().write(package, to: FilePath(folder.path("a.limnpkg")))
        let tested = try run(tool, "-t", "a.limnpkg", directory: folder.url)
        #expect(tested.status == 0)
        #expect(tested.text.contains("No errors detected"))
        #expect(
            try run(tool, "-Z1", "a.limnpkg", directory: folder.url).text == Self.names.joined(separator: "\n") + "\n")

        #expect(try run(tool, "-q", "a.limnpkg", "-d", "out", directory: folder.url).status == 0)
        func bytes(_ name: String) throws -> [UInt8] { try InputFile(FilePath(folder.path("out/\(name)"))).bytes() }
        #expect(try bytes("template.pdf") == package.template?.content.bytes())
        #expect(try bytes("thumbnail.png") == package.thumbnail)
        #expect(try NativeInk.decode(bytes("pages/3.limn")).pages.map(\.drawing) == [package.drawings[3]])
        let manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(bytes("limn-package.json"))) as? [String: Any])
        #expect(manifest["version"] as? Int == 1)
        #expect((manifest["character"] as? [String: Any])?["created"] as? String == "2023-11-14T22:13:20.123Z")
    }

    @Test func `Python's zipfile accepts a package and finds regular files with one fixed date`() throws {
        let folder = try TemporaryFolder()
        try PackageWriter().write(try hero(), to: FilePath(folder.path("a.limnpkg")))
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1]) as z:
                assert z.testzip() is None
                for i in z.infolist():
                    print(i.filename, i.date_time, oct(i.external_attr >> 16), i.flag_bits & ~0x800, i.extra)
            """
        let done = try run(try Requirement.python(), "-c", script, folder.path("a.limnpkg"))
        #expect(done.status == 0, "\(done.stderr)")
        #expect(done.text == Self.names.map { "\($0) (1980, 1, 1, 0, 0, 0) 0o100644 0 b''\n" }.joined())
    }

    @Test(arguments: ["UTC", "America/New_York", "Asia/Kathmandu", "Africa/Monrovia"])
    func `The output does not depend on the time zone`(zone: String) throws {
        let folder = try TemporaryFolder()
        try PackageWriter().write(try hero(), to: FilePath(folder.path("a.limnpkg")))
        let done = try run(
            Fixture.path, ["a.limnpkg", "b.limnpkg"].map { Array($0.utf8) }, environment: ["TZ": zone],
            directory: folder.url)
        #expect(done.status == 0, "\(done.stderr)")
        let (a, b) = (folder.path("a.limnpkg"), folder.path("b.limnpkg"))
        #expect(try InputFile(FilePath(a)).bytes() == InputFile(FilePath(b)).bytes())
    }
}

/// The program that unpacks and repacks a package in a process of its own.
enum Fixture {
    static let path: String = {
        // SwiftPM builds it into the folder of the test bundle.
        let paths = CommandLine.arguments.filter { $0.hasSuffix(".xctest") } + [CommandLine.arguments[0]]
        let found = paths.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("PackageFixture").path
        }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { fatalError("There is no PackageFixture in \(paths); build it first.") }
        return found
    }()
}
