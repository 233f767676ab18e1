// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import SystemPackage
import TestSupport

/// A folder with files in which commands are typed; each gives its whole transcript.
///
/// A transcript has a line `1> …` for each line of standard output, `2> …` for each of standard error, and last the exit
/// code with what changed in the folder: `+new`, `~changed`, `-gone`. The folder's own path reads FOLDER, and sizes of
/// written files, which differ between versions of libraries, read N.
final class Shell {
    let folder: TemporaryFolder

    /// Makes a folder with these files; names with a slash make folders.
    init(_ files: KeyValuePairs<String, [UInt8]> = [:]) throws {
        folder = try TemporaryFolder()
        for (name, bytes) in files { try write(name, bytes) }
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let url = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.url.appendingPathComponent(name)))
    }

    func delete(_ name: String) throws {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    }

    /// Runs `limn` with arguments that are parted by single spaces.
    func limn(_ arguments: String, input: [UInt8] = []) throws -> String {
        try limn(arguments.isEmpty ? [] : arguments.split(separator: " ").map { Array($0.utf8) }, input: input)
    }

    /// Runs `limn` with arguments of any bytes.
    func limn(_ arguments: [[UInt8]], input: [UInt8] = []) throws -> String {
        try transcript { try TestSupport.run(Executable.path, arguments, input: input, directory: folder.url) }
    }

    /// Shell that writes dots to standard output until nobody is at the other end of the pipe any more.
    static let untilNobodyReads = "(trap '' PIPE; while printf .; do sleep 0.01; done) 2>/dev/null"

    /// Runs a line of shell; `limn` is the program under test.
    func sh(_ line: String, input: [UInt8] = []) throws -> String {
        try transcript {
            let script = "limn() { \(Executable.path) \"$@\"; }\n\(line)"
            return try TestSupport.run("bash", "-c", script, input: input, directory: folder.url)
        }
    }

    /// Runs `limn` and gives the objects that it prints, without a look at anything else.
    func json(_ arguments: String) throws -> [[String: Any]] {
        let done = try TestSupport.run(
            Executable.path, arguments.split(separator: " ").map { Array($0.utf8) }, directory: folder.url)
        return try done.text.split(separator: "\n").map { line in
            guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            return object
        }
    }

    private func transcript(_ body: () throws -> Finished) throws -> String {
        let before = contents()
        let done = try body()
        let after = contents()
        var changes: [String] = []
        for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
            changes.append((before[name] == nil ? "+" : after[name] == nil ? "-" : "~") + name)
        }
        let isText = String(validating: done.stdout, as: UTF8.self) != nil
        let output = isText ? lines(done.text, "1> ") : ["1> (\(Self.kind(of: done.stdout)))"]
        return (output + lines(done.stderr, "2> ") + [(["[\(done.status)]"] + changes).joined(separator: " ")])
            .joined(separator: "\n")
    }

    private func lines(_ text: String, _ mark: String) -> [String] {
        guard !text.isEmpty else { return [] }
        let shown = text.replacingOccurrences(of: folder.url.path, with: "FOLDER")
            .replacing(/\d+ bytes$/.anchorsMatchLineEndings()) { _ in "N bytes" }
        let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map { mark + $0 }
        return shown.hasSuffix("\n") ? Array(lines.dropLast()) : lines + ["(no line end)"]
    }

    private static func kind(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "a PNG" }
        return "binary data"
    }

    /// Every file and folder at any depth: a file by a hash, a link by its target. What a program that was killed still
    /// deletes may be missing.
    ///
    /// Bytes of names that are not UTF-8 or not printable become `\xNN`. Programs such as find would take longer than most
    /// commands.
    private func contents() -> [String: String] {
        var contents: [String: String] = [:]
        var folders = [(path: FilePath(folder.url.path), name: "")]
        while let (path, name) = folders.popLast() {
            for component in Self.names(in: path) {
                let (path, name) = (path.appending(component), name + Self.shown(Self.bytes(component)))
                var status = stat()
                guard path.withPlatformString({ lstat($0, &status) }) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFREG: contents[name] = Self.hash(path)
                case S_IFDIR:
                    contents[name + "/"] = "folder"
                    folders.append((path, name + "/"))
                case S_IFLNK: contents[name] = Self.target(path)
                default: break
                }
            }
        }
        return contents
    }

    private static func bytes(_ name: FilePath.Component) -> [UInt8] {
        name.withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }

    private static func names(in folder: FilePath) -> [FilePath.Component] {
        guard let opened = folder.withPlatformString({ opendir($0) }) else { return [] }
        defer { closedir(opened) }
        var names: [FilePath.Component] = []
        while let entry = readdir(opened) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath.Component(platformString: $0) }
            }
            if let name, name.kind == .regular { names.append(name) }
        }
        return names
    }

    /// A hash of a file; nil for one that is gone.
    private static func hash(_ path: FilePath) -> String? {
        do {
            let file = try FileDescriptor.open(path, .readOnly)
            return try file.closeAfter {
                var hasher = Hasher()
                var buffer = [UInt8](repeating: 0, count: 1 << 18)
                while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
                    buffer.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                }
                return String(hasher.finalize())
            }
        } catch {
            return error as? Errno == .noSuchFileOrDirectory ? nil : "unreadable"
        }
    }

    /// The target of a link; nil for one that is gone.
    private static func target(_ link: FilePath) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            let target = bytes.assumingMemoryBound(to: CChar.self)
            return link.withPlatformString { readlink($0, target.baseAddress!, target.count) }
        }
        return count < 0 ? nil : shown(buffer[..<count])
    }

    private static func shown(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            if (33..<127).contains(byte) || byte == 32 {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + String(format: "%02X", byte)
            }
        }
        return text
    }
}
