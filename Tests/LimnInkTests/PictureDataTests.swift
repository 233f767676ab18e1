// SPDX-License-Identifier: Apache-2.0

import LimnInk
import Testing

@Suite struct PictureDataTests {
    private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xff, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
    }

    /// An Exif segment in Intel's byte order with an orientation and a text.
    private func exif(_ orientation: UInt8) -> [UInt8] {
        let entries: [UInt8] = [
            2, 0, 0x0e, 0x01, 2, 0, 4, 0, 0, 0, 0x47, 0x50, 0x53, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0,
            0, 0, 0, 0,
        ]
        return segment(0xe1, Array("Exif\u{0}\u{0}II".utf8) + [42, 0, 8, 0, 0, 0] + entries)
    }

    private func jpeg(_ orientation: UInt8) -> PictureData {
        let bytes =
            [0xff, 0xd8] + segment(0xe0, Array("JFIF\u{0}".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]) + exif(orientation)
            + segment(0xe2, Array("ICC_PROFILE\u{0}".utf8) + [1, 1, 9]) + segment(0xed, Array("Photoshop".utf8))
            + segment(0xfe, Array("a comment".utf8)) + segment(0xee, Array("Adobe".utf8))
            + segment(0xc2, [8, 0x01, 0x00, 0x02, 0x80, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
            + segment(0xda, [3]) + [1, 2, 3, 0xff, 0xd9]
        return PictureData(bytes, format: .jpeg)
    }

    @Test(arguments: 1...8) func `The head tells size and orientation of a photo`(orientation: Int) throws {
        let head = try #require(PictureHead(jpeg(UInt8(orientation))))
        #expect(head.width == 640 && head.height == 256 && head.componentCount == 3)
        #expect(head.orientation == orientation)
        #expect(head.shownWidth == (orientation < 5 ? 640 : 256))
    }

    @Test func `A photo without its metadata keeps profile, orientation and pixels`() throws {
        let photo = jpeg(6)
        let clean = photo.withoutMetadata
        for secret in ["GPS", "Photoshop", "a comment"] {
            #expect(photo.bytes.firstRange(of: Array(secret.utf8)) != nil)
            #expect(clean.bytes.firstRange(of: Array(secret.utf8)) == nil)
        }
        for kept in ["JFIF", "ICC_PROFILE", "Adobe"] {
            #expect(clean.bytes.firstRange(of: Array(kept.utf8)) != nil)
        }
        #expect(PictureHead(clean) == PictureHead(photo))
        #expect(clean.bytes.suffix(10) == photo.bytes.suffix(10))
        #expect(clean.withoutMetadata == clean)
        #expect(jpeg(1).withoutMetadata.bytes.firstRange(of: Array("Exif".utf8)) == nil)
    }

    @Test func `A PNG loses its texts and keeps all else`() throws {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(body.count)] + Array(name.utf8) + body + [1, 2, 3, 4]
        }
        let head: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        let first = head + chunk("IHDR", [0, 0, 0, 7, 0, 0, 0, 9, 8, 6, 0, 0, 0])
        let data = PictureData(
            first + chunk("tEXt", Array("Author\u{0}Me".utf8)) + chunk("eXIf", [1]) + chunk("IDAT", [5])
                + chunk("IEND", []), format: .png)
        #expect(data.withoutMetadata.bytes == first + chunk("IDAT", [5]) + chunk("IEND", []))
        #expect(PictureHead(data)?.width == 7 && PictureHead(data)?.height == 9)
    }

    @Test func `Damaged heads tell nothing and are not changed beyond the damage`() {
        for length in 0..<100 {
            let cut = PictureData(Array(jpeg(3).bytes.prefix(length)), format: .jpeg)
            #expect(PictureHead(cut) == nil)
            _ = cut.withoutMetadata
            let png = PictureData(Array(Items.png!.bytes.prefix(length)), format: .png)
            #expect(PictureHead(png) == nil && png.withoutMetadata == png)
        }
        #expect(PictureData([1, 2, 3]) == nil)
    }
}
