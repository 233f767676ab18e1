// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct BatchTests {
    @Test(arguments: ["render --dpi 40", "thumbnail --size 64 --format webp"])
    func `Four shards make what one command makes, byte for byte, and so does one`(typed: String) throws {
        let shell = try BatchShell.documents()
        let transcript = try shell.sh(
            """
            limn \(typed) in -o plain --keep-folders --quiet 2>/dev/null; echo $?
            set -- \(typed); verb=$1; shift
            limn batch plan --verb $verb "$@" in > list; echo $?
            for i in 1 2 3 4; do limn batch run list -o four --shard $i/4 --quiet; echo $?; done | sort | uniq -c
            limn batch run list -o one --quiet; echo $?
            limn batch merge four -o four.jsonl --link tree; echo $?
            limn batch merge one -o one.jsonl 2>/dev/null
            cmp <(cut -d' ' -f1 <(cd one/objects; find . -type f | sort)) <(cd four/objects; find . -type f | sort)
            # Two documents of the same content are drawn once, and have their names.
            diff -r plain tree && echo same; wc -l < list
            rm -r plain tree one four list one.jsonl
            """)
        expect(
            transcript,
            """
            1> 1
            1> 0
            1>       3 0
            1>       1 3
            1> 3
            1> 3
            1> same
            1> 7
            2> limn: 1 input with the same content as an earlier one: done once, for all names.
            2> limn: 1 task failed.
            [0] +four.jsonl
            """)
        let objects = try BatchShell.objects(shell, "four.jsonl")
        #expect(
            objects.map { $0["input"] as? String } == [
                "in/bad.pdf", "in/one.pdf", "in/seven.pdf", "in/three.pdf", "in/sub/tall.pdf", "in/sub/wide.pdf",
            ])
        #expect(objects.map { $0["index"] as? Int } == Array(0..<6))
        #expect(objects[0]["status"] as? String == "failed")
    }

    @Test func `Ink is laid over documents and forms are filled as the commands do it`() throws {
        let shell = try Shell([
            "sheet.pdf": try Documents.sheet(), "a.xopp": try Project.sample("character-sheet.xopp"),
            "party.csv": Array("output,identity.name\na.pdf,Maren\nb.pdf,Ole\n".utf8),
        ])
        let transcript = try shell.sh(
            """
            limn flatten sheet.pdf a.xopp -o flat.pdf --quiet
            limn form fill sheet.pdf -o maren.pdf --set identity.name=Maren --quiet
            limn batch plan --verb flatten --ink a.xopp sheet.pdf > list
            limn batch plan --verb "form fill" --csv party.csv sheet.pdf >> list
            limn batch plan --verb inspect sheet.pdf >> list
            limn batch run list -o out --jobs 1 --quiet; limn batch status out; limn batch merge out -o all --link tree
            cmp flat.pdf tree/sheet.pdf && cmp maren.pdf tree/a.pdf && echo same; ls tree; rm -r out tree list flat.pdf maren.pdf
            """)
        expect(
            transcript,
            """
            1> 4 of 4 tasks done, 0 failed, 0 missing
            1> same
            1> a.pdf
            1> b.pdf
            1> sheet.pdf
            [0] +all
            """)
        let objects = try BatchShell.objects(shell, "all")
        #expect(objects.map { $0["verb"] as? String } == ["flatten", "form fill", "form fill", "inspect"])
        #expect((objects[3]["pages"] as? [Any])?.isEmpty == false)
    }

    @Test func `Sheets become forms as the command does it`() throws {
        let shell = try Shell(["sheet.pdf": FormDetectTests.sheet(), "empty.pdf": onePagePDF(size: (99, 99))])
        let transcript = try shell.sh(
            """
            limn form detect sheet.pdf -o form.pdf --all --quiet
            limn batch plan --verb "form detect" --all --pages 1 sheet.pdf empty.pdf > list
            limn batch run list -o out --jobs 1 --quiet; limn batch status out; limn batch merge out -o all --link tree
            cmp form.pdf tree/sheet.pdf && echo same; ls tree; rm -r out tree list form.pdf
            """)
        #expect(transcript.contains("1> 2 of 2 tasks done, 1 failed, 0 missing\n"), "\(transcript)")
        #expect(transcript.contains("1> sheet.pdf\n") && transcript.contains("1> same\n"), "\(transcript)")
        let objects = try BatchShell.objects(shell, "all")
        #expect(objects.map { ($0["fields"] as? [Any])?.isEmpty } == [false, true], "\(objects)")
    }

    @Test func `Documents are cut into tasks of pages, and costs are learned from results`() throws {
        let shell = try BatchShell.documents()
        let transcript = try shell.sh(
            """
            limn batch plan --verb render --dpi 30 --split 3 in/seven.pdf in/three.pdf > list
            limn batch run list -o out --quiet; echo $?; limn batch merge out -o all --link tree; ls tree/in
            limn batch plan --verb render --dpi 30 --split 3 in/seven.pdf in/three.pdf --costs out > learned; echo $?
            rm -r tree out
            """)
        #expect(transcript.hasPrefix("1> 0\n1> seven-1.png\n1> seven-2.png\n1> seven-3.png\n"), "\(transcript)")
        #expect(transcript.contains("1> three-3.png\n1> 0\n"), "\(transcript)")
        let lines = try BatchShell.objects(shell, "list")
        #expect(lines.map { ($0["options"] as? [String: Any])?["pages"] as? String } == ["1-3", "4-6", "7", nil])
        #expect(try BatchShell.tasks(shell, "learned") == BatchShell.tasks(shell, "list"))
    }

    @Test func `Objects in a store are planned by address, and done when somebody has fetched them`() throws {
        let shell = try BatchShell.documents()
        let transcript = try shell.sh(
            """
            printf 's3://bucket/a.pdf\\tv1\\t999\\n' > names
            limn batch plan --verb thumbnail --list names > list; cat list
            limn batch run list -o out --quiet; echo $?; cut -d'"' -f2-20 out/results* | grep -o 'was not fetched'
            sed 's|"url"|"path":"in/one.pdf","url"|' list > fetched
            limn batch run fetched -o out2 --quiet; echo $?; rm -r out out2 names list fetched
            """)
        expect(
            transcript,
            """
            1> {"cost":{"bytes":999,"milliseconds":4},"inputs":[{"bytes":999,"etag":"v1","url":"s3://bucket/a.pdf"}],\
            "options":{},"output":"bucket/a.png","task":\
            "9912027dacfab7bca89eace5deaa00869785271124d7cfb88c26fe2089f28a92","verb":"thumbnail"}
            1> 3
            1> was not fetched
            1> 0
            [0]
            """)
    }

    @Test func `A file that cannot be read is told and left out of the list`() throws {
        let shell = try BatchShell.documents()
        let transcript = try shell.sh(
            "limn batch plan --verb inspect in/one.pdf missing.pdf empty | wc -l; echo ${PIPESTATUS[0]}")
        expect(
            transcript,
            """
            1> 1
            1> 3
            2> limn: missing.pdf: It cannot be read: there is no such file.
            2> limn: empty: It cannot be read: there is no such file.
            2> limn: 2 inputs could not be read and have no task.
            [0]
            """)
    }

    @Test(arguments: [
        ("--verb render --size 9 a.pdf", "The operation has no option “size”."),
        ("--verb thumbnail --dpi 9 a.pdf", "The operation has no option “dpi”."),
        ("--verb inspect --split 3 a.pdf", "--split requires --verb render."),
        ("--verb remove a.pdf", "The value 'remove' is invalid"),
        ("a.pdf", "Missing expected argument '--verb <verb>'"),
    ])
    func `A plan of options that do not suit is wrong usage`(typed: String, sentence: String) throws {
        let transcript = try Shell().limn("batch plan \(typed)")
        #expect(transcript.contains(sentence), "\(transcript)")
        #expect(transcript.hasSuffix("[64]"))
    }

    @Test func `Files of the batch are not replaced, and pipes and devices do not hang it`() throws {
        let shell = try BatchShell.documents()
        let transcript = try shell.sh(
            """
            limn batch plan --verb inspect in > list 2>/dev/null
            limn batch run list -o out --quiet 2>/dev/null; echo $?
            for name in out/batch.json out/results-1-of-1.jsonl out/tasks-*.jsonl; do
                cp $name before; limn batch merge out -o $name 2>/dev/null; echo $?; cmp before $name
            done
            limn batch status out --json | grep -o '"status":"warnings"'
            limn batch plan --verb inspect --list /dev/zero > none; echo $?
            rm out/results-1-of-1.jsonl; mkfifo out/results-1-of-1.jsonl
            limn batch status out; echo $?
            limn batch run list -o out --quiet; echo $?
            rm -r list out before none
            """)
        #expect(transcript.contains("1> 3\n1> 1\n1> 1\n1> 1\n"), "\(transcript)")
        #expect(transcript.contains("1> \"status\":\"warnings\"\n1> 1\n1> 1\n1> 1\n"), "\(transcript)")
        #expect(transcript.contains("a pipe or a device"), "\(transcript)")
    }
}
