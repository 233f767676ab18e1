// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnCompression
import Testing
import TestSupport

@Suite struct GzipTests {
    @Test func `Files of the gzip tool are read, and it reads ours`() throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write(DeflateTests.text, "plain")
        let theirs = try run(try Requirement.tool("gzip"), "-9", "-c", plain)
        #expect(try Gzip.decompress(theirs.stdout) == DeflateTests.text)

        let ours = Gzip.compress(DeflateTests.text)
        let back = try run(try Requirement.tool("gzip"), "-d", "-c", input: ours)
        #expect(back.status == 0)
        #expect(back.stdout == DeflateTests.text)
        #expect(back.stderr.isEmpty)
    }

    @Test func `The output is deterministic, without a time or a name`() {
        let packed = Gzip.compress([1, 2, 3])
        #expect(packed == Gzip.compress([1, 2, 3]))
        // ID1 ID2 CM FLG MTIME×4
        #expect(packed.prefix(8) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
    }

    @Test func `All members are read, and other bytes after them are ignored as gzip does`() throws {
        let two = Gzip.compress(Array("one ".utf8)) + Gzip.compress([]) + Gzip.compress(Array("two".utf8))
        #expect(try Gzip.decompress(two) == Array("one two".utf8))
        for trailing in [[0, 0, 0], Array("garbage".utf8), [0x1f]] as [[UInt8]] {
            #expect(try Gzip.decompress(two + trailing) == Array("one two".utf8))
            let tool = try run(try Requirement.tool("gzip"), "-d", "-c", input: two + trailing)
            #expect(tool.text == "one two")
        }
        let cut = #expect(throws: CompressionError.self) { try Gzip.decompress(two + [0x1f, 0x8b, 8]) }
        #expect(cut?.code == .truncated)
    }

    @Test func `A header with name, comment, extra field and checksum is skipped`() throws {
        let packed = try hex(python("deflate_vectors", "gzip-header"))
        #expect(try Gzip.decompress(packed) == Array("header".utf8))
    }

    @Test func `A wrong checksum or length is distinguished from other damage`() {
        let packed = Gzip.compress(DeflateTests.text)
        for at in 1...8 {
            var broken = packed
            broken[packed.count - at] ^= 1
            let error = #expect(throws: CompressionError.self) { try Gzip.decompress(broken) }
            #expect(error?.code == .checksumMismatch)
        }
        let error = #expect(throws: CompressionError.self) { try Gzip.decompress([1, 2, 3, 4]) }
        #expect(error?.code == .corrupt)
        #expect(throws: CompressionError.self) { try Gzip.decompress([]) }
    }

    @Test func `The limit applies to all members together`() {
        let member = Gzip.compress([UInt8](repeating: 65, count: 1000))
        let ten = (0..<10).flatMap { _ in member }
        #expect(throws: Never.self) { try Gzip.decompress(ten, limits: InflateLimits(maximumBytes: 10_000)) }
        let error = #expect(throws: CompressionError.self) {
            try Gzip.decompress(ten, limits: InflateLimits(maximumBytes: 9999))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func `The checksum of nine digits is the standard's check value`() {
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xcbf4_3926)
        #expect(CRC32.checksum([]) == 0)
        var pieces = CRC32()
        pieces.update(Array("1234".utf8))
        pieces.update([])
        pieces.update(Array("56789".utf8))
        #expect(pieces.value == 0xcbf4_3926)
    }

    @Test func `Errors are sentences`() {
        let error = #expect(throws: CompressionError.self) { try Gzip.decompress([0x1f, 0x8b]) }
        #expect(
            error?.description
                == "The file ends in the middle of the gzip data; it may not have been copied completely.")
        #expect(error?.localizedDescription == error?.description)
    }
}
