// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct LongListTests {
    @Test func `A thousand names between options are as good as a few`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1)])
        _ = try shell.sh("mkdir in; for i in {1..1000}; do ln a.pdf \"in/é $i.pdf\"; done; rm a.pdf")
        for typed in [
            "limn thumbnail in/* -o out --size 8 --quiet", "limn thumbnail --quiet -o out in/* --size 8",
            "limn thumbnail --size 8 in/?\\ 1*.pdf --quiet in/?\\ [2-9]*.pdf -o out",
        ] {
            expect(
                try shell.sh("\(typed); c=$?; ls out | wc -l; ls -1 out | sed -n 1p; rm -r out; exit $c"),
                "1> 1000\n1> é 1.png\n[0]")
        }
    }
}
