// SPDX-License-Identifier: Apache-2.0

import LimnCompression
import Testing
import TestSupport

@Suite struct ZipArchiveTests {
    /// A test archive made by `Tests/TestSupport/Python/vectors/zip_vectors.py`.
    static func vector(_ name: String) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        _ = try python("zip_vectors", name, folder.path("a.zip"))
        return try bytes(of: folder.path("a.zip"))
    }

    @Test func `Stored and deflated entries written by Python are read in order`() throws {
        let archive = try ZipArchive(Self.vector("plain"))
        #expect(archive.entries.map { String(decoding: $0.name, as: UTF8.self) } == ["a.txt", "dir/", "dir/b.bin"])
        #expect(archive.entries.map(\.isFolder) == [false, true, false])
        #expect(archive.entries.map(\.method) == [.stored, .stored, .deflated])
        #expect(try archive.contents(of: try #require(archive["a.txt"])) == Array("stored".utf8))
        #expect(try archive.contents(of: try #require(archive["dir/b.bin"])) == [UInt8](repeating: 66, count: 5000))
        #expect(archive["c"] == nil)
    }

    @Test func `The zip tool's archive is read`() throws {
        let folder = try TemporaryFolder()
        try folder.write(DeflateTests.text, "ink.xml")
        let tool = try Requirement.tool("zip")
        #expect(try run(tool, "-q", "a.zip", "ink.xml", directory: folder.url).status == 0)
        let archive = try ZipArchive(bytes(of: folder.path("a.zip")))
        #expect(try archive.contents(of: try #require(archive["ink.xml"])) == DeflateTests.text)
    }

    @Test(arguments: ["streamed", "zip64", "comment", "prefixed", "trailing"])
    func `All common archive layouts are read`(name: String) throws {
        let archive = try ZipArchive(Self.vector(name))
        let entry = try #require(archive["content.xml"])
        #expect(entry.size == 4200)
        #expect(try archive.contents(of: entry) == DeflateTests.text)
    }

    @Test func `An empty archive has no entries`() throws {
        #expect(try ZipArchive(Self.vector("empty")).entries.isEmpty)
    }

    @Test func `Names that escape the folder are flagged`() throws {
        let archive = try ZipArchive(Self.vector("names"))
        let unsafe = archive.entries.filter(\.hasUnsafeName).map { String(decoding: $0.name, as: UTF8.self) }
        #expect(Set(unsafe) == ["../up", "a/../../b", "/etc/passwd", "C:/x", "back\\slash", "line\nbreak"])
        #expect(archive["fine/..name/ü.txt"] != nil)
    }

    @Test(arguments: [
        ("encrypted", CompressionError.Code.encrypted), ("bzip2", .unsupported), ("lying-size", .corrupt),
        ("lying-small", .corrupt), ("wrong-crc", .checksumMismatch), ("bomb", .tooLarge),
    ])
    func `Entries that cannot be trusted are rejected with their code`(name: String, code: CompressionError.Code) throws
    {
        let archive = try ZipArchive(Self.vector(name))
        let entry = try #require(archive["content.xml"])
        let error = #expect(throws: CompressionError.self) { try archive.contents(of: entry) }
        #expect(error?.code == code)
        #expect(error?.description.contains("content.xml") == true)
    }

    @Test(arguments: [
        ("overlap", CompressionError.Code.corrupt), ("duplicate", .corrupt), ("other-local-name", .corrupt),
        ("split", .unsupported), ("count-too-small", .corrupt), ("count-too-large", .corrupt),
    ])
    func `Inconsistent directories are rejected`(name: String, code: CompressionError.Code) throws {
        let vector = try Self.vector(name)
        let error = #expect(throws: CompressionError.self) { try ZipArchive(vector) }
        #expect(error?.code == code)
    }

    @Test func `The number of entries and their total size are limited`() throws {
        let vector = try Self.vector("plain")
        func code(_ change: (inout ZipLimits) -> Void) -> CompressionError.Code? {
            var limits = ZipLimits.standard
            change(&limits)
            do {
                _ = try ZipArchive(vector, limits: limits)
                return nil
            } catch { return error.code }
        }
        #expect(code { $0.maximumEntries = 3 } == nil)
        #expect(code { $0.maximumEntries = 2 } == .tooLarge)
        #expect(code { $0.maximumTotalBytes = 5006 } == nil)
        #expect(code { $0.maximumTotalBytes = 5005 } == .tooLarge)
    }

    @Test func `Every truncation is rejected`() throws {
        let vector = try Self.vector("plain")
        for length in 0..<vector.count {
            #expect(throws: CompressionError.self) { try ZipArchive(Array(vector[..<length])) }
        }
    }

    @Test(arguments: ["plain", "zip64", "streamed"])
    func `Flipped bits never yield wrong contents`(name: String) throws {
        let vector = try Self.vector(name)
        let sound = try ZipArchive(vector)
        let expected = Set(try sound.entries.map { try sound.contents(of: $0) })
        var generator = SeededGenerator(seed: 3)
        var refused = 0
        for _ in 0..<2000 {
            do {
                let archive = try ZipArchive(vector.flipped(using: &generator))
                for entry in archive.entries { #expect(expected.contains(try archive.contents(of: entry))) }
            } catch { refused += 1 }
        }
        #expect(refused > 200)
    }

    @Test func `Random bytes after a signature are rejected`() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            var bytes: [UInt8] = [0x50, 0x4b, 3, 4]
            bytes += (0..<60).map { _ in [0, 0xff, 0x50, 0x4b, 7, 1][Int.random(in: 0..<6, using: &generator)] }
            bytes += [0x50, 0x4b, 6, 7] + (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
            bytes += [0x50, 0x4b, 5, 6] + (0..<18).map { _ in Bool.random(using: &generator) ? 0xff : 0 }
            #expect(throws: CompressionError.self) { try ZipArchive(bytes) }
        }
    }
}
