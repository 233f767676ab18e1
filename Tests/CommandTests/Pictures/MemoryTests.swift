// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct MemoryTests {
    /// A page whose image takes some 400 MB; with less, poppler leaves it out without a word.
    @Test(arguments: [(300, "limit"), (1500, "ok")])
    func `A picture that lacks something for want of memory is never taken for a whole one`(
        mebibytes: Int, status: String
    ) throws {
        let file = try Requirement.corpus().appendingPathComponent("ocrmypdf/tests/resources/enormous.pdf")
        let shell = try Shell()
        let objects = try shell.json(
            "render \(file.path) --pages 1 --scale-to 400 --memory \(mebibytes) --timeout 120 -o out --json")
        #expect(objects.map { $0["status"] as? String } == [status])
    }

    /// A gray picture whose pixels take 576 MB, in 2 MB of run lengths: its left half is black, its right half white.
    private func scan() -> [UInt8] {
        let side = 12_000
        var row: [UInt8] = []
        for level: UInt8 in [0, 255] {
            var left = side / 2
            while left > 0 {
                let run = min(left, 128)
                row += [UInt8(257 - run), level]
                left -= run
            }
        }
        let data = Array(repeatElement(row, count: side).joined()) + [128]
        let image =
            "<</Type/XObject/Subtype/Image/Width \(side)/Height \(side)/ColorSpace/DeviceGray/BitsPerComponent 8"
            + "/Filter/RunLengthDecode/Length \(data.count)>>\nstream\n"
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Resources<</XObject<</Scan 5 0 R>>>>/Contents 4 0 R>>",
            listedStream("400 0 0 400 0 0 cm /Scan Do"),
        ]
        return listedPDF(objects.map { Array($0.utf8) } + [Array(image.utf8) + data + Array("\nendstream".utf8)])
    }

    @Test func `A scan that is larger than the memory of a worker is made smaller while it is read`() throws {
        let shell = try Shell(["scan.pdf": scan()])
        #expect(try shell.limn("thumbnail scan.pdf -o scan.ppm --size 200 --timeout 120 --quiet").contains("[0]"))
        let picture = try DecodedPicture(try shell.read("scan.ppm"))
        #expect(picture[50, 100].allSatisfy { $0 <= 1 })
        #expect(picture[150, 100].allSatisfy { $0 >= 254 })
    }
}
