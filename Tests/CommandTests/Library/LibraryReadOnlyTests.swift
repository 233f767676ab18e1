// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// A library on a disk that takes nothing more can be looked at and exported, and removing frees room.
@Suite struct LibraryReadOnlyTests {
    private static func mia() throws -> Shell {
        let shell = try LibraryShell.withMia(["a.xopp": Notes.xopp(size: (595, 842))])
        _ = try shell.limn("character draw Mia --page 1 a.xopp")
        return shell.shell
    }

    /// What reads a library.
    private static let reading = """
        set -e
        limn template list --library lib | grep -q sheet
        limn template show sheet --library lib | grep -q "page 2"
        limn character list --search mia --library lib | grep -q Mia
        limn character show Mia --library lib | grep -q "page 1: 1 stroke"
        limn character changes Mia --library lib | grep -q "page 1 +1"
        limn export Mia --library lib -o out/mia.pdf
        limn thumbnails --library lib -o out/pictures
        limn library backup out/backup --library lib
        limn library pack Mia out/mia.limnpkg --library lib
        """

    /// A function that leaves a library without a log, as other programs do that close its database.
    private static func settling() throws -> String {
        let program =
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(\\\"PRAGMA wal_checkpoint(TRUNCATE)\\\"); c.close()"
        return "settle() { \(try Requirement.python()) -c \"\(program)\" $1/library.sqlite; }"
    }

    /// Runs a script on a read-only library. `$before` is run while it can still be written to.
    private static func readOnly(_ shell: Shell, before: String, _ script: String) throws -> String {
        let unshare = try Requirement.mounting()
        try shell.write(
            "script.sh",
            Array(
                """
                limn() { \(Executable.path) "$@"; }
                \(try settling())
                mkdir out; \(before)
                mount --bind lib lib && mount -o remount,ro,bind lib || exit 9
                \(script)
                """.utf8))
        return try shell.sh("\(unshare) bash script.sh")
    }

    @Test(arguments: [
        "true", "rm lib/library.sqlite-shm", "settle lib", "rm lib/*.lock",
        "rm lib/*.lock; settle lib",
    ]) func `A library that is mounted for reading is listed, shown, exported and saved`(before: String) throws {
        let transcript = try Self.readOnly(try Self.mia(), before: before, Self.reading)
        #expect(transcript.contains("out/mia.pdf  1 stroke on 1 of 2 pages"), "\(transcript)")
        #expect(transcript.contains("out/backup  backup: 1 template, 1 character"), "\(transcript)")
        #expect(!transcript.contains("2> "), "\(transcript)")
        #expect(transcript.contains("\n[0] "), "\(transcript)")
    }

    @Test func `What would change a library that is mounted for reading is refused in a sentence`() throws {
        let transcript = try Self.readOnly(
            try Self.mia(), before: "true",
            """
            limn character draw Mia --page 1 a.xopp --library lib; echo $?
            limn template import map.pdf --library lib; echo $?
            limn character undo Mia --library lib; echo $?
            limn library check --library lib
            """)
        let refusals = transcript.components(separatedBy: "writing there is not permitted.").count - 1
        #expect(refusals >= 3, "\(transcript)")
        #expect(transcript.contains("1 template, 1 drawing: sound"), "\(transcript)")
    }

    @Test func `A library of an older Limn is read where it cannot be migrated`() throws {
        let shell = try Shell(["a.xopp": Notes.xopp(size: (595, 842))])
        let fixture = Project.folder.appendingPathComponent("Tests/LimnLibraryTests/Fixtures/schema-1")
        try FileManager.default.copyItem(atPath: fixture.path, toPath: shell.folder.path("lib"))
        let transcript = try Self.readOnly(
            shell, before: "true",
            """
            limn character list --library lib
            limn character changes annchen --library lib
            limn library check --library lib
            limn library backup out/backup --library lib
            ls lib lib/blobs
            """)
        for words in ["Ännchen", "some time ago  page 1 +1", "1 template, 3 drawings: sound", "out/backup  backup: 1"] {
            #expect(transcript.contains(words), "\(words): \(transcript)")
        }
        #expect(transcript.contains("1> 475e937130ac7b4d890b92a34724943a"), "\(transcript)")
    }

    /// Runs a script on a library on a full file system of 6 MiB.
    private static func full(_ script: String) throws -> String {
        let unshare = try Requirement.mounting()
        let shell = try Self.mia()
        try shell.write(
            "script.sh",
            Array(
                """
                limn() { \(Executable.path) "$@"; }
                \(try settling())
                mkdir out full && mount -t tmpfs -o size=6m none full || exit 9
                cp -a lib/. full/; rm -r lib; ln -s full lib
                limn template import map.pdf --library full >/dev/null
                limn character create Ida --template map --library full >/dev/null
                fill() { cat /dev/zero >> full/filler 2>/dev/null; }
                fill
                room() { df --output=avail -k full | tail -1 | tr -d " "; }
                [ "$(room)" = 0 ] || echo "there is room"
                \(script)
                """.utf8))
        return try shell.sh("\(unshare) bash script.sh")
    }

    @Test(arguments: [
        "true", "rm full/library.sqlite-shm; fill", "settle full; fill",
    ]) func `A library on a full disk is listed, shown and exported`(before: String) throws {
        let transcript = try Self.full("\(before)\n\(Self.reading)")
        #expect(transcript.contains("out/mia.pdf  1 stroke on 1 of 2 pages"), "\(transcript)")
        #expect(!transcript.contains("there is room") && !transcript.contains("2> "), "\(transcript)")
        #expect(transcript.contains("\n[0] "), "\(transcript)")
    }

    @Test func `Removing from a library on a full disk succeeds, and emptying its trash frees room`() throws {
        let transcript = try Self.full(
            """
            limn template remove map --library full --yes >/dev/null; echo "removed $?"
            limn trash empty --library full --yes >/dev/null; echo "emptied $?"
            [ "$(room)" -gt 0 ] && echo "freed"
            limn character list --library full
            limn library check --library full
            """)
        #expect(transcript.contains("1> removed 0") && transcript.contains("1> emptied 0"), "\(transcript)")
        #expect(transcript.contains("1> freed") && !transcript.contains("Ida"), "\(transcript)")
        #expect(transcript.contains("1 template, 1 drawing: sound"), "\(transcript)")
    }
}
