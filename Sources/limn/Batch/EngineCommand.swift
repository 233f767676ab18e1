// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnBatch
internal import LimnFiles
internal import SystemPackage

/// The `limn engine` command.
struct EngineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine",
        abstract: "Answers the requests of a program, such as the Python package.",
        discussion: """
            Each line of standard input is a JSON object, a request or a cancellation; each line of standard output is \
            an event. The documentation of LimnBatch, Engine.md, describes both.
            """)

    @Flag(help: "Communicate over standard input and output, which is the only way so far.")
    var stdio = false

    @Option(
        name: [.short, .long],
        help: "How many documents or pages are read at a time. (default: the number of processors)")
    var jobs: Int?

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

    /// The maximum length of a request, in bytes.
    private static let lineLimit = 16 << 20

    func validate() throws {
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
        guard access.password == nil, access.passwordFile == nil else {
            throw ValidationError("Each request names its own password.")
        }
        guard stdio else {
            throw ValidationError("Give --stdio: the engine communicates over standard input and output.")
        }
    }

    func run() throws {
        let writer = LineWriter()
        let session = EngineSession(
            engine: access.engine(jobs: jobs), access: try access.access(), send: { writer.write($0) })
        var lines = LineSplitter(limit: Self.lineLimit)
        while let bytes = Self.input() {
            for line in lines.take(bytes) {
                if let line { session.receive(line) } else { session.refuseLongLine() }
            }
            guard !writer.isBroken else { break }
        }
        if writer.isBroken { session.cancelAll() }
        // The program may have said all that it has to say, or it may have died: then nobody reads.
        Thread.detachNewThread {
            while !Self.outputIsClosed(within: 60_000) {}
            session.cancelAll()
        }
        try Ending.failing {
            try waiting { () async throws(LimnError) in await session.finish() }
        }
    }

    /// Waits, at most so many milliseconds, until nobody can read standard output any more.
    private static func outputIsClosed(within milliseconds: Int32) -> Bool {
        var output = pollfd(fd: FileDescriptor.standardOutput.rawValue, events: 0, revents: 0)
        let count = poll(&output, 1, milliseconds)
        if count < 0, errno != EINTR { return true }
        return count > 0 && output.revents != 0
    }

    /// The next bytes of standard input; nil at its end.
    private static func input() -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = try? buffer.withUnsafeMutableBytes { try FileDescriptor.standardInput.read(into: $0) }
        guard let count, count > 0 else { return nil }
        return buffer[..<count]
    }

    /// Writes whole lines, one at a time.
    private final class LineWriter: @unchecked Sendable {
        // Unchecked: `lock` guards `failed`.
        private let lock = NSLock()
        private var failed = false

        /// Whether nobody reads any more.
        var isBroken: Bool { lock.withLock { failed } }

        func write(_ line: [UInt8]) {
            lock.withLock {
                guard !failed else { return }
                do { _ = try FileDescriptor.standardOutput.writeAll(line) } catch { failed = true }
            }
        }
    }

    /// Cuts input into lines.
    private struct LineSplitter {
        let limit: Int
        private var rest: [UInt8] = []
        private var isTooLong = false

        init(limit: Int) { self.limit = limit }

        /// Returns the lines that are whole now, without their ends; nil for a line that is too long.
        mutating func take(_ bytes: ArraySlice<UInt8>) -> [[UInt8]?] {
            var lines: [[UInt8]?] = []
            for piece in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
                if piece.offset > 0 {
                    if isTooLong || !rest.isEmpty { lines.append(isTooLong ? nil : rest) }
                    (rest, isTooLong) = ([], false)
                }
                if rest.count + piece.element.count > limit { isTooLong = true }
                if isTooLong { rest = [] } else { rest += piece.element }
            }
            return lines
        }
    }
}
