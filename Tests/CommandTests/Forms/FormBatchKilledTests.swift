// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// A party that is filled in while the process dies, or the disk fills. `LIMN_PARTY=500` makes it a party of 500.
@Suite(.serialized) struct FormBatchKilledTests {
    private static let count = Int(ProcessInfo.processInfo.environment["LIMN_PARTY"] ?? "") ?? 40

    /// A folder with a form, a table, and in `whole` what an undisturbed run makes of them.
    private static func shell() throws -> Shell {
        let rows = (1...count).map { "Hero \($0),Bard,\($0)\n" }.joined()
        let shell = try Shell(["a.pdf": Forms.all, "party.csv": Array("name ,class,sum.a\n\(rows)".utf8)])
        let done = try shell.sh(
            "limn form fill a.pdf party.csv -o 'whole/{name }-{@row:03}.pdf' --quiet && ls whole | wc -l")
        #expect(done.hasPrefix("1> \(count)\n[0]"), "\(done)")
        return shell
    }

    /// Every document under a final name is the one that an undisturbed run makes.
    private static let compare = """
        shopt -s nullglob; for f in out/*.pdf; do cmp "$f" "whole/${f#out/}" || echo "$f is not whole"; done 2>&1
        """

    private static let fill =
        "\(Executable.path) form fill a.pdf party.csv -o 'out/{name }-{@row:03}.pdf' --resume --quiet"

    @Test func `Killed at twelve moments, every file under a final name is complete, and the next run ends the work`()
        throws
    {
        let shell = try Self.shell()
        let transcript = try shell.sh(
            """
            RANDOM=7; kills=0; mkdir out
            for n in {1..12}; do
              setsid \(Self.fill) & group=$!
              # A busy machine may take long to start a process; the time counts from when its group is there.
              until kill -0 -- -$group || ! kill -0 $group; do sleep 0.01; done
              sleep 0.$((RANDOM % 900 + 100))
              kill -9 -- -$group && kills=$((kills + 1)); wait $group
              \(Self.compare)
            done 2> /dev/null
            [ $kills -ge 1 ] && echo killed
            \(Self.fill); echo $?
            \(Self.compare)
            ls -A out | wc -l; rm -r out
            """)
        #expect(transcript == "1> killed\n1> 0\n1> \(Self.count)\n[0]")
        printFigure("kill -9 of a batch of \(Self.count) forms", 12)
    }

    @Test func `On a disk that fills, every file under a final name is complete, and the next run ends the work`()
        throws
    {
        let unshare = try Requirement.mounting()
        let shell = try Self.shell()
        try shell.write(
            "script",
            Array(
                """
                mount -t tmpfs -o size=64k none out || exit 9
                \(Self.fill) 2> told; echo $?
                grep -c 'no space left on device' told > told.count; [ $(cat told.count) -ge 1 ] && echo told
                \(Self.compare)
                ls -A out | wc -l > told.count; [ $(cat told.count) -lt \(Self.count) ] && echo incomplete
                mount -o remount,size=64m out; \(Self.fill); echo $?
                \(Self.compare)
                ls -A out | wc -l; rm told told.count
                """.utf8))
        let transcript = try shell.sh("mkdir out; \(unshare) bash script; c=$?; rmdir out; exit $c")
        #expect(transcript == "1> 1\n1> told\n1> incomplete\n1> 0\n1> \(Self.count)\n[0]")
    }
}
