// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnPipeline

/// `limn serve`: replaces this process with the program `limn-server`, which parses the options.
///
/// The server is a separate program, so that this program stays small and starts quickly.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves a library over HTTP, with the studio for browsers.")

    /// The environment variable with the path of the server program.
    private static let variable = "LIMN_SERVER"

    @Argument(
        parsing: .captureForPassthrough, help: "The options of the server.",
        completion: .shellCommand("limn serve --help | grep --only-matching -e '--[a-z][a-z-]*'"))
    var options: [String] = []

    func run() throws {
        let program = InstalledProgram.path("limn-server", variable: Self.variable)
        let arguments = [Array(program.utf8)] + options.map { RawArguments.decode($0) }
        var pointers = arguments.map { strdup($0.map { CChar(bitPattern: $0) } + [0]) }
        pointers.append(nil)
        defer { pointers.forEach { free($0) } }
        // Signals that are ignored stay ignored after execv(3), so their default actions are restored first.
        for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
        execv(program, pointers)
        guard errno == ENOENT else {
            throw Sentence("The server \(program) cannot be started: \(String(cString: strerror(errno))).")
        }
        let missing = "There is no \(program). \(Self.advice)"
        guard options.contains("--help") || options.contains("-h") else { throw Sentence(missing) }
        print(
            """
            OVERVIEW: Serves a library over HTTP, with the studio for browsers.

            USAGE: limn serve [--library <folder>] [--host <address>] [--port <number>] [<options>]

            \(missing) It lists its other options.
            """)
    }

    /// How to get the server.
    private static let advice =
        "The server is a separate program: Limn's packages include it, and in a clone Scripts/demo --serve builds it. "
        + "\(variable) can name another place."
}
