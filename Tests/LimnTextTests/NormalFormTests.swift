// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnText
import Testing

struct NormalFormTests {
    @Test func `Every character is composed and taken apart as Foundation does it`() {
        var different: [Unicode.Scalar] = []
        for value in UInt32(1)...0x1ffff {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
            let text = "a" + String(Character(scalar))
            let isEqual =
                text.composed.unicodeScalars.elementsEqual(text.precomposedStringWithCanonicalMapping.unicodeScalars)
                && text.decomposedCompatibly.unicodeScalars.elementsEqual(
                    text.decomposedStringWithCompatibilityMapping.unicodeScalars)
            if !isEqual { different.append(scalar) }
        }
        // GLib of Debian 12 has Unicode 15, and Foundation may have more.
        #expect(different.isEmpty, "\(different.prefix(20).map { String($0.value, radix: 16) }) of \(different.count)")
    }

    @Test func `A NUL ends nothing`() {
        #expect("a\0e\u{301}\0".composed.unicodeScalars.elementsEqual("a\0é\0".unicodeScalars))
        #expect("\0ﬁ".decomposedCompatibly == "\0fi")
    }
}
