// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// The write-ahead log of an SQLite database, read without SQLite (sqlite.org/fileformat2.html, 4).
///
/// A frame counts only if its salts and its checksum match, and if a commit frame follows. The log ends at the first
/// frame that does not match.
struct WriteAheadLog {
    static let headerSize = 32
    private static let frameHeaderSize = 24

    private let file: InputFile
    private let pageSize: Int
    private let salts: ArraySlice<UInt8>
    private let isBigEndian: Bool
    /// The checksum of the log's header, from which the checksum of the first frame continues.
    private let initialChecksum: Checksum

    /// Returns the start of page 1 after the log's last transaction; nil if the log does not change the header.
    ///
    /// Checksums are verified only if the log would change the header, because this requires reading the whole log.
    ///
    /// - Parameters:
    ///   - path: the database.
    ///   - stored: the first bytes of the database file.
    /// - Throws: ``FileError`` if the log exists but cannot be read.
    static func header(ofDatabase path: FilePath, inFile stored: [UInt8]) throws(FileError) -> [UInt8]? {
        guard let log = try WriteAheadLog(ofDatabase: path) else { return nil }
        let known = DatabaseHeader(stored)
        var isNew = false
        log.forEachFrame(verifying: false) { page, _, offset in
            if page == 1, known == nil || DatabaseHeader(log.start(at: offset)) != known { isNew = true }
        }
        guard isNew else { return nil }
        var (latest, committed): ([UInt8]?, [UInt8]?) = (nil, nil)
        log.forEachFrame(verifying: true) { page, frameSize, offset in
            if page == 1 { latest = log.start(at: offset) }
            if frameSize > 0 { committed = latest }
        }
        return committed
    }

    /// The pages of the committed transactions of a log.
    struct Pages {
        /// The log.
        let file: InputFile
        /// The size of a page in bytes.
        let pageSize: Int
        /// The offset of the last version of each page.
        var offsets: [Int: Int] = [:]
        /// The number of pages of the database after the last transaction.
        var count = 0
    }

    /// Returns the pages in the log of a database; nil if there is no valid log.
    static func pages(ofDatabase path: FilePath) throws(FileError) -> Pages? {
        guard let log = try WriteAheadLog(ofDatabase: path) else { return nil }
        var pages = Pages(file: log.file, pageSize: log.pageSize)
        var pending: [Int: Int] = [:]
        log.forEachFrame(verifying: true) { page, size, offset in
            pending[page] = offset
            guard size > 0 else { return }
            pages.offsets.merge(pending) { $1 }
            pages.count = size
            pending = [:]
        }
        return pages
    }

    /// Returns the first bytes of the page at an offset.
    private func start(at offset: Int) -> [UInt8] {
        (try? file.bytes(in: offset..<(offset + DatabaseHeader.size))) ?? []
    }

    /// Opens the log of a database; nil if there is none or if its header is not valid.
    private init?(ofDatabase path: FilePath) throws(FileError) {
        guard let name = path.lastComponent?.string else { return nil }
        do throws(FileError) {
            file = try InputFile(regularFile: path.removingLastComponent().appending(name + "-wal"))
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        guard file.descriptor != nil, file.size >= Self.headerSize,
            let header = try? file.bytes(in: 0..<Self.headerSize), header.bigEndianWord(at: 0) & ~1 == 0x377f_0682
        else { return nil }
        isBigEndian = header[3] & 1 == 1
        pageSize = Int(header.bigEndianWord(at: 8))
        salts = header[16..<24]
        var checksum = Checksum()
        checksum.add(header[..<24], isBigEndian: isBigEndian)
        guard (512...65536).contains(pageSize), pageSize.nonzeroBitCount == 1, checksum.matches(header, at: 24) else {
            return nil
        }
        initialChecksum = checksum
    }

    /// Calls `body` for each frame with its page number, the number of pages of the database if it commits a
    /// transaction and 0 otherwise, and the offset of its page in the log.
    ///
    /// - Parameter verifying: whether checksums are verified; otherwise only the salts are compared.
    private func forEachFrame(verifying: Bool, _ body: (_ page: Int, _ size: Int, _ offset: Int) -> Void) {
        var checksum = initialChecksum
        var offset = Self.headerSize
        while offset + Self.frameHeaderSize + pageSize <= file.size {
            let pageOffset = offset + Self.frameHeaderSize
            // Frames from before the log was last restarted have other salts.
            guard let frame = try? file.bytes(in: offset..<pageOffset), frame[8..<16] == salts else { return }
            if verifying {
                guard let page = try? file.bytes(in: pageOffset..<(pageOffset + pageSize)) else { return }
                checksum.add(frame[..<8], isBigEndian: isBigEndian)
                checksum.add(page[...], isBigEndian: isBigEndian)
                guard checksum.matches(frame, at: 16) else { return }
            }
            body(Int(frame.bigEndianWord(at: 0)), Int(frame.bigEndianWord(at: 4)), pageOffset)
            offset = pageOffset + pageSize
        }
    }
}

extension WriteAheadLog {
    /// The cumulative checksum of a log (sqlite.org/fileformat2.html, 4.2).
    struct Checksum {
        private var s0: UInt32 = 0
        private var s1: UInt32 = 0

        /// Adds bytes, whose number must be a multiple of 8.
        ///
        /// - Parameter isBigEndian: whether the 32-bit words are read in big-endian order; the magic number of the log
        ///   determines this.
        mutating func add(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
            bytes.withUnsafeBytes { bytes in
                var offset = 0
                while offset + 8 <= bytes.count {
                    var first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                    var second = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                    first = isBigEndian ? UInt32(bigEndian: first) : UInt32(littleEndian: first)
                    second = isBigEndian ? UInt32(bigEndian: second) : UInt32(littleEndian: second)
                    s0 &+= first &+ s1
                    s1 &+= second &+ s0
                    offset += 8
                }
            }
        }

        /// Returns whether the eight bytes at an offset are this checksum. It is always stored in big-endian order.
        func matches(_ bytes: [UInt8], at offset: Int) -> Bool {
            bytes.bigEndianWord(at: offset) == s0 && bytes.bigEndianWord(at: offset + 4) == s1
        }
    }
}
