// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompositor
import LimnGeometry
import LimnInk
import LimnPDFObjects
import Testing
import TestSupport

/// Pictures in push buttons.
struct FieldPictureTests {
    /// A picture in which every pixel has a color of its own, coded exactly.
    private static func png(_ width: Int, _ height: Int) throws -> PictureData {
        let script = """
            import sys; from PIL import Image
            image = Image.new("RGB", (\(width), \(height)))
            image.putdata([(x * 8, y * 8, 128) for y in range(\(height)) for x in range(\(width))])
            image.save(sys.argv[1])
            """
        let folder = try TemporaryFolder()
        let done = try run(try Requirement.python(), "-c", script, folder.path("p.png"))
        #expect(done.status == 0)
        return PictureData(Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("p.png")))), format: .png)
    }

    private static func content(_ fit: IconFit, _ picture: PictureData, rotation: Int = 0) throws -> String {
        var look = WidgetLook(size: Size(width: 82, height: 62))
        (look.iconFit, look.rotation) = (fit, rotation)
        let drawn = try FieldAppearances([FieldRequest(look, .picture(picture))]).results[0].get()
        #expect(drawn.form.pictures.count == 1 && drawn.icon?.pictures.count == 1)
        return String(decoding: drawn.form.content, as: UTF8.self)
    }

    private static func placed(_ clip: String, _ place: String) -> String {
        "q\n\(clip) re\nW\nn\nq\n\(place) cm\n/LimnImage Do\nQ\nQ\n"
    }

    @Test func `A picture keeps its proportions in the middle of the inset`() throws {
        let picture = try Self.png(20, 10)
        #expect(try Self.content(IconFit(), picture) == Self.placed("1 1 80 60", "80 0 0 40 1 11"))
        #expect(
            try Self.content(IconFit(isProportional: false), picture) == Self.placed("1 1 80 60", "80 0 0 60 1 1"))
        #expect(try Self.content(IconFit(position: (0, 1)), picture) == Self.placed("1 1 80 60", "80 0 0 40 1 21"))
        #expect(try Self.content(IconFit(scaling: .never), picture) == Self.placed("1 1 80 60", "20 0 0 10 31 26"))
        #expect(try Self.content(IconFit(scaling: .whenBigger), picture) == Self.placed("1 1 80 60", "20 0 0 10 31 26"))
        #expect(try Self.content(IconFit(coversFrame: true), picture) == Self.placed("0 0 82 62", "82 0 0 41 0 10.5"))
        #expect(try Self.content(IconFit(), picture, rotation: 90) == Self.placed("1 1 60 80", "60 0 0 30 1 26"))
    }

    @Test func `A picture is an icon of a point to a pixel as well`() throws {
        let look = WidgetLook(size: Size(width: 82, height: 62))
        let drawn = try FieldAppearances([FieldRequest(look, .picture(try Self.png(20, 10)))]).results[0].get()
        let icon = try #require(drawn.icon)
        #expect(icon.boundingBox == Rect(x0: 0, y0: 0, x1: 20, y1: 10))
        #expect(String(decoding: icon.content, as: UTF8.self) == "q\n20 0 0 10 0 0 cm\n/LimnImage Do\nQ\n")
    }

    @Test func `Four engines paint a picture inside of its button, upright`() throws {
        let fields: [(size: Size, content: FieldContent, caption: String?)] = [
            (Size(width: 80, height: 60), .picture(try Self.png(20, 10)), nil)
        ]
        let form = try DrawnForm(fields)
        let folder = try TemporaryFolder()
        let file = try folder.write(form.bytes, "picture.pdf")
        #expect(try python("field_ink", file) == "")
        for engine in Engine.allCases {
            let page = try engine.draw(file, dpi: 72)
            // The page is 120 × 100 pt; the picture lies in the middle of it. Green grows downwards, red to the right.
            let (upper, lower) = (page[40, 38], page[90, 62])
            #expect(Int(upper.green) + 30 < lower.green && Int(upper.red) + 60 < lower.red, "\(engine)")
        }
    }

    @Test func `What is no picture fails its field`() {
        let look = WidgetLook(size: Size(width: 82, height: 62))
        let broken = PictureData(Array("no picture".utf8), format: .png)
        let results = FieldAppearances([FieldRequest(look, .picture(broken))]).results
        #expect { try results[0].get() } throws: { error in "\(error)".hasPrefix("The picture cannot be shown. ") }
    }
}
