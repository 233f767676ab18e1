// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct InterruptionTests {
    /// A signal, and the exit code that it leads to.
    static let signals = [("INT", 130), ("TERM", 143), ("HUP", 129)]

    /// A function of the shell: whether the process `$p` handles the signals of a mask. Another thread of `limn` takes
    /// that up, at a moment of its own.
    private static let handles =
        "handles() { (( (0x0$(sed -n 's/^SigCgt:[[:space:]]*//p' /proc/$p/status 2>/dev/null) & $1) == $1 )); }"

    @Test(arguments: signals)
    func `Who is interrupted leaves complete files only`(signal: String, code: Int) throws {
        let shell = try Shell(["a.pdf": Documents.pages(5000)])
        // The work is under way when the first page is there; it would go on for minutes.
        let transcript = try shell.sh(
            """
            \(Self.handles)
            \(Executable.path) render a.pdf --dpi 600 --quiet -o out & p=$!
            until [ -e out/a-0003.png ] && handles 0x4003; do sleep 0.01; kill -0 $p || exit 9; done
            kill -\(signal) $p; wait $p; c=$?
            ls -A out | grep -v '^a-[0-9]*[.]png$'
            for f in out/*.png; do tail -c 8 $f | head -c 4; echo; done | sort -u
            rm -r out; exit $c
            """)
        expect(transcript, "1> IEND\n[\(code)]")
    }

    /// Lines that start `limn` and wait until it reads from a pipe that gives nothing, and handles signals.
    ///
    /// - Parameter handled: the mask of the signals; by default of SIGHUP, SIGINT and SIGTERM.
    private static func waiting(_ typed: String, before: String = "", handled: String = "0x4003") -> String {
        """
        \(handles)
        mkfifo pipe; exec 3<>pipe
        (\(before) exec \(Executable.path) \(typed) 3<&-) & p=$!
        until [ "$(readlink /proc/$p/exe)" = \(Executable.path) ] && ls -l /proc/$p/fd 2>/dev/null | grep -q 'pipe$' &&
            handles \(handled); do
          sleep 0.01; kill -0 $p || exit 9
        done

        """
    }

    @Test(
        arguments: [
            "flatten pipe a.xopp -o old.pdf", "flatten a.pdf pipe -o old.pdf --mode redraw", "render pipe -o old.png",
            "ink convert pipe old.limn",
        ], signals)
    func `An interrupt at any time leaves the old file`(typed: String, signal: (name: String, code: Int)) throws {
        let shell = try Shell([
            "a.pdf": Documents.pages(1), "a.xopp": Notes.xopp(), "old.pdf": [1], "old.png": [1], "old.limn": [1],
        ])
        expect(
            try shell.sh(Self.waiting(typed) + "kill -\(signal.name) $p; wait $p; c=$?; rm pipe; exit $c"),
            "[\(signal.code)]")
    }

    @Test func `A terminal that closes does not end work under nohup`() throws {
        let shell = try Shell(["a.pdf": Documents.pages(1), "a.xopp": Notes.xopp()])
        let end = "kill -HUP $p; cat a.pdf > pipe; exec 3>&-; wait $p; c=$?; rm pipe; exit $c"
        let start = Self.waiting("thumbnail pipe -o a.png --quiet", before: "trap '' HUP;", handled: "0x4002")
        expect(try shell.sh(start + end), "[0] +a.png")
    }
}
