// SPDX-License-Identifier: GPL-3.0-or-later

import LimnFiles
import SystemPackage
import Testing
import TestSupport

@Suite struct ContentHashTests {
    @Test func `The hash is SHA-256`() {
        // FIPS 180-4's examples: no bytes, three bytes, 56 bytes.
        let known = [
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ]
        for (text, hash) in known { #expect(ContentHash(Array(text.utf8)).description == hash) }
    }

    @Test func `Content in chunks has the hashes of the whole`() throws {
        var generator = SeededGenerator(seed: 1)
        let bytes = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let hasher = ContentHasher()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...50_000, using: &generator)
            rest.prefix(count).withUnsafeBytes { hasher.update($0) }
            rest = rest.dropFirst(count)
            _ = hasher.hash
        }
        #expect(hasher.hash == ContentHash(bytes))
        let file = InputFile(bytes: bytes, named: "-")
        #expect(try ContentHash(of: file) == ContentHash(bytes))
        #expect(try file.hashes() == (ContentHash(bytes), QuickHash(bytes)))
    }

    @Test func `Only the written form of a hash can be parsed`() {
        let hash = ContentHash(Array("abc".utf8))
        #expect(ContentHash(hash.description) == hash)
        let digits = hash.description
        let others = [
            "", String(digits.dropLast()), digits + "0", digits.uppercased(), "+" + digits.dropFirst(),
            "../" + digits.dropFirst(3), digits.dropLast() + "\0",
        ]
        for text in others { #expect(ContentHash(text) == nil) }
    }
}
