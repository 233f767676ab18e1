// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Fine pens, in every mode.
struct FineInkTests {
    private static let modes = ["overlay", "annotate", "burn", "redraw", "raster"]
    /// Inks of Xournal++'s fine pen: a plus sign, a level hairline, a rectangle, and a hundred short strokes.
    private static let inks: [(name: String, lines: [String])] = [
        ("plus", ["300 400 308 400", "304 396 304 404"]), ("hairline", ["100 100.3 300 100.3"]),
        ("rectangle", ["100.2 100.3 180.2 100.3 180.2 150.7 100.2 150.7 100.2 100.3"]),
        (
            "writing",
            (0..<100).map { index in
                let (x, y) = (60 + Double(index % 10) * 40.37, 70 + Double(index / 10) * 51.13)
                return (0..<12).map { step in
                    let angle = Double(step) * 0.9 + Double(index)
                    return "\(x + Double(step) * 1.7 + 3 * cos(angle)) \(y + 4 * sin(angle))"
                }.joined(separator: " ")
            }
        ),
    ]

    @Test(arguments: modes) func `A fine pen's ink is exported`(mode: String) throws {
        for (name, lines) in Self.inks {
            let strokes = lines.map { ##"<stroke tool="pen" color="#000000ff" width="0.85">\##($0)</stroke>"## }
            let ink = """
                <?xml version="1.0" standalone="no"?><xournal creator="test" fileversion="4"><page width="612" \
                height="792"><background type="solid" color="#ffffffff" style="plain"/><layer>\(strokes.joined())\
                </layer></page></xournal>
                """
            let shell = try Shell(["a.pdf": Documents.pdf([(612, 792)]), "\(name).xopp": Array(ink.utf8)])
            let said = try shell.limn("flatten a.pdf \(name).xopp -o out.pdf --mode \(mode)")
            #expect(said.hasSuffix("[0] +out.pdf"), "\(name): \(said)")
        }
    }
}
