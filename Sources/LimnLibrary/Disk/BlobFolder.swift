// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// A content-addressed store: each file is named by the hash of its content.
///
/// A process that adds a blob holds the lock shared from before the file exists until the row that refers to it is
/// committed. The garbage collector holds the lock exclusively. So it never sees a blob whose row is still to come.
struct BlobFolder: Sendable {
    let path: FilePath

    init(_ path: FilePath) { self.path = path }

    private var lock: FilePath { path.removingLastComponent().appending("blobs.lock") }

    func file(_ hash: String) -> FilePath { path.appending(hash) }

    /// Runs `body` while holding the lock shared, so that no blob is deleted.
    func withoutGarbageCollection<T>(_ body: () throws -> T) throws -> T { try FolderLock.shared(lock, body) }

    /// Writes blobs and syncs them with their names.
    ///
    /// Existing files are overwritten: they may be damaged, or left unsynced by a power loss.
    func publish(_ contents: [(hash: String, content: InputFile)]) throws(FileError) {
        let publisher = Publisher()
        // A batch waits for the disk only once; its size limits the number of open files.
        for start in stride(from: 0, to: contents.count, by: 64) {
            var staged: [StagedFile] = []
            for (hash, content) in contents[start..<min(start + 64, contents.count)] {
                let file = try publisher.stage(file(hash))
                do throws(FileError) { try content.copy(to: file.descriptor) } catch {
                    // An error of writing carries the input's path; report the blob's instead.
                    throw error.isReading ? error : FileError(writing: file.path, cause: error.cause ?? .ioError)
                }
                staged.append(file)
            }
            for case let error? in publisher.publish(staged) { throw error }
        }
    }

    /// Whether the stored blob of a hash equals some content byte for byte. A blob that cannot be read does not.
    ///
    /// - Throws: ``FileError`` if the content cannot be read.
    func contains(_ content: InputFile, as hash: String) throws(FileError) -> Bool {
        guard let stored = try? InputFile(file(hash)), stored.size == content.size else { return false }
        let chunkSize = 1 << 20
        for offset in stride(from: 0, to: content.size, by: chunkSize) {
            let range = offset..<min(offset + chunkSize, content.size)
            let expected = try content.bytes(in: range)
            guard let found = try? stored.bytes(in: range), found == expected else { return false }
        }
        return true
    }

    /// Opens a blob.
    ///
    /// - Throws: ``LibraryError``, `damaged` if it is missing.
    func open(_ hash: String) throws(LibraryError) -> InputFile {
        do throws(FileError) { return try InputFile(file(hash)) } catch {
            throw error.code == .notFound
                ? LibraryError(.damaged, "A PDF of the library is missing: \(file(hash).displayName). Import it again.")
                : LibraryError(error)
        }
    }

    /// Whether a blob exists, damaged or not.
    func exists(_ hash: String) -> Bool { FileIdentity(file(hash)) != nil }

    /// Whether a blob exists and its content has the right hash.
    func isSound(_ hash: String) -> Bool {
        guard let input = try? InputFile(file(hash)), let found = try? ContentHash(of: input) else { return false }
        return found.description == hash
    }

    /// The names of all files in the folder.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path.string).sorted() }

    /// Runs `body` while holding the lock exclusively; nil if another process is adding blobs.
    func ifFree<T>(_ body: () throws -> T) throws -> T? { try FolderLock.exclusiveIfFree(lock, body) }

    /// Whether a name is that of a blob or of a temporary file that a killed Limn left.
    static func isLimnFile(_ name: String) -> Bool {
        name.utf8.count == 32 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            || name.hasPrefix(".limn-") && name.hasSuffix(".part")
    }
}
