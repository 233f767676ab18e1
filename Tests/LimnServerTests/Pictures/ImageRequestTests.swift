// SPDX-License-Identifier: GPL-3.0-or-later

import LimnGeometry
import LimnPictures
import Testing

@testable import LimnServer

@Suite struct ImageRequestTests {
    /// What a region is of a picture of 300 × 200 pixels; nil where it is refused.
    private func region(_ text: String) -> [Int]? {
        guard let found = try? ImageRegion(text).resolved(width: 300, height: 200) else { return nil }
        return [found.x, found.y, found.width, found.height]
    }

    /// The size of a picture whose region has 300 × 200 pixels; nil where it is refused.
    private func size(_ text: String, of width: Int = 300, _ height: Int = 200) -> [Int]? {
        let region = PixelRegion(x: 0, y: 0, width: width, height: height)
        guard let found = try? ImageSize(text).resolved(for: region) else { return nil }
        return [found.width, found.height]
    }

    private func rotation(_ text: String) -> String? { (try? ImageRotation(text))?.canonical }

    @Test func `regions are pixels or percents of the whole, cut at its borders`() {
        #expect(region("full") == [0, 0, 300, 200])
        #expect(region("square") == [50, 0, 200, 200])
        #expect(region("10,20,30,40") == [10, 20, 30, 40])
        #expect(region("250,150,100,100") == [250, 150, 50, 50])
        #expect(region("pct:10,25,50,50.5") == [30, 50, 150, 101])
        #expect(region("pct:90,0,90,100") == [270, 0, 30, 200])
    }

    @Test func `regions that are empty, outside or unreadable are refused`() {
        for text in [
            "", "Full", "10,20,30", "10,20,0,40", "10,20,30,0", "300,0,10,10", "0,200,10,10", "-1,0,10,10", "1.5,0,1,1",
            "pct:100,0,10,10", "pct:0,0,0,10", "pct:1,2,3", "pct:", "pct:1e3,0,1,1", "pct:nan,0,1,1", "10,20,30,40,50",
            "9999999999,0,1,1", " 1,1,1,1", "square,1", "0x1,0,1,1", "pct:.5,0,1,1", "pct:-1,0,1,1",
        ] { #expect(region(text) == nil, "\(text)") }
    }

    @Test func `sizes have the forms of the specification`() {
        #expect(size("max") == [300, 200])
        #expect(size("150,") == [150, 100])
        #expect(size(",50") == [75, 50])
        #expect(size("pct:50") == [150, 100])
        #expect(size("pct:33.3") == [100, 67])
        #expect(size("10,20") == [10, 20])
        #expect(size("!100,100") == [100, 67])
        #expect(size("!2000,3000") == [300, 200])
        #expect(size("^600,") == [600, 400])
        #expect(size("^,600") == [900, 600])
        #expect(size("^pct:200") == [600, 400])
        #expect(size("^600,100") == [600, 100])
        #expect(size("^!600,600") == [600, 400])
        #expect(size("^max") == [6124, 4082])
    }

    @Test func `a picture is larger than its region only where that is asked for`() {
        for text in ["301,", ",201", "pct:101", "301,200", "300,201"] { #expect(size(text) == nil, "\(text)") }
    }

    @Test func `sizes that are nothing, beyond the limits or unreadable are refused`() {
        for text in [
            "", "full", "Max", "0,", ",0", "pct:0", "0,0", "!0,5", ",", "!,", "^", "^^max", "1,2,3", "-5,", "1.5,",
            "^16384,1", "^6000,6000", "^pct:100000", "pct:", "pct:1e2", "^99999999999,", "!10,", "max,",
        ] { #expect(size(text) == nil, "\(text)") }
    }

    @Test func `the largest picture obeys the limits of side and area`() {
        #expect(size("max", of: 40_000, 100) == [16_383, 41])
        #expect(size("max", of: 10_000, 10_000) == [5000, 5000])
        #expect(size("!9000,9000", of: 10_000, 10_000) == [5000, 5000])
        #expect(size("max", of: 90_000, 1) == [16_383, 1])
    }

    @Test func `pictures are turned by right angles and mirrored`() {
        #expect(rotation("0") == "0")
        #expect(rotation("90") == "90")
        #expect(rotation("180.0") == "180")
        #expect(rotation("!270") == "!270")
        #expect(rotation("360") == "0")
        for text in ["", "!", "45", "-90", "361", "450", "9e1", "90!", "!!0", "x", "90."] {
            #expect(rotation(text) == nil, "\(text)")
        }
    }

    @Test func `the end names a quality and a format`() throws {
        func file(_ text: String) -> String? {
            guard let request = try? ImageRequest(region: "full", size: "max", rotation: "0", file: text) else {
                return nil
            }
            return "\(request.tone) \(request.format)"
        }
        #expect(file("default.jpg") == "color jpeg")
        #expect(file("color.png") == "color png")
        #expect(file("gray.webp") == "gray webp")
        #expect(file("bitonal.png") == "bitonal png")
        for text in ["", "default", "default.", ".jpg", "grey.jpg", "default.gif", "default.jpg.png", "default.JPG"] {
            #expect(file(text) == nil, "\(text)")
        }
    }

    @Test func `a page has 300 pixels an inch, and a long one fewer`() throws {
        let page = try PageImage(of: Size(width: 240, height: 120))
        #expect([page.width, page.height] == [1000, 500])
        let long = try PageImage(of: Size(width: 144_000, height: 14.4))
        #expect([long.width, long.height] == [100_000, 10])
        #expect(throws: Problem.self) { try PageImage(of: Size(width: 0, height: 10)) }
    }

    @Test func `a part of a picture is the same part of the page`() throws {
        let image = try PageImage(of: Size(width: 240, height: 120))
        let request = try ImageRequest(region: "500,0,500,250", size: "100,", rotation: "!90", file: "default.png")
        let view = try request.view(of: image)
        #expect(view.region == Rect(x0: 120, y0: 0, x1: 240, y1: 60))
        #expect([view.width, view.height] == [100, 50])
        #expect([view.turnedSize.width, view.turnedSize.height] == [50, 100])
        #expect(view.isMirrored && view.quarterTurns == 1)
    }
}
