// SPDX-License-Identifier: GPL-3.0-or-later

internal import GRDB

/// Reads all records that are left in a damaged database.
struct DatabaseScan {
    private let pages: DatabasePages
    private let recognizer: RowRecognizer
    /// The pages that are in use, or were until they were damaged, and could not be read.
    private(set) var damagedPages: [Int] = []
    /// The number of records that were recognized.
    private(set) var rowCount = 0
    /// The number of overflow pages that may still be read.
    private var overflowBudget: Int

    init(_ pages: DatabasePages, _ recognizer: RowRecognizer) {
        (self.pages, self.recognizer) = (pages, recognizer)
        overflowBudget = Self.overflowReads * pages.count
    }

    /// The maximum average number of reads per overflow page. Each page belongs to one record and is read twice for it.
    /// Even with old versions of records, the average stays lower, unless hostile records share pages so that reading
    /// would never end.
    private static let overflowReads = 8

    /// Calls `body` for each record. If there are several versions of a row, the current one comes first.
    ///
    /// - Throws: the errors of `body`; `SQLITE_INTERRUPT`, like ``ReadingDeadline``, if reading takes too long.
    mutating func forEachRow(_ body: (FoundRow) throws -> Void) throws {
        var read: Set<Int> = []
        let order: [Int]
        // The roots of the tables for forms are not known beforehand, so rows of these tables may be on any page.
        var formPages: Set<Int> = []
        var stale: Set<Int> = []
        if let free = pages.freePages() {
            order = (1...pages.count).filter { !free.contains($0) }
            stale = free
        } else {
            // The list of free pages is damaged. Pages that can be reached from the roots are in use. If no tree is
            // damaged, all other pages are free; otherwise they may be children of a damaged page.
            let (reached, isWhole) = try reachedPages()
            let rest = isWhole ? [] : (1...pages.count).filter { !reached.contains($0) }
            if isWhole { formPages = Set(1...pages.count).subtracting(reached) }
            order = reached.sorted() + rest + formPages.sorted()
            if isWhole { stale = Set(1...pages.count).subtracting(reached) }
        }
        for number in order where !pages.isPointerMap(number) {
            guard let bytes = pages.page(number),
                let tree = TreePage(bytes, usableSize: pages.usableSize, isFirst: number == 1)
            else { continue }
            read.insert(number)
            for cell in tree.cells {
                var payload = Array(cell.local)
                if cell.overflow != 0 {
                    guard let rest = try overflow(of: cell, visit: { read.insert($0) }) else { continue }
                    payload += rest
                }
                guard let values = StoredRecord.values(payload),
                    let row = recognizer.recognize(values, rowid: cell.rowid)
                else { continue }
                if formPages.contains(number), !row.isOfForm { continue }
                rowCount += 1
                try body(row)
            }
        }
        // Page 1 is never free.
        stale.remove(1)
        damagedPages = (1...pages.count).filter {
            !read.contains($0) && !stale.contains($0) && !pages.isPointerMap($0)
        }
    }

    /// Returns the rest of a payload; nil if it is damaged.
    private mutating func overflow(of cell: TreePage.Cell, visit: (Int) -> Void) throws -> [UInt8]? {
        guard overflowBudget >= 0 else { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
        return pages.overflow(from: cell.overflow, size: cell.size - cell.local.count) { number in
            overflowBudget -= 1
            visit(number)
        }
    }

    /// Returns the pages that can be reached from the known roots, and whether none of the trees is damaged.
    private mutating func reachedPages() throws -> (pages: Set<Int>, isWhole: Bool) {
        guard let roots = pages.hasPointerMaps ? Self.rootsBesidePointerMaps : Self.roots else { return ([], false) }
        var (reached, isWhole) = (Set<Int>(), true)
        var pending = roots
        while let number = pending.popLast() {
            guard reached.insert(number).inserted else { continue }
            guard let bytes = pages.page(number),
                let tree = TreePage(bytes, usableSize: pages.usableSize, isFirst: number == 1)
            else {
                isWhole = false
                continue
            }
            pending += tree.children
            for cell in tree.cells where cell.overflow != 0 {
                if try overflow(of: cell, visit: { reached.insert($0) }) == nil { isWhole = false }
            }
        }
        return (reached, isWhole)
    }

    /// The roots of the tables and indices of the first version of the schema. Every library has them, and they never
    /// move.
    private static let roots = firstRoots(pointerMaps: false)
    private static let rootsBesidePointerMaps = firstRoots(pointerMaps: true)

    private static func firstRoots(pointerMaps: Bool) -> [Int]? {
        var configuration = Configuration()
        if pointerMaps { configuration.prepareDatabase { try $0.keepRoomSmall() } }
        guard let queue = try? DatabaseQueue(configuration: configuration),
            (try? Schema.migrator().migrate(queue, upTo: Schema.migrations[0].name)) != nil
        else { return nil }
        return try? queue.read { try Int.fetchAll($0, sql: "SELECT rootpage FROM sqlite_schema WHERE rootpage > 0") }
    }
}
