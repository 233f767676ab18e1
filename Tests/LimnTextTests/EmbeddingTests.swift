// SPDX-License-Identifier: GPL-3.0-or-later

import CHarfBuzz
import Foundation
import Testing
import TestSupport

@testable import LimnText

@Suite struct EmbeddingTests {
    /// DejaVu Sans with another embedding permission.
    private func face(permission: UInt16) throws -> FontFace {
        let path = try Requirement.file("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", of: "fonts-dejavu-core")
        var font = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let entry = try #require((0..<40).map { 12 + 16 * $0 }.first { font[$0..<$0 + 4].elementsEqual("OS/2".utf8) })
        let table = font[entry + 8..<entry + 12].reduce(0) { (offset: Int, byte) in offset << 8 | Int(byte) }
        (font[table + 8], font[table + 9]) = (UInt8(permission >> 8), UInt8(permission & 0xff))
        return font.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let blob = hb_blob_create(start, UInt32(bytes.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
            let face = hb_face_create(blob, 0)!
            defer {
                hb_face_destroy(face)
                hb_blob_destroy(blob)
            }
            return FontFace(
                retaining: face, identity: FontFace.Identity(file: "\(permission)", index: 0, variations: []))
        }
    }

    private static let permitting: [(UInt16, FontFace.Embedding)] = [
        (0, .allowed), (4, .allowed), (8, .allowed), (6, .allowed), (0x100, .whole),
    ]
    private static let forbidding: [(UInt16, FontFace.Embedding)] = [(2, .forbidden), (0x200, .bitmapsOnly)]

    @Test(arguments: permitting)
    func `A font that permits it is embedded`(permission: UInt16, expected: FontFace.Embedding) throws {
        let face = try face(permission: permission)
        #expect(face.embedding == expected && face.isEmbeddable)
        #expect(try FontSubset(face, glyphs: [36]).codes.keys.sorted() == [0, 36])
    }

    @Test(arguments: forbidding)
    func `A font that forbids it is not embedded`(permission: UInt16, expected: FontFace.Embedding) throws {
        let face = try face(permission: permission)
        #expect(face.embedding == expected && !face.isEmbeddable)
        #expect { try FontSubset(face, glyphs: [36]) } throws: { ($0 as? TextError)?.code == .notEmbeddable }
    }

    @Test func `A font that forbids subsets is embedded as a whole`() throws {
        let whole = try FontSubset(try face(permission: 0x100), glyphs: [36])
        #expect(whole.name == "DejaVuSans" && whole.codes == [0: 0, 36: 36] && whole.program.count > 500_000)
    }
}
