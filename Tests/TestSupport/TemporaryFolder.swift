// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// A folder of its own for one test; it goes when the value goes.
public final class TemporaryFolder: Sendable {
    /// Where the folder is.
    public let url: URL

    /// Makes an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("limn-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A path in the folder.
    public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file into the folder and gives its path.
    @discardableResult public func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
        try Data(bytes).write(to: url.appendingPathComponent(name))
        return path(name)
    }

    /// Writes a program into the folder and gives its path.
    ///
    /// Another process writes it. If this one did, a process that another test starts at that moment would hold the
    /// file open for writing, and the kernel would refuse to run it (ETXTBSY).
    public func writeProgram(_ text: String, _ name: String) throws -> String {
        let written = try write(text.utf8, "\(name).text")
        let program = path(name)
        let copied = try run("/usr/bin/install", "-m", "700", written, program)
        guard copied.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        return program
    }

    /// The names in the folder, sorted.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
