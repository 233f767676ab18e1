// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompression
import LimnFiles
import LimnGeometry
import LimnInk
import LimnPackage
import LimnPackageReading
import LimnPackageWriting
import SystemPackage
import Testing
import TestSupport

@Suite struct RoundTripTests {
    @Test func `A package is read as it was written, to the last bit`() throws {
        let package = try hero()
        let back = try PackageReader().values(in: PackageWriter().bytes(of: package))
        #expect(try back == PackageValues(package))
        #expect(back.values[0] == "Ännchen 🖋")
        #expect(back.drawings[3]?.strokes.first?.points[.pressure] == [0.1, 1 / 7])
        #expect(back.drawings[2] == Drawing())
    }

    @Test func `Packages of an orphan and of a minimal character can be read`() throws {
        var package = try hero()
        package.template = nil
        #expect(try PackageReader().values(in: PackageWriter().bytes(of: package)) == PackageValues(package))
        let epoch = Date(timeIntervalSince1970: 0)
        let least = CharacterPackage(name: "x", created: epoch, modified: epoch, template: nil)
        #expect(try PackageReader().values(in: PackageWriter().bytes(of: least)) == PackageValues(least))
    }

    @Test func `The output does not depend on place and time`() throws {
        let first = try PackageWriter().bytes(of: try hero())
        #expect(try PackageWriter().bytes(of: try hero()) == first)
        #expect(try PackageWriter().bytes(of: PackageReader().read(InputFile(bytes: first, named: "-"))) == first)
    }

    @Test func `Times from 1970 to 9999 are kept to the millisecond`() throws {
        var package = try hero()
        for milliseconds in [0, 1, 999, 951_782_399_999, 1_709_164_800_001, 253_402_300_799_999] {
            package.created = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let back = try PackageReader().values(in: PackageWriter().bytes(of: package))
            #expect(back.values[3] == "\(package.created.timeIntervalSince1970)")
        }
        package.created = Date(timeIntervalSince1970: 1.0004)
        #expect(try PackageReader().values(in: PackageWriter().bytes(of: package)).values[3] == "1.0")
        for seconds in [-1, 253_402_300_800, Double.nan, .infinity] {
            package.created = Date(timeIntervalSince1970: seconds)
            let error = #expect(throws: PackageError.self) { try PackageWriter().bytes(of: package) }
            #expect(error?.code == .invalid)
        }
    }

    private static let unwritable: [(reason: String, change: @Sendable (inout CharacterPackage) -> Void)] = [
        ("its name is empty", { $0.name = "" }),
        ("its name takes 1001 bytes", { $0.name = String(repeating: "x", count: 1001) }),
        ("a tag has a control character", { $0.tags = ["a\u{7}b"] }),
        ("it has 101 tags", { $0.tags = (0...100).map { "\($0)" } }),
        ("it refers to page 4, which its template does not have", { $0.drawings[4] = Drawing() }),
        ("it refers to page 0, which its template does not have", { $0.lastPage = 0 }),
        ("its template has no pages", { $0.template?.pages = [] }),
        ("its template's PDF does not have the expected hash", { $0.template?.contentHash = QuickHash([1]) }),
        (
            "the ink of page 1 has values",
            { $0.drawings[1]?.strokes[0].points = StrokePoints([Point(x: .nan, y: 0)]) }
        ),
    ]

    @Test(arguments: unwritable.indices) func `Invalid packages are not written`(index: Int) throws {
        let (reason, change) = Self.unwritable[index]
        let folder = try TemporaryFolder()
        let path = FilePath(try folder.write([1], "a.limnpkg"))
        var package = try hero()
        change(&package)
        let error = #expect(throws: PackageError.self) { try PackageWriter().write(package, to: path) }
        #expect(error?.code == .invalid)
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(folder.names == ["a.limnpkg"])
        #expect(try InputFile(path).bytes() == [1])
    }

    @Test func `A PDF is deflated if it shrinks by a tenth and does not look like a bomb`() throws {
        var generator = SeededGenerator(seed: 3)
        let noise = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let text = noise.map { $0 & 7 }
        let zeros = [UInt8](repeating: 0, count: 17 << 20)
        for (content, method) in [(noise, ZipEntry.Method.stored), (text, .deflated), (zeros, .stored)] {
            var package = try hero()
            package.template?.content = InputFile(bytes: content, named: "big.pdf")
            package.template?.contentHash = QuickHash(content)
            let bytes = try PackageWriter().bytes(of: package)
            #expect(try ZipArchive(bytes)["template.pdf"]?.method == method)
            #expect(try PackageReader().values(in: bytes) == PackageValues(package))
        }
    }

    @Test func `A large PDF is unpacked into an unnamed file in the scratch folder`() throws {
        let folder = try TemporaryFolder()
        var package = try hero()
        let content = [UInt8](repeating: 1, count: 3 << 20)
        package.template?.content = InputFile(bytes: content, named: "big.pdf")
        package.template?.contentHash = QuickHash(content)
        let input = InputFile(bytes: try PackageWriter().bytes(of: package), named: "a.limnpkg")
        let back = try PackageReader(scratchFolder: FilePath(folder.url.path)).read(input)
        #expect(back.template?.content.descriptor != nil)
        #expect(try back.template?.content.bytes() == content)
        #expect(folder.names == [])
        let error = #expect(throws: PackageError.self) {
            try PackageReader(scratchFolder: FilePath(folder.path("missing"))).read(input)
        }
        #expect(error?.fileError?.code == .notFound)
    }

    @Test func `A package is recognized by its first bytes`() throws {
        let bytes = try PackageWriter().bytes(of: try hero())
        #expect(PackageReader.recognizes(Array(bytes.prefix(64))))
        for length in 0..<47 { #expect(!PackageReader.recognizes(Array(bytes.prefix(length)))) }
        #expect(!PackageReader.recognizes(try Project.sample("character-sheet.pdf")))
    }

    @Test func `Writer and reader enforce the same limits`() throws {
        let package = try hero()
        let bytes = try PackageWriter().bytes(of: package)
        let changes: [(inout PackageLimits) -> Void] = [
            { $0.maximumTemplateBytes = 100 }, { $0.maximumTemplatePages = 2 }, { $0.maximumInkPages = 2 },
            { $0.maximumInkBytes = 300 }, { $0.maximumStrokes = 7 }, { $0.maximumPoints = 4 },
            { $0.maximumThumbnailBytes = png.count },
        ]
        for (index, change) in changes.enumerated() {
            var limits = PackageLimits.standard
            change(&limits)
            let error = #expect(throws: PackageError.self, "\(index)") {
                try PackageWriter(limits: limits).bytes(of: package)
            }
            #expect(error?.code == .tooLarge || error?.code == .invalid)
            #expect(refusal(bytes, limits: limits) != nil, "\(index)")
        }
    }
}
