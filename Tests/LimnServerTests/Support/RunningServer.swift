// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport

/// A server in a process of its own, with a library in a folder of its own; it ends with this object.
final class RunningServer: @unchecked Sendable {
    // Unchecked: `pid` is changed by `stop` alone, which tests call once.
    /// The folder of the library.
    let library: String
    /// The port that it listens at.
    let port: Int
    /// The address that it prints.
    let address: String
    /// The link that it prints, which signs the owner in.
    let link: String
    /// All lines that it prints at its start.
    let told: [String]
    /// The standard error, which is its log.
    let log: String
    private let folder: TemporaryFolder
    private var pid: pid_t

    /// What went wrong.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The path of a program that was built together with these tests.
    static func program(_ name: String) throws -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let bundles = [own] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
        let folders =
            bundles.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
            + [Project.folder.appendingPathComponent(".build-suite/release")]
        guard
            let found = folders.map({ $0.appendingPathComponent(name).path })
                .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
        else { throw Failure(description: "\(name) is not built") }
        return found
    }

    /// A disk of its own for the library. ``place(_:)`` leads to its files.
    enum Disk {
        /// A new, empty disk of a size in kibibytes.
        case small(Int)
        /// The library as it is, for reading only.
        case readOnly

        /// The commands that mount it at `$0`.
        var mounting: String {
            switch self {
            case .small(let size): "mkdir \"$0\" && mount -t tmpfs -o size=\(size)k none \"$0\""
            case .readOnly: "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\""
            }
        }
    }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameters:
    ///   - options: further options; `--no-auth` unless others are given.
    ///   - earlier: an earlier server, whose library it serves again.
    ///   - openFiles: the number of files that it may have open.
    ///   - disk: a disk of its own for the library.
    ///   - socket: a descriptor that it gets from its service manager.
    ///   - environment: variables besides those of the tests; `LIBRARY` in them stands for the library's folder. Without
    ///     `LIMN_READING`, no handwriting is read.
    init(
        _ options: [String] = ["--no-auth"], after earlier: RunningServer? = nil, openFiles: Int? = nil,
        disk: Disk? = nil, socket: Int32? = nil, environment: [String: String] = [:]
    ) throws {
        folder = try earlier?.folder ?? TemporaryFolder()
        library = folder.path("library")
        log = folder.path("log")
        let output = folder.path("output-\(UUID().uuidString)")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        if let socket { posix_spawn_file_actions_adddup2(&actions, socket, 3) }
        for descriptor in Int32(socket == nil ? 3 : 4)..<1024 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        let program = try Self.program("limn-server")
        // prlimit belongs to util-linux, which every Debian has.
        let limited = openFiles.map { ["/usr/bin/prlimit", "--nofile=\($0):\($0)"] } ?? []
        // A service manager tells a program its own number, which the shell knows.
        let activated =
            socket == nil ? [] : ["/bin/sh", "-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\""]
        let place = library
        let mounted = try disk.map { disk in
            try Requirement.mounting().split(separator: " ").map(String.init)
                + ["/bin/sh", "-c", "\(disk.mounting) && exec \"$@\"", place]
        }
        let wrappers = (mounted ?? []) + limited + activated
        let arguments = wrappers + [program, "--library", library, "--port", "0"] + options
        var argv = arguments.map { strdup($0) }
        argv.append(nil)
        defer { argv.forEach { free($0) } }
        // Pages are read in the background only where a test wants that.
        let variables = ProcessInfo.processInfo.environment.merging(["LIMN_READING": "/nowhere"]) { $1 }
            .merging(environment) { $1 }
        var envp = variables.map { strdup("\($0)=\($1.replacingOccurrences(of: "LIBRARY", with: place))") }
        envp.append(nil)
        defer { envp.forEach { free($0) } }
        var started = pid_t()
        guard posix_spawn(&started, arguments[0], &actions, nil, argv, envp) == 0 else {
            throw Failure(description: "the server cannot be started")
        }
        pid = started
        var lines: [String] = []
        for _ in 0..<2000 {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            lines = text.split(separator: "\n").map { String($0) }
            if lines.count >= 2, text.hasSuffix("\n") { break }
            var status: Int32 = 0
            guard waitpid(started, &status, WNOHANG) == 0 else {
                pid = 0
                let told = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
                throw Failure(description: "the server ended with \(status): \(told)")
            }
            usleep(10_000)
        }
        guard lines.count >= 2, let port = URL(string: lines[0])?.port else {
            kill(started, SIGKILL)
            throw Failure(description: "the server does not say where it is: \(lines)")
        }
        (address, link, told, self.port) = (lines[0], lines[1], lines, port)
    }

    deinit {
        guard pid > 0 else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// The path of a file in its library, also where nobody else sees the disk.
    func place(_ name: String) -> String { "/proc/\(pid)/root\(library)/\(name)" }

    /// The bytes of it that are in memory.
    func residentMemory() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * Int(getpagesize())
    }

    /// Sends a signal.
    func send(signal: Int32) { if pid > 0 { kill(pid, signal) } }

    /// Waits for the end.
    ///
    /// - Returns: the exit code; 128 + n if signal n ended it.
    func wait() -> Int32 {
        guard pid > 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
        pid = 0
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// Connects to it.
    func connect(timeout: Int = Patience.limit, receiveBuffer: Int32? = nil) throws -> Connection {
        try Connection(port: port, timeout: timeout, receiveBuffer: receiveBuffer)
    }

    /// What it has logged.
    func logged() throws -> String { try String(contentsOfFile: log, encoding: .utf8) }

    /// Asks for something on a connection of its own.
    ///
    /// - Parameter path: the path with the query; resources are named without `/api/v1`.
    func request(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: [UInt8]? = nil
    ) throws -> Reply {
        let connection = try connect()
        try connection.send(Self.bytes(method, path, headers, body, port))
        return try connection.reply(isHead: method == "HEAD")
    }

    /// Sends JSON.
    func request(
        _ method: String, _ path: String, _ headers: [String: String] = [:], json: [String: Any]
    ) throws -> Reply {
        var headers = headers
        headers["Content-Type"] = headers["Content-Type"] ?? "application/json"
        return try request(method, path, headers, body: Array(try JSONSerialization.data(withJSONObject: json)))
    }

    /// Presses the button of the page that a sign-in link leads to.
    func signIn(_ code: String, _ headers: [String: String] = [:]) throws -> Reply {
        let form = ["Content-Type": "application/x-www-form-urlencoded", "Origin": String(address.dropLast())]
        return try request("POST", "/sign-in", form.merging(headers) { $1 }, body: Array("code=\(code)".utf8))
    }

    /// The bytes of a request.
    static func bytes(
        _ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8]?, _ port: Int
    ) -> [UInt8] {
        var headers = headers
        headers["Host"] = headers["Host"] ?? "127.0.0.1:\(port)"
        if let body { headers["Content-Length"] = headers["Content-Length"] ?? "\(body.count)" }
        let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        return Array("\(method) \(full(path)) HTTP/1.1\r\n\(lines)\r\n".utf8) + (body ?? [])
    }

    private static func full(_ path: String) -> String {
        let roots = [
            "/templates", "/characters", "/jobs", "/files", "/events", "/trash", "/access", "/session", "/mappings",
            // The studio has a folder of that name.
            "/sync/changes", "/sync/units", "/sync/templates",
        ]
        return roots.contains { path.hasPrefix($0) } ? "/api/v1\(path)" : path
    }
}
