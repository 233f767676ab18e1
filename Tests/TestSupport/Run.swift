// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import Glibc

/// What a finished process left behind.
public struct Finished: Sendable {
    /// The exit code; 128 + n when signal n ended the process.
    public let status: Int32
    /// Everything written to standard output.
    public let stdout: [UInt8]
    /// Everything written to standard error, with broken UTF-8 replaced.
    public let stderr: String

    /// Standard output as text, with broken UTF-8 replaced.
    public var text: String { String(decoding: stdout, as: UTF8.self) }
}

/// Runs a program to its end. Arguments are bytes, so that names which are not UTF-8 can be passed.
///
/// - Throws: `CocoaError` when the program cannot be started.
public func run(
    _ program: String, _ arguments: [[UInt8]], input: [UInt8] = [], environment: [String: String] = [:],
    directory: URL? = nil
) throws -> Finished {
    let folder = try TemporaryFolder()
    let names = ["stdin", "stdout", "stderr"].map { folder.url.appendingPathComponent($0).path }
    try Data(input).write(to: URL(fileURLWithPath: names[0]))

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, names[0], O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, names[1], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, names[2], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    // Other tests of this process hold files open. A program that may open few files needs the low numbers.
    for descriptor in Int32(3)..<1024 { posix_spawn_file_actions_addclose(&actions, descriptor) }

    // The threads of tests may block signals, and whoever started the tests may ignore some, as nohup does. A program that a
    // person starts has none blocked and none ignored.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // glibc's own way to change the folder is hidden behind _GNU_SOURCE; env does it as well.
    let prefix = directory.map { ["env", "-C", $0.path] } ?? []
    var argv = ((prefix + [program]).map { Array($0.utf8) } + arguments).map { bytes in
        strdup(bytes.map { CChar(bitPattern: $0) } + [0])
    }
    var envp = variables.map { strdup("\($0.key)=\($0.value)") }
    argv.append(nil)
    envp.append(nil)
    defer { (argv + envp).forEach { free($0) } }

    var pid = pid_t()
    let code = posix_spawnp(&pid, prefix.first ?? program, &actions, &attributes, argv, envp)
    guard code == 0 else {
        throw CocoaError(.executableLoad, userInfo: [NSLocalizedDescriptionKey: "cannot start \(program)"])
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
    let signal = status & 0x7f
    return Finished(
        status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
        stdout: Array(try Data(contentsOf: URL(fileURLWithPath: names[1]))),
        stderr: String(decoding: try Data(contentsOf: URL(fileURLWithPath: names[2])), as: UTF8.self))
}

/// Runs a program to its end.
public func run(
    _ program: String, _ arguments: String..., input: [UInt8] = [], directory: URL? = nil
) throws -> Finished {
    try run(program, arguments.map { Array($0.utf8) }, input: input, directory: directory)
}
