// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import SystemPackage

/// A content-addressed store: each file is named by the hash of its content.
///
/// A process that adds a blob holds a shared lock from before the file is created until the row that refers to it is
/// committed. The garbage collector holds the lock exclusively, so it never sees a blob whose row is not committed yet.
///
/// Hashes are passed as they are in the database. A hash that is not a ``BlobName`` never becomes a path.
struct BlobFolder: Sendable {
    let path: FilePath
    private let lock: FilePath
    /// Whether the folder belongs to a backup, which must not be changed.
    let isBorrowed: Bool
    /// The names of files whose name differs from the hash in the database, by that hash.
    var aliases: [String: String] = [:]

    init(_ path: FilePath) {
        self.path = path
        lock = path.removingLastComponent().appending("blobs.lock")
        isBorrowed = false
    }

    /// Makes a folder for reading the blobs of a backup.
    ///
    /// - Parameter folder: the folder for the lock file.
    init(borrowing path: FilePath, lockingIn folder: FilePath) {
        self.path = path
        lock = folder.appending("blobs.lock")
        isBorrowed = true
    }

    /// Returns the path of the blob with a hash.
    ///
    /// - Throws: ``LibraryError`` with `damaged` for anything but a hash.
    func file(_ hash: String) throws(LibraryError) -> FilePath {
        guard let name = BlobName(aliases[hash] ?? hash) else {
            throw LibraryError(
                .damaged, "The library is damaged: a PDF in it has the name “\(FilePath(hash.shortened).displayName)”.")
        }
        return path.appending("\(name)")
    }

    /// Runs `body` while holding the shared lock, so that no blob is deleted.
    func withoutGarbageCollection<T>(_ body: () throws -> T) throws -> T { try FolderLock.shared(lock, body) }

    /// Writes blobs, and syncs both their contents and their names.
    ///
    /// Existing files are overwritten: they may be damaged, or left unsynced by a power loss.
    func publish(_ contents: [(hash: String, content: InputFile)]) throws {
        let publisher = Publisher(isPrivate: true)
        // Each batch waits for the disk only once. The size of a batch limits the number of open files.
        for start in stride(from: 0, to: contents.count, by: 64) {
            var staged: [StagedFile] = []
            for (hash, content) in contents[start..<min(start + 64, contents.count)] {
                let target = try self.file(hash)
                // A link in its place would be followed, and the target of the link would be replaced.
                if let kind = FileKind(target), kind == .link || kind == .special {
                    _ = target.withPlatformString { unlink($0) }
                }
                let file = try publisher.stage(target)
                do throws(FileError) { try content.copy(to: file.descriptor) } catch {
                    // A write error has the path of the input; report the path of the blob instead.
                    throw error.isReading ? error : FileError(writing: file.path, cause: error.cause ?? .ioError)
                }
                staged.append(file)
            }
            for case let error? in publisher.publish(staged) { throw error }
        }
    }

    /// Returns whether the blob with a hash equals some content byte for byte. An unreadable blob does not.
    ///
    /// - Throws: ``FileError`` if the content cannot be read.
    func contains(_ content: InputFile, as hash: String) throws(FileError) -> Bool {
        guard let stored = try? InputFile(regularFile: file(hash)), stored.size == content.size else { return false }
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
    /// - Throws: ``LibraryError``, `damaged` if it is missing or not a file.
    func open(_ hash: String) throws(LibraryError) -> InputFile {
        let path = try file(hash)
        do throws(FileError) { return try InputFile(regularFile: path) } catch {
            switch error.code {
            case .notFound:
                throw LibraryError(
                    .damaged, "A PDF of the library is missing: \(path.displayName). Import it again.")
            case .notRegular, .isFolder:
                throw LibraryError(.damaged, "A PDF of the library is damaged. \(error.description)")
            default: throw LibraryError(error)
            }
        }
    }

    /// Returns whether a blob exists, damaged or not.
    func exists(_ hash: String) -> Bool { (try? file(hash)).flatMap { FileKind($0) } == .regular }

    /// Returns whether a blob exists and its content has the right hash.
    func isSound(_ hash: String) -> Bool {
        guard let path = try? file(hash), let input = try? InputFile(regularFile: path) else { return false }
        return (try? BlobName(aliases[hash] ?? hash)?.fits(input)) ?? false
    }

    /// Returns the names of all files in the folder.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path.string).sorted() }

    /// Runs `body` while holding the lock exclusively; nil if another process is adding blobs.
    func ifFree<T>(_ body: () throws -> T) throws -> T? { try FolderLock.exclusiveIfFree(lock, body) }

    /// Returns whether a name is that of a blob or of a temporary file left by a killed process.
    static func isLimnFile(_ name: String) -> Bool {
        BlobName(name) != nil || name.hasPrefix(".limn-") && name.hasSuffix(".part") && !name.contains("/")
    }
}

extension String {
    /// An untrusted text, shortened for a message.
    var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
