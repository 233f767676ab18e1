// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Glibc
internal import Synchronization

/// A Python process that runs scripts in children of its own. These have imported most of what scripts need, which takes
/// longer than most scripts do.
final class PythonServer: Sendable {
    private static let shared = Mutex<PythonServer?>(nil)

    /// The server of this process. It is started once and ends with the process.
    static func running() throws -> PythonServer {
        try shared.withLock { shared in
            if let shared { return shared }
            let server = try PythonServer()
            shared = server
            return server
        }
    }

    private let folder: TemporaryFolder
    private let socketPath: String
    /// The server ends when nobody holds this any more.
    private let input = Pipe()

    private init() throws {
        folder = try TemporaryFolder()
        socketPath = folder.path("socket")
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Requirement.python())
        process.arguments = [
            Project.folder.appendingPathComponent("Tests/TestSupport/Python/fork_server.py").path, socketPath,
        ]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        guard try output.fileHandleForReading.read(upToCount: 6) == Data("ready\n".utf8) else {
            throw ScriptFailure(script: "fork_server", output: "it does not start")
        }
    }

    private struct Request: Encodable {
        let script: String
        let arguments: [String]
        let stdout: String
        let stderr: String
    }

    /// Runs a script to its end; a script that a signal ends has the exit code -1.
    func run(_ script: String, _ arguments: [String]) throws -> Finished {
        let folder = try TemporaryFolder()
        let request = Request(
            script: script, arguments: arguments, stdout: folder.path("stdout"), stderr: folder.path("stderr"))
        let connection = try connect()
        defer { close(connection) }
        let line = try JSONEncoder().encode(request) + Data("\n".utf8)
        let handle = FileHandle(fileDescriptor: connection)
        try handle.write(contentsOf: line)
        let answer = try handle.readToEnd() ?? Data()
        let status = Int32(String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .newlines)) ?? -1
        func told(_ path: String) -> [UInt8] {
            Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data())
        }
        return Finished(
            status: status, stdout: told(request.stdout), stderr: String(decoding: told(request.stderr), as: UTF8.self))
    }

    private func connect() throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(socketPath.utf8)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            guard path.count < buffer.count else { return false }
            buffer.copyBytes(from: path)
            return true
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
        }
        guard fits, connected == 0 else {
            close(descriptor)
            throw ScriptFailure(script: "fork_server", output: "it cannot be reached")
        }
        return descriptor
    }
}
