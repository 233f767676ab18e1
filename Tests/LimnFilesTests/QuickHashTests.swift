// SPDX-License-Identifier: GPL-3.0-or-later

import LimnFiles
import SystemPackage
import Testing
import TestSupport

@Suite struct QuickHashTests {
    @Test func `The hash is XXH3 with 128 bits`() {
        // The output of `xxhsum -H2` (xxHash 0.8.1) for no bytes and for these three.
        #expect(QuickHash([]).description == "99aa06d3014798d86001c324468d497f")
        #expect(QuickHash(Array("abc".utf8)).description == "06b05ab6733a618578af5f94892f3950")
    }

    @Test func `Content in chunks has the hash of the whole`() throws {
        var generator = SeededGenerator(seed: 1)
        let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let hasher = QuickHasher()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...50_000, using: &generator)
            rest.prefix(count).withUnsafeBytes { hasher.update($0) }
            rest = rest.dropFirst(count)
        }
        #expect(hasher.hash == QuickHash(bytes))
        #expect(try QuickHash(of: InputFile(bytes: bytes, named: "-")) == QuickHash(bytes))
    }

    @Test func `Only the written form of a hash can be parsed`() {
        let hash = QuickHash(Array("abc".utf8))
        #expect(QuickHash(hash.description) == hash)
        let digits = hash.description
        for text in ["", String(digits.dropLast()), digits + "0", digits.uppercased(), "+" + digits.dropFirst()] {
            #expect(QuickHash(text) == nil)
        }
    }
}
