// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@Suite struct TextPictureTests {
    private let story: Story

    init() throws { story = try Story() }

    private func item(_ words: String, size: Double = 20) -> [String: Any] {
        [
            "text": [
                "transform": [1, 0, 0, 1, 300, 400], "lineHeight": 1.25,
                "runs": [
                    [
                        "text": words,
                        "style": [
                            "family": "DejaVu Sans", "size": size, "weight": 400, "isItalic": false,
                            "isUnderlined": false, "isStruck": false,
                            "color": ["red": 1, "green": 0, "blue": 0, "alpha": 1],
                        ],
                    ]
                ],
            ]
        ]
    }

    private func draw(_ body: [String: Any]) throws -> Reply {
        try story.server.request(
            "POST", "\(story.page())/items/picture", json: body)
    }

    @Test func `a text is drawn as it is set, on nothing, wherever it stands on the page`() throws {
        // A full block fills the height of its font and all of its width.
        let reply = try draw(["item": item("\u{2588}"), "region": [-10, -10, 40, 40], "scale": 4])
        try #require(reply.status == 200, "\(reply.text)")
        #expect(reply.headers["content-type"] == "image/png")
        let picture = try DecodedPicture(reply.body)
        #expect(picture.width == 200 && picture.height == 200)
        // Pixels are four to the point, and the text begins ten points in.
        #expect(picture[60, 90] == [255, 0, 0, 255])
        #expect(picture[20, 90][3] == 0)
        #expect(picture[180, 90][3] == 0)
    }

    @Test func `what is no text, and what is too large, is refused with a reason`() throws {
        let region: [Double] = [0, 0, 100, 100]
        let stroke = try draw(["item": Story.stroke(1), "region": region, "scale": 1])
        #expect(stroke.status == 422 && stroke.text.contains("The item is not a text."))
        let large = try draw(["item": item("A"), "region": [0, 0, 9000, 9000], "scale": 2])
        #expect(large.status == 422 && large.text.contains("16 million"))
        let empty = try draw(["item": item("A"), "region": [5, 5, 5, 5], "scale": 1])
        #expect(empty.status == 422 && empty.text.contains("region"))
        let missing = try draw(["region": region, "scale": 1])
        #expect(missing.status == 422)
        let infinite = try draw(["item": item("A", size: -1), "region": region, "scale": 1])
        #expect(infinite.status == 422 || infinite.status == 400)
        let elsewhere = try story.server.request(
            "POST", "/characters/unknown/pages/1/items/picture", json: [:])
        #expect(elsewhere.status == 404)
    }
}
