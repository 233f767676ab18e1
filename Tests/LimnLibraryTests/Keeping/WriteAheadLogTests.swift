// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import SystemPackage
import Testing
import TestSupport

@testable import LimnLibrary

/// The write-ahead log as Limn reads it, compared with what SQLite makes of the same bytes.
@Suite struct WriteAheadLogTests {
    private static let headerSize = 32
    private static let frameSize = 24 + 4096

    /// A database with `user_version` 1, and its log with two frames of page 1 that set it to 2 and to 3.
    private func files() throws -> (database: [UInt8], log: [UInt8]) {
        let folder = try TemporaryFolder()
        let queue = try DatabaseQueue(path: folder.path("a.sqlite"))
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA page_size = 4096")
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA user_version = 1")
            _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            try database.execute(sql: "PRAGMA user_version = 2")
            try database.execute(sql: "PRAGMA user_version = 3")
        }
        let files = try ["a.sqlite", "a.sqlite-wal"].map {
            [UInt8](try #require(FileManager.default.contents(atPath: folder.path($0))))
        }
        return (files[0], files[1])
    }

    /// The versions that Limn and SQLite read from a database with a log.
    private func versions(_ database: [UInt8], _ log: [UInt8]) throws -> [Int?] {
        let folder = try TemporaryFolder()
        try folder.write(database, "a.sqlite")
        try folder.write(log, "a.sqlite-wal")
        let own = try DatabaseHeader(of: FilePath(folder.path("a.sqlite")))?.version
        let queue = try DatabaseQueue(path: folder.path("a.sqlite"))
        return [own, try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }]
    }

    @Test func `The last committed transaction of the log counts`() throws {
        let (database, log) = try files()
        #expect(log.count == Self.headerSize + 2 * Self.frameSize)
        #expect(try versions(database, log) == [3, 3])
        #expect(try versions(database, []) == [1, 1])
    }

    @Test(arguments: [
        // The version itself, and unrelated bytes of a page.
        (headerSize + frameSize + 24 + 63, 2), (headerSize + frameSize + 24 + 4000, 2),
        (headerSize + 24 + 63, 1), (headerSize + 24 + 4000, 1),
        // The page number, salts and checksums of frames.
        (headerSize + frameSize + 3, 2), (headerSize + frameSize + 8, 2), (headerSize + frameSize + 15, 2),
        (headerSize + frameSize + 16, 2), (headerSize + frameSize + 23, 2), (headerSize + 20, 1),
        // The magic number, a salt and the checksum of the log's header.
        (0, 1), (16, 1), (31, 1),
    ]) func `The log ends before the first damaged frame`(offset: Int, version: Int) throws {
        let (database, log) = try files()
        var damaged = log
        damaged[offset] ^= 0x40
        #expect(try versions(database, damaged) == [version, version])
    }

    @Test func `A frame that is cut off does not count`() throws {
        let (database, log) = try files()
        #expect(try versions(database, Array(log.dropLast())) == [2, 2])
        #expect(try versions(database, Array(log.prefix(Self.headerSize + 100))) == [1, 1])
    }

    @Test func `Checksums are summed in the byte order that the magic number selects`() {
        var little = WriteAheadLog.Checksum()
        var big = WriteAheadLog.Checksum()
        // s0 = 1, s1 = 2 + 1; then s0 = 1 + 3 + 3, s1 = 3 + 4 + 7.
        little.add([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0], isBigEndian: false)
        big.add([0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4], isBigEndian: true)
        for checksum in [little, big] {
            #expect(checksum.matches([0, 0, 0, 7, 0, 0, 0, 14], at: 0))
            #expect(!checksum.matches([0, 0, 0, 7, 0, 0, 0, 15], at: 0))
        }
    }
}
