// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Runs that die, or find no room, or meet another run.
@Suite(.serialized) struct BatchKilledTests {
    /// A folder with a list of 60 tasks, six of which have the content of others, and `whole`: what one run makes.
    private static func shell() throws -> Shell {
        let shell = try Shell()
        for number in 1...30 {
            try shell.write("in/\(number).pdf", Documents.pdf([(100 + number, 200), (300, 100 + number)]))
        }
        let done = try shell.sh(
            """
            limn batch plan --verb thumbnail in > list && limn batch plan --verb render --dpi 20 in >> list
            limn batch run list -o whole --quiet; wc -l < list
            """)
        #expect(done.hasPrefix("1> 60\n[0]"), "\(done)")
        return shell
    }

    /// Tells whether each task has one line, and whether all files are those of an undisturbed run.
    private static let judge = """
        limn batch merge out -o all && cut -d'"' -f1 all | wc -l && wc -l < out/results-1-of-1.jsonl
        diff -r out/objects whole/objects && find out/staging -type f | wc -l
        """

    @Test func `Killed at twenty moments, a batch ends with one result a task`() throws {
        let shell = try Self.shell()
        let transcript = try shell.sh(
            """
            RANDOM=18; kills=0
            for n in {1..20}; do
              setsid \(Executable.path) batch run list -o out --quiet & group=$!
              # A busy machine may take long to start a process; the time counts from when its group is there.
              until kill -0 -- -$group || ! kill -0 $group; do sleep 0.01; done
              sleep 0.$((RANDOM % 400 + 100))
              kill -9 -- -$group && kills=$((kills + 1)); wait $group
              # Every line that is whole tells of files that are there.
              [ -e out/batch.json ] && limn batch merge out -o part --verify 2>&1 | grep -i 'damaged'
            done 2> /dev/null
            [ $kills -ge 1 ] && echo killed
            limn batch run list -o out --quiet; echo $?
            \(Self.judge); rm -r out all part
            """)
        expect(transcript, "1> killed\n1> 0\n1> 60\n1> 60\n1> 0\n[0]")
    }

    @Test func `On a disk that fills, a run asks to be tried again, and the next one ends the work`() throws {
        let unshare = try Requirement.mounting()
        let shell = try Self.shell()
        try shell.write(
            "script",
            Array(
                """
                limn() { \(Executable.path) "$@"; }
                mount -t tmpfs -o size=180k none out || exit 9
                limn batch run list -o out --quiet 2> told; echo $?; grep -c 'make room and try again' told
                mount -o remount,size=64m out; limn batch run list -o out --quiet; echo $?
                \(Self.judge); rm told all
                """.utf8))
        let transcript = try shell.sh("mkdir out; \(unshare) bash script; c=$?; rmdir out; exit $c")
        expect(transcript, "1> 75\n1> 1\n1> 0\n1> 60\n1> 60\n1> 0\n[0]")
    }

    @Test func `Shards that begin at the same moment all do their part`() throws {
        let shell = try Shell(["a.pdf": try Documents.sheet()])
        let done = try shell.sh(
            """
            for dpi in 11 12 13 14; do limn batch plan --verb render --pages 1 --dpi $dpi a.pdf; done >list
            for round in 1 2 3 4 5 6; do
                for shard in 1 2 3 4; do
                    { limn batch run list -o out-$round --shard $shard/4 --jobs 1 --quiet || echo went wrong $?; } &
                done
                wait
                limn batch status out-$round --json
            done
            """)
        #expect(!done.contains("went wrong"), "\(done)")
        #expect(done.components(separatedBy: #""done":4"#).count == 7, "\(done)")
    }

    @Test func `A second run of a shard is told of the first one and asked to try again`() throws {
        let shell = try BatchShell.documents()
        let transcript = try shell.sh(
            """
            limn batch plan --verb inspect in/one.pdf in/three.pdf > list; limn batch run list -o out --shard 1/2 --quiet
            flock out/results-1-of-2.lock \(Executable.path) batch run list -o out --shard 1/2; echo $?
            flock out/results-1-of-2.lock \(Executable.path) batch run list -o out --shard 2/2 --quiet; echo $?
            rm -r out
            """)
        #expect(transcript.contains("2> limn: Another run is working on shard 1/2 (host "), "\(transcript)")
        #expect(transcript.hasPrefix("1> 75\n1> 0\n"), "\(transcript)")
    }

