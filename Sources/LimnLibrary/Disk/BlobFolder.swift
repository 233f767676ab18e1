// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// Large contents as files, each named by the hash of its content.
///
/// Who adds a blob holds the lock together with others from before the file stands there until the row that names it is
/// committed; who collects holds it alone. So a collector sees either the row or no file.
struct BlobFolder: Sendable {
    let path: FilePath

    init(_ path: FilePath) { self.path = path }

    private var lock: FilePath { path.removingLastComponent().appending("blobs.lock") }

    func file(_ hash: String) -> FilePath { path.appending(hash) }

    /// Does something while no blob is collected.
    func withoutCollecting<T>(_ body: () throws -> T) throws -> T { try FolderLock.shared(lock, body) }

    /// Has blobs on the disk, files and names, when it returns.
    ///
    /// What stands there under a name is not trusted: it may be damaged, or be left by somebody who lost power before it was
    /// synced.
    func publish(_ contents: [(hash: String, content: InputFile)]) throws(FileError) {
        let publisher = Publisher()
        // Many at once wait for the disk once, but each is an open file.
        for start in stride(from: 0, to: contents.count, by: 64) {
            var pending: [StagedFile] = []
            for (hash, content) in contents[start..<min(start + 64, contents.count)] {
                let file = try publisher.stage(file(hash))
                do throws(FileError) { try content.copy(to: file.descriptor) } catch {
                    // It names the input, which is not what cannot be written.
                    throw error.isReading ? error : FileError(writing: file.path, cause: error.cause ?? .ioError)
                }
                pending.append(file)
            }
            for case let error? in publisher.publish(pending) { throw error }
        }
    }

    /// Whether the blob that stands under a hash is some content, byte for byte.
    func holds(_ content: InputFile, under hash: String) throws(FileError) -> Bool {
        guard let there = try? InputFile(file(hash)), there.size == content.size else { return false }
        let piece = 1 << 20
        for offset in stride(from: 0, to: content.size, by: piece) {
            let count = min(piece, content.size - offset)
            guard try there.piece(count, at: offset) == content.piece(count, at: offset) else { return false }
        }
        return true
    }

    /// Opens a blob.
    func open(_ hash: String) throws(LibraryError) -> InputFile {
        do throws(FileError) { return try InputFile(file(hash)) } catch {
            throw error.code == .notFound
                ? LibraryError(.damaged, "A PDF of the library is gone: \(file(hash).displayName). Import it again.")
                : LibraryError(error)
        }
    }

    /// Whether something stands under a hash.
    func exists(_ hash: String) -> Bool { FileIdentity(file(hash)) != nil }

    /// Whether a blob is there and has the content that it should.
    func isSound(_ hash: String) -> Bool {
        guard let input = try? InputFile(file(hash)), let found = try? ContentHash(of: input) else { return false }
        return found.description == hash
    }

    /// The names of all files in the folder.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path.string).sorted() }

    /// Removes files that nobody needs; where somebody is adding some, that is left to the next time.
    ///
    /// - Parameter used: reads the hashes that are in use.
    /// - Returns: the names of what was removed; nil when it was put off.
    @discardableResult
    func collect(_ used: () throws -> Set<String>) throws -> [String]? {
        try FolderLock.exclusiveIfFree(lock) {
            try unneeded(among: used()).filter { name in file(name).withPlatformString { unlink($0) } == 0 }
        }
    }

    /// The names of what ``collect(_:)`` would remove; nil where somebody is adding some.
    func unneeded(_ used: () throws -> Set<String>) throws -> [String]? {
        try FolderLock.exclusiveIfFree(lock) { try unneeded(among: used()) }
    }

    private func unneeded(among used: Set<String>) throws -> [String] {
        try names().filter { !used.contains($0) && Self.isOwn($0) }
    }

    /// Whether a file was made by Limn: a blob, or one that was being written by somebody who was killed.
    static func isOwn(_ name: String) -> Bool {
        name.utf8.count == 32 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            || name.hasPrefix(".limn-") && name.hasSuffix(".part")
    }
}

extension InputFile {
    /// Bytes from the middle of a file.
    func piece(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        guard let descriptor else { return Array(try bytes()[offset..<(offset + count)]) }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = try? bytes.withUnsafeMutableBytes {
                try descriptor.read(
                    fromAbsoluteOffset: Int64(offset + done), into: UnsafeMutableRawBufferPointer(rebasing: $0[done...])
                )
            }
            guard let got, got > 0 else { return [] }
            done += got
        }
        return bytes
    }
}
