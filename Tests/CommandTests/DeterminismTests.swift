// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@Suite struct DeterminismTests {
    @Test(arguments: [
        "render a.pdf --dpi 40 --pages 1 -o OUT.png",
        "render a.pdf --dpi 40 --pages 1 --ink a.xopp --transparent -o OUT.png",
        "thumbnail a.pdf --ink a.xopp -o OUT.png", "flatten a.pdf a.xopp -o OUT.pdf",
        "flatten a.pdf a.xopp -o OUT.pdf --mode redraw", "ink convert a.xopp OUT.limn",
        "ink convert a.xopp OUT.limn --lossless", "ink convert a.xopp OUT.json", "ink simplify a.xopp OUT.limn",
    ])
    func `Two runs give equal bytes`(typed: String) throws {
        let shell = try Shell([
            "a.pdf": try Documents.sheet(), "a.xopp": try Project.sample("character-sheet.xopp"),
        ])
        let ending = try #require(typed.firstMatch(of: /OUT(\.\w+)/)).1
        _ = try shell.limn(typed.replacing("OUT", with: "one"))
        // A second apart, in another zone, with another locale: clocks and settings must not show.
        _ = try shell.sh(
            "sleep 1.1; export TZ=Asia/Tokyo LC_ALL=de_DE.UTF-8 HOME=/; limn \(typed.replacing("OUT", with: "two"))")
        let one = try shell.read("one\(ending)")
        #expect(!one.isEmpty)
        #expect(one == (try shell.read("two\(ending)")))
    }
}
