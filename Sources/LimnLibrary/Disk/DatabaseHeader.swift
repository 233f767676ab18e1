// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// What the first bytes of an SQLite database say, read without SQLite, which would write beside it.
///
/// The source is sqlite.org/fileformat2.html. A first page that waits in the write-ahead log counts, not the one in the file.
struct DatabaseHeader {
    /// `PRAGMA user_version`: the schema.
    let version: Int
    /// `PRAGMA application_id`: whose database it is.
    let applicationID: Int

    private static let size = 100

    /// - Returns: nil for an empty file.
    /// - Throws: ``LibraryError`` with `notLibrary` when this is no database.
    init?(of path: FilePath) throws(LibraryError) {
        var head: [UInt8]
        do throws(FileError) {
            head = try InputFile(path).head(Self.size)
            if let newer = try Self.loggedPage(of: path) { head = newer }
        } catch { throw LibraryError(error) }
        if head.isEmpty { return nil }
        guard head.count == Self.size, head.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw LibraryError(
                .notLibrary, "\(path.displayName) is no database: it is damaged, or something else has its name.")
        }
        version = Self.word(head, 60)
        applicationID = Self.word(head, 68)
    }

    /// The head of the first page as the last complete transaction in the log left it.
    private static func loggedPage(of path: FilePath) throws(FileError) -> [UInt8]? {
        guard let name = path.lastComponent?.string else { return nil }
        let log: InputFile
        do throws(FileError) { log = try InputFile(path.removingLastComponent().appending(name + "-wal")) } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        guard let descriptor = log.descriptor else { return nil }
        func read(_ count: Int, at offset: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            let got = try? bytes.withUnsafeMutableBytes {
                try descriptor.read(fromAbsoluteOffset: Int64(offset), into: $0)
            }
            return got == count ? bytes : nil
        }
        guard let header = read(32, at: 0), word(header, 0) & ~1 == 0x377f_0682 else { return nil }
        let pageSize = word(header, 8)
        guard (512...65536).contains(pageSize) else { return nil }
        var (page, committed): ([UInt8]?, [UInt8]?) = (nil, nil)
        var offset = 32
        // Frames of an older round have other salts.
        while let frame = read(24, at: offset), frame[8..<16] == header[16..<24] {
            if word(frame, 0) == 1 { page = read(size, at: offset + 24) }
            if word(frame, 4) != 0 { committed = page }
            offset += 24 + pageSize
        }
        return committed
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> Int {
        bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
