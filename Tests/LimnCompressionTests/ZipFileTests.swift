// SPDX-License-Identifier: Apache-2.0

import LimnCompression
import Testing
import TestSupport

@Suite struct ZipFileTests {
    private static func open(_ bytes: [UInt8], limits: ZipLimits = .standard) throws -> ZipFile {
        try ZipFile(size: bytes.count, limits: limits) { Array(bytes[$0]) }
    }

    @Test(arguments: ["plain", "zip64", "local-zip64", "many", "empty", "file"])
    func `A file gives the same entries as an archive in memory`(name: String) throws {
        let vector = try ZipArchiveTests.vector(name)
        let (file, archive) = (try Self.open(vector), try ZipArchive(vector))
        #expect(file.entries == archive.entries)
        for entry in file.entries { #expect(try file.contents(of: entry) == archive.contents(of: entry)) }
        #expect(file["nowhere"] == nil)
    }

    @Test func `Contents are read in pieces of limited size`() throws {
        let vector = try ZipArchiveTests.vector("many")
        var longest = 0
        let file = try ZipFile(size: vector.count) { range in
            longest = max(longest, range.count)
            return Array(vector[range])
        }
        for (name, size) in [("stored", 700_000), ("deflated", 700_000), ("zeros", 1_000_000)] {
            var pieces: [Int] = []
            try file.forEachPiece(of: try #require(file[name])) { pieces.append($0.count) }
            #expect(pieces.reduce(0, +) == size)
            #expect(pieces.count > 2 && pieces.allSatisfy { $0 <= 1 << 18 })
        }
        #expect(longest <= 1 << 18)
    }

    @Test(arguments: [
        ("trailing", "after its directory"), ("comment", "after its directory"), ("prefixed", "before its entries"),
        ("gap", "before the entry “b”"), ("streamed", "its size follows its contents"),
        ("overlap", "it overlaps another entry"), ("duplicate", "the same name"), ("other-local-name", "another name"),
        ("local-method", "differs from the directory"), ("local-crc", "differs from the directory"),
        ("local-packed", "differs from the directory"), ("local-size", "differs from the directory"),
        ("local-flags", "differs from the directory"), ("lying-size", "differs from the directory"),
        ("lying-small", "differs from the directory"), ("wrong-crc", "differs from the directory"),
        ("split", "split into several files"), ("count-too-small", "more entries than"),
        ("count-too-large", "in the middle of the ZIP directory"), ("end-records-differ", "its two end records differ"),
    ])
    func `Archives that programs could read differently are rejected`(name: String, reason: String) throws {
        let vector = try ZipArchiveTests.vector(name)
        let error = #expect(throws: CompressionError.self) { try Self.open(vector) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("encrypted", CompressionError.Code.encrypted), ("bzip2", .unsupported), ("bomb", .tooLarge),
    ])
    func `Encrypted, unsupported and oversized entries are rejected with their code`(
        name: String, code: CompressionError.Code
    ) throws {
        let file = try Self.open(try ZipArchiveTests.vector(name))
        let error = #expect(throws: CompressionError.self) {
            try file.contents(of: try #require(file["content.xml"]))
        }
        #expect(error?.code == code)
    }

    @Test func `Links, devices and folders are distinguished from files`() throws {
        for (name, special) in [("link", true), ("device", true), ("folder", true), ("file", false), ("plain", false)] {
            #expect(try Self.open(try ZipArchiveTests.vector(name)).entries[0].isSpecial == special, "\(name)")
        }
    }

    @Test func `Errors of the read function are passed on`() throws {
        struct Broken: Error {}
        #expect(throws: Broken.self) { try ZipFile(size: 1000) { _ in throw Broken() } }
        let vector = try ZipArchiveTests.vector("plain")
        var isBroken = false
        let file = try ZipFile(size: vector.count) { range in
            if isBroken { throw Broken() }
            return Array(vector[range])
        }
        isBroken = true
        #expect(throws: Broken.self) { try file.contents(of: file.entries[0]) }
    }

    @Test func `Every truncation is rejected`() throws {
        let vector = try ZipArchiveTests.vector("plain")
        for length in 0..<vector.count {
            #expect(throws: CompressionError.self) { try Self.open(Array(vector[..<length])) }
        }
    }

    @Test(arguments: ["plain", "zip64", "local-zip64"])
    func `Flipped bits never yield wrong contents`(name: String) throws {
        let vector = try ZipArchiveTests.vector(name)
        let sound = try Self.open(vector)
        let expected = Set(try sound.entries.map { try sound.contents(of: $0) })
        var generator = SeededGenerator(seed: 5)
        var refused = 0
        for _ in 0..<2000 {
            do {
                let file = try Self.open(vector.flipped(using: &generator))
                for entry in file.entries { #expect(expected.contains(try file.contents(of: entry))) }
            } catch { refused += 1 }
        }
        #expect(refused > 200)
    }
}
