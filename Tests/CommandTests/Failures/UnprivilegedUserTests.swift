// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

/// A user without rights. Where the tests run as root, the user "nobody" takes the place.
struct UnprivilegedUserTests {
    @Test func `A user without rights gets the same sandbox and the same bytes`() throws {
        let shell = try Shell(["a.pdf": Documents.sheet(), "a.xopp": Notes.xopp(size: (595, 842))])
        let transcript = try shell.sh(
            """
            mkdir bin; cp "$(dirname "\(Executable.path)")"/{limn,limn-worker} bin; chmod -R a+rX . ; chmod a+w .
            other() { if [ "$(id -u)" = 0 ]
              then setpriv --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all env HOME=/nonexistent bin/limn "$@"
              else bin/limn "$@"; fi; }
            limn doctor | grep ^ok.*worker: > mine; other doctor | grep ^ok.*worker: > theirs
            limn flatten a.pdf a.xopp -o mine.pdf --quiet; other flatten a.pdf a.xopp -o theirs.pdf --quiet
            wc -l < mine; cmp mine theirs && cmp mine.pdf theirs.pdf && echo same
            rm -r bin mine theirs mine.pdf theirs.pdf
            """)
        #expect(transcript == "1> 13\n1> same\n[0]")
    }
}
