// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// Lines thinner than a pixel are as dark as they are wide.
@Suite struct ThinLineTests {
    /// Black lines of a width, one every 5 pt.
    private func lines(width: Double) -> [UInt8] {
        let paths = (0..<100).map { "0 \(5 * $0 + 2) m 500 \(5 * $0 + 2) l S" }
        return listedPDF([
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]/Resources<<>>/Contents 4 0 R>>",
            listedStream("\(width) w " + paths.joined(separator: " ")),
        ])
    }

    @Test(arguments: [0.5, 0.25], ["fast", "standard", "best"])
    func `They do not darken pictures`(width: Double, quality: String) throws {
        let shell = try Shell(["lines.pdf": lines(width: width)])
        let truth = 255 * (1 - width / 5)
        for size in [128, 200, 256, 400, 900] {
            let command = "thumbnail lines.pdf -o lines.ppm --size \(size) --quality \(quality) --quiet"
            #expect(try shell.limn(command).contains("[0]"))
            let picture = try DecodedPicture(try shell.read("lines.ppm"))
            var sum = 0
            for y in 0..<size { sum += Int(picture[size / 2, y][0]) }
            let level = Double(sum) / Double(size)
            #expect((level - truth).magnitude <= 3, "\(size) px: \(level), not \(truth)")
        }
    }

    @Test func `A line without width is still there`() throws {
        let shell = try Shell(["lines.pdf": lines(width: 0)])
        #expect(try shell.limn("thumbnail lines.pdf -o lines.ppm --size 500 --quality fast --quiet").contains("[0]"))
        let picture = try DecodedPicture(try shell.read("lines.ppm"))
        let dark = (0..<500).count { picture[250, $0][0] < 128 }
        #expect(dark == 100)
    }
}
