// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import SystemPackage

/// The pages of a database, read from its file and its log without SQLite, which stops at damaged pages.
///
/// Every number in a page is checked before it is used, because a damaged page may contain any bytes.
struct DatabasePages {
    /// The size of a page in bytes.
    let pageSize: Int
    /// The number of pages.
    let count: Int
    /// The number of bytes of a page that are used for data.
    let usableSize: Int
    /// Whether page 1 begins with a database header.
    let hasHeader: Bool
    /// Whether the database has pointer-map pages, which let it shrink. They record the references to other pages.
    private(set) var hasPointerMaps = false
    private let file: InputFile?
    private let log: WriteAheadLog.Pages?

    /// Opens a database; nil if neither the file nor the log contains a page.
    ///
    /// - Parameter path: the database. Other programs may change only its log in the meantime.
    /// - Throws: ``FileError`` if a file exists but cannot be read.
    init?(_ path: FilePath) throws(FileError) {
        do throws(FileError) { file = try InputFile(regularFile: path) } catch {
            guard error.code == .notFound else { throw error }
            file = nil
        }
        log = try WriteAheadLog.pages(ofDatabase: path)
        var header = try file?.head(DatabaseHeader.size) ?? []
        if let log, let offset = log.offsets[1], let first = try? log.file.bytes(in: offset..<(offset + 100)) {
            header = first
        }
        hasHeader = DatabaseHeader(header) != nil
        var size = log?.pageSize ?? 4096
        var reserved = 0
        if hasHeader {
            let stored = Int(header[16]) << 8 | Int(header[17])
            let named = stored == 1 ? 65536 : stored
            if (512...65536).contains(named), named.nonzeroBitCount == 1 { size = named }
            reserved = Int(header[20])
        }
        pageSize = size
        usableSize = size - reserved >= 480 ? size - reserved : size
        // A file may be truncated; missing pages count as damaged.
        let inFile = ((file?.size ?? 0) + size - 1) / size
        count = max(inFile, log?.offsets.keys.max() ?? 0)
        guard count > 0 else { return nil }
        // This field is 0 in a database without pointer maps. If the header is damaged, page 2 decides: the page after
        // a pointer map is the root of a table.
        hasPointerMaps = hasHeader ? header.bigEndianWord(at: 52) != 0 : page(2)?.first == 1
    }

    /// Returns whether a page is a pointer map (sqlite.org/fileformat2.html, 1.8).
    func isPointerMap(_ number: Int) -> Bool {
        hasPointerMaps && number >= 2 && (number - 2).isMultiple(of: usableSize / 5 + 1)
    }

    /// Returns the bytes of a page; nil if it cannot be read. Pages are numbered from 1. Bytes beyond the end of a
    /// truncated file are zero.
    func page(_ number: Int) -> [UInt8]? {
        guard (1...count).contains(number) else { return nil }
        if let log, let offset = log.offsets[number] { return try? log.file.bytes(in: offset..<(offset + pageSize)) }
        guard let file else { return nil }
        let start = (number - 1) * pageSize
        guard start < file.size else { return nil }
        guard var bytes = try? file.bytes(in: start..<min(start + pageSize, file.size)) else { return nil }
        if bytes.count < pageSize { bytes += [UInt8](repeating: 0, count: pageSize - bytes.count) }
        return bytes
    }

    /// Returns the free pages, whose content is stale; nil if the list of free pages is damaged.
    func freePages() -> Set<Int>? {
        guard hasHeader, let first = page(1) else { return nil }
        var free: Set<Int> = []
        let expected = Int(first.bigEndianWord(at: 36))
        var trunk = Int(first.bigEndianWord(at: 32))
        while trunk != 0 {
            guard free.insert(trunk).inserted, trunk > 1, let bytes = page(trunk) else { return nil }
            let leaves = Int(bytes.bigEndianWord(at: 4))
            guard leaves <= usableSize / 4 - 2 else { return nil }
            for index in 0..<leaves {
                let leaf = Int(bytes.bigEndianWord(at: 8 + 4 * index))
                guard (2...max(count, 2)).contains(leaf), free.insert(leaf).inserted else { return nil }
            }
            trunk = Int(bytes.bigEndianWord(at: 0))
        }
        return free.count == expected ? free : nil
    }

    /// Returns the rest of a payload in overflow pages; nil if the chain is damaged.
    ///
    /// - Parameter visit: called with the number of each page.
    func overflow(from first: Int, size: Int, visit: (Int) -> Void) -> [UInt8]? {
        var bytes: [UInt8] = []
        // A damaged size must not cause a large allocation.
        guard size <= count * pageSize else { return nil }
        bytes.reserveCapacity(size)
        var (number, seen) = (first, Set<Int>())
        while bytes.count < size {
            guard number > 1, seen.insert(number).inserted, let page = page(number) else { return nil }
            visit(number)
            bytes += page[4..<min(usableSize, 4 + size - bytes.count)]
            number = Int(page.bigEndianWord(at: 0))
        }
        // The last page of a chain has no next page. A longer chain belongs to a different payload.
        return number == 0 ? bytes : nil
    }
}
