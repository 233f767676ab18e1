// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// Folders that take no files. Permissions do not hold root back, so root lays down its powers first.
@Suite struct ReadOnlyTests {
    static func shell() throws -> Shell {
        try Shell([
            "a.pdf": Documents.pages(1), "a.xopp": Notes.xopp(), "folder/old.png": [1], "folder/old.pdf": [1],
            "folder/old.limn": [1],
        ])
    }

    /// What is typed, the name that is told, and what cannot be written.
    static let works = [
        ("render a.pdf -o folder", "a.pdf, page 1", "folder/a-1.png"),
        ("render a.pdf -o folder/old.png", "a.pdf, page 1", "folder/old.png"),
        ("thumbnail a.pdf -o folder/new.png", "a.pdf, page 1", "folder/new.png"),
        ("flatten a.pdf a.xopp -o folder/old.pdf", "a.pdf", "folder/old.pdf"),
        ("flatten a.pdf a.xopp --mode redraw -o folder/new.pdf", "a.pdf", "folder/new.pdf"),
        ("ink convert a.xopp folder/old.limn", "a.xopp", "folder/old.limn"),
        ("ink simplify a.xopp folder/new.limn", "a.xopp", "folder/new.limn"),
    ]

    /// What runs a command without the powers of root.
    static func powerless() throws -> String {
        geteuid() == 0 ? "\(try Requirement.tool("setpriv")) --bounding-set=-all --inh-caps=-all" : ""
    }

    @Test(arguments: works)
    func `A folder without the permission to write stays as it is`(
        work: (typed: String, subject: String, output: String)
    ) throws {
        let transcript = try Self.shell().sh(
            "chmod 555 folder; \(try Self.powerless()) \(Executable.path) \(work.typed); c=$?; chmod 755 folder; exit $c"
        )
        expect(transcript, "2> limn: \(work.subject): \(work.output) cannot be written: permission denied.\n[1]")
    }

    @Test(arguments: works)
    func `A file system that is mounted for reading stays as it is`(
        work: (typed: String, subject: String, output: String)
    ) throws {
        let unshare = try Requirement.mounting()
        let script = """
            mount --bind folder folder && mount -o remount,ro,bind folder || exit 9
            \(Executable.path) \(work.typed)
            """
        expect(
            try Self.shell().sh("\(unshare) bash -c '\(script)'"),
            "2> limn: \(work.subject): \(work.output) cannot be written: read-only file system.\n[1]")
    }

    @Test func `A folder that cannot be made is told`() throws {
        let transcript = try Self.shell().sh(
            "chmod 555 folder; \(try Self.powerless()) \(Executable.path) render a.pdf -o folder/new; c=$?; "
                + "chmod 755 folder; exit $c")
        expect(transcript, "2> limn: a.pdf, page 1: The folder folder/new cannot be made: permission denied.\n[1]")
    }

    @Test(arguments: [
        ("render a.pdf", "a.pdf"), ("flatten a.pdf a.xopp -o out.pdf", "a.pdf"), ("inspect a.pdf", "a.pdf"),
        ("render folder/b.pdf --ink a.xopp", "a.xopp"), ("ink convert a.xopp out.limn", "a.xopp"),
        ("render --files-from a.xopp", "a.xopp"), ("render a.pdf --password-file a.xopp", "a.xopp"),
    ])
    func `A file that may not be read is told`(typed: String, file: String) throws {
        let shell = try Self.shell()
        _ = try shell.sh("cp a.pdf folder/b.pdf; cp a.xopp folder/b.xopp")
        let transcript = try shell.sh(
            "chmod 000 \(file); \(try Self.powerless()) \(Executable.path) \(typed); c=$?; chmod 644 \(file); exit $c")
        expect(transcript, "2> limn: \(file): It cannot be read: permission denied.\n[1]")
    }
}