    @Test func `Results of another list, another cut or another version are not mixed`() throws {
        let shell = try BatchShell.documents()
        let transcript = try shell.sh(
            """
            limn batch plan --verb inspect in/one.pdf in/three.pdf > list; head -1 list > other
            limn batch run list -o out --shard 1/2 --quiet; before=$(cat out/* 2>/dev/null | sha256sum)
            limn batch run other -o out --shard 1/2; echo $?
            limn batch run list -o out --shard 1/3; echo $?
            [ "$before" = "$(cat out/* 2>/dev/null | sha256sum)" ] && echo unchanged
            sed -i 's/"limn":"[0-9.]*"/"limn":"0.0.1"/' out/batch.json
            limn batch run list -o out --shard 2/2 2>&1 | sed 's/this is Limn [0-9.]*\\. /this is Limn V. /'; echo ${PIPESTATUS[0]}
            rm -r out list other
            """)
        expect(
            transcript,
            """
            1> 1
            1> 1
            1> unchanged
            1> limn: out contains results of Limn 0.0.1, but this is Limn V. Choose another folder, or use that version.
            1> 1
            2> limn: out contains the results of another list of tasks; choose another folder.
            2> limn: out was started with 2 shards, but this run has 3; use the same number.
            [0]
            """)
    }

    @Test func `A run that is asked to end keeps what is done and says that trying again helps`() throws {
        let shell = try Shell([
            "bad.pdf": HostileDocument.exponentialForms.bytes, "good.pdf": Documents.pages(1),
        ])
        let transcript = try shell.sh(
            """
            limn batch plan --verb thumbnail good.pdf bad.pdf > list
            \(Executable.path) batch run list -o out --jobs 2 --timeout 600 & run=$!
            for n in {1..12000}; do [ -s out/results-1-of-1.jsonl ] && break; sleep 0.01; done
            kill $run; wait $run; echo $?
            limn batch status out; limn batch run list -o out --timeout 10 --quiet; echo $?; rm -r out list
            """)
        expect(
            transcript,
            """
            1> 75
            1> 1 of 2 tasks done, 0 failed, 1 missing
            1> 3
            2> limn: The run was stopped before it was done; start it again.
            [0]
            """)
    }

    @Test func `A hostile list costs its own tasks, and nothing is written elsewhere`() throws {
        let shell = try BatchShell.documents()
        let lines = [
            #"{"verb":"thumbnail","inputs":["in/one.pdf"]}"#, "{broken",
            #"{"verb":"thumbnail","inputs":["/dev/zero"]}"#,
            #"{"verb":"thumbnail","inputs":["-"]}"#, #"{"verb":"thumbnail","inputs":["in"]}"#,
            #"{"verb":"thumbnail","inputs":["in/one.pdf"],"options":{"output":"evil.png"}}"#,
            #"{"verb":"flatten","inputs":["in/one.pdf","in/one.pdf"],"options":{"receipt":"evil.json"}}"#,
            #"{"verb":"thumbnail","inputs":["in/one.pdf"],"output":"../evil.png"}"#,
            #"{"verb":"thumbnail","inputs":["in/one.pdf"],"task":"\#(String(repeating: "0", count: 64))"}"#,
            #"{"verb":"thumbnail","inputs":[{"path":"in/one.pdf","sha256":"\#(String(repeating: "1", count: 64))"}]}"#,
            String(repeating: "[", count: 50_000), String(repeating: "x", count: 10_000_000),
            #"{"verb":"thumbnail","inputs":["in/three.pdf"],"cost":{"milliseconds":-9}}"#,
        ]
        try shell.write("list", Array(lines.joined(separator: "\n").utf8) + [10, 0xff, 10, 0, 10])
        let transcript = try shell.sh(
            "limn batch run list -o out --quiet; limn batch merge out -o all 2>&1; mv out/objects objects; rm -r out")
        #expect(transcript.hasPrefix("1> limn: 13 tasks failed.\n"), "\(transcript)")
        let changes = transcript.split(separator: "\n").last?.split(separator: " ").dropFirst() ?? []
        #expect(changes.count { $0.hasSuffix(".png") } == 2, "\(transcript)")
        #expect(changes.allSatisfy { $0.hasPrefix("+objects/") || $0 == "+all" }, "\(transcript)")
        let objects = try BatchShell.objects(shell, "all")
        #expect(objects.count == lines.count + 2)
        #expect(objects.allSatisfy { $0["status"] as? String == "ok" || ($0["messages"] as? [Any])?.isEmpty == false })
    }
}
