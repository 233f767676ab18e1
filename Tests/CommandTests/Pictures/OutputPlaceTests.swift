// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

@Suite struct OutputPlaceTests {
    static func shell() throws -> Shell {
        try Shell(["a.pdf": Documents.pages(1), "a.xopp": Notes.xopp(), "file": [1], "folder/inside": []])
    }

    @Test func `A folder for pictures is made with those above it`() throws {
        expect(
            try Self.shell().limn("render a.pdf --dpi 36 -o new/folder"),
            """
            1> new/folder/a-1.png  100 × 50 px, N bytes
            [0] +new/ +new/folder/ +new/folder/a-1.png
            """)
    }

    @Test func `A folder for one file is not made`() throws {
        let shell = try Self.shell()
        let reason = "cannot be written: there is no such folder."
        expect(try shell.limn("render a.pdf -o no/a.png"), "2> limn: a.pdf, page 1: no/a.png \(reason)\n[1]")
        expect(try shell.limn("thumbnail a.pdf -o no/a.png"), "2> limn: a.pdf, page 1: no/a.png \(reason)\n[1]")
        expect(try shell.limn("flatten a.pdf a.xopp -o no/b.pdf"), "2> limn: a.pdf: no/b.pdf \(reason)\n[1]")
        expect(try shell.limn("ink convert a.xopp no/b.limn"), "2> limn: a.xopp: no/b.limn \(reason)\n[1]")
    }

    @Test func `A file in the place of a folder is told and stays`() throws {
        let shell = try Self.shell()
        let reason = "a part of its path is a file, not a folder."
        expect(
            try shell.limn("render a.pdf -o file/sub"),
            """
            2> limn: a.pdf, page 1: The folder file cannot be made: \(reason)
            [1]
            """)
        expect(
            try shell.limn("flatten a.pdf a.xopp -o file/b.pdf"),
            "2> limn: a.pdf: file/b.pdf cannot be written: \(reason)\n[1]")
        expect(
            try shell.limn("ink convert a.xopp file/b.limn"),
            "2> limn: a.xopp: file/b.limn cannot be written: \(reason)\n[1]")
    }

    @Test func `A folder in the place of a file is told before any work`() throws {
        let shell = try Self.shell()
        let reason = "folder cannot be written: it is a folder; give a file."
        expect(try shell.limn("flatten missing.pdf a.xopp -o folder"), "2> limn: missing.pdf: \(reason)\n[1]")
        expect(try shell.limn("ink convert missing.xopp folder"), "2> limn: missing.xopp: \(reason)\n[1]")
    }

    /// In /proc not even root can make a file.
    @Test func `A folder that takes no files is told`() throws {
        let shell = try Self.shell()
        expect(
            try shell.limn("flatten a.pdf a.xopp -o /proc/b.pdf"),
            "2> limn: a.pdf: /proc/b.pdf cannot be written: there is no such folder.\n[1]")
        expect(
            try shell.limn("render a.pdf -o /sys/b.png"),
            "2> limn: a.pdf, page 1: /sys/b.png cannot be written: permission denied.\n[1]")
        expect(
            try shell.limn("render a.pdf -o /sys/new"),
            "2> limn: a.pdf, page 1: The folder /sys/new cannot be made: operation not permitted.\n[1]")
    }

    @Test func `A full device is told`() throws {
        let shell = try Self.shell()
        let reason = "/dev/full cannot be written: no space left on device; make room and try again."
        expect(try shell.limn("render a.pdf -o /dev/full"), "2> limn: a.pdf, page 1: \(reason)\n[1]")
        expect(try shell.limn("flatten a.pdf a.xopp -o /dev/full"), "2> limn: a.pdf: \(reason)\n[1]")
        expect(try shell.limn("flatten a.pdf a.xopp -o /dev/full --mode redraw"), "2> limn: a.pdf: \(reason)\n[1]")
        expect(try shell.limn("ink convert a.xopp /dev/full"), "2> limn: a.xopp: \(reason)\n[1]")
    }

    @Test func `A folder that is gone is told`() throws {
        let shell = try Self.shell()
        expect(
            try shell.sh("cd folder && rm inside && rmdir ../folder && limn render $OLDPWD/a.pdf"),
            """
            2> limn: FOLDER/a.pdf, page 1: a-1.png cannot be written: there is no such folder.
            [1] -folder/ -folder/inside
            """)
    }
}
