// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@Suite struct InterruptionTests {
    /// A signal, and the exit code that it leads to.
    @Test(arguments: [("INT", 130), ("TERM", 143)])
    func `Who is interrupted leaves complete files only`(signal: String, code: Int) throws {
        let shell = try Shell(["a.pdf": Documents.pages(5000)])
        // The work is under way when the first page is there; it would go on for minutes.
        let transcript = try shell.sh(
            """
            \(Executable.path) render a.pdf --dpi 600 --quiet -o out & p=$!
            until [ -e out/a-0003.png ]; do sleep 0.01; kill -0 $p || exit 9; done
            kill -\(signal) $p; wait $p; c=$?
            ls -A out | grep -v '^a-[0-9]*[.]png$'
            for f in out/*.png; do tail -c 8 $f | head -c 4; echo; done | sort -u
            rm -r out; exit $c
            """)
        expect(transcript, "1> IEND\n[\(code)]")
    }
}
