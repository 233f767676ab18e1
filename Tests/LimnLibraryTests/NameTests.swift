// SPDX-License-Identifier: GPL-3.0-or-later

import LimnLibrary
import Testing

@Suite struct NameTests {
    @Test func `Names are kept trimmed and composed`() throws {
        #expect(try NameRule.name.checked("  Bo\u{308}se 👩‍👩‍👧 \n") == "B\u{f6}se 👩‍👩‍👧")
        #expect(Array(try NameRule.name.checked("o\u{308}").unicodeScalars) == ["\u{f6}"])
        #expect(try NameRule.name.checked(String(repeating: "x", count: 200)).count == 200)
    }

    @Test(arguments: [
        ("", "The name is empty; give at least one visible character."),
        (" \u{2003}\n", "The name is empty; give at least one visible character."),
        ("a\u{7}b", "The name has a control character (U+0007); leave it out."),
        ("a\u{202e}b", "The name has a control character (U+202E); leave it out."),
        ("a\nb", "The name has a control character (U+000A); leave it out."),
        ("\u{200b}\u{200d}", "The name has no visible character; give at least one."),
        (String(repeating: "x", count: 201), "The name has 201 characters; at most 200 are allowed."),
        ("a" + String(repeating: "\u{334}", count: 600), "The name has 1201 bytes; at most 1000 are allowed."),
    ]) func `A name that is refused comes with the reason`(name: String, reason: String) {
        let error = #expect(throws: LibraryError.self) { try NameRule.name.checked(name) }
        #expect(error?.code == .invalidName && error?.description == reason)
    }

    @Test func `An id is twelve digits and letters that can be parsed again`() throws {
        let id = try #require(CharacterID("0123456789ab"))
        #expect(id.description == "0123456789ab")
        #expect(CharacterID("ZZZZZZZZZZZZ")?.value == 1 << 60 - 1)
        #expect(CharacterID(bits: .max).description == "zzzzzzzzzzzz")
        for wrong in ["", "0123456789a", "0123456789abc", "0123456789au", "0123456789ä", "-123456789ab"] {
            #expect(CharacterID(wrong) == nil)
        }
    }
}
