// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// The header of an SQLite database (sqlite.org/fileformat2.html, 1.3), with the changes in the write-ahead log.
///
/// It is read without SQLite, which would write files next to the database.
struct DatabaseHeader: Equatable {
    /// `PRAGMA user_version`: the version of the schema.
    let version: Int
    /// `PRAGMA application_id`: the program to which the database belongs.
    let applicationID: Int

    /// The size of the header in bytes.
    static let size = 100

    /// Reads the header of a database file; nil if the file and its log are empty.
    ///
    /// - Throws: ``LibraryError`` with `notLibrary` if the file is not a database.
    init?(of path: FilePath) throws(LibraryError) {
        let bytes: [UInt8]
        do throws(FileError) {
            let file = try InputFile(regularFile: path).head(Self.size)
            bytes = try WriteAheadLog.header(ofDatabase: path, inFile: file) ?? file
        } catch { throw LibraryError(error) }
        if bytes.isEmpty { return nil }
        guard let header = DatabaseHeader(bytes) else {
            throw LibraryError(
                .notLibrary, "\(path.displayName) is not a database: it is damaged, or another file has its name.")
        }
        self = header
    }

    /// Parses the first bytes of page 1; nil if they are not a database header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.size, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
        version = Int(bytes.bigEndianWord(at: 60))
        applicationID = Int(bytes.bigEndianWord(at: 68))
    }
}

extension [UInt8] {
    /// The big-endian 32-bit number at an offset.
    func bigEndianWord(at offset: Int) -> UInt32 {
        self[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
