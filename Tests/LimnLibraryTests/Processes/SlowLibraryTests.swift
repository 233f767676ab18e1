// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnLibrary
import GRDB
import SystemPackage
import Testing
import TestSupport

/// A database whose pages refer to one another so that a table seems to have 10^12 rows.
@Suite struct SlowLibraryTests {
    /// A page of a table's tree that refers 300 times to another page (sqlite.org/fileformat2.html, 1.6).
    private static func interiorPage(to child: UInt32) -> [UInt8] {
        func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        func big(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
        let (count, size) = (300, 4096)
        let start = size - 5 * count
        var page = [0x05, 0, 0] + big(count) + big(start) + [0] + big(child)
        for index in 0..<count { page += big(start + 5 * index) }
        page += [UInt8](repeating: 0, count: start - page.count)
        for _ in 0..<count { page += big(child) + [1] }
        return page
    }

    @Test func `A library that is made to be slow is given up`() throws {
        let folder = try TemporaryFolder()
        do { try Library(at: folder.library).importTemplate(sheet()) }
        let path = folder.path("library/library.sqlite")
        let queue = try DatabaseQueue(path: path)
        let root = try queue.writeWithoutTransaction { database in
            try database.checkpoint(.truncate)
            return try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'template'") ?? 0
        }
        try queue.close()
        for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.count.isMultiple(of: 4096) && root > 1)
        let leaf = Array(bytes[((root - 1) * 4096)..<(root * 4096)])
        // The leaf goes to the end, and above it pages that refer to one another.
        bytes += leaf
        for _ in 0..<4 { bytes += Self.interiorPage(to: UInt32(bytes.count / 4096)) }
        bytes.replaceSubrange(
            ((root - 1) * 4096)..<(root * 4096), with: Self.interiorPage(to: UInt32(bytes.count / 4096)))
        withUnsafeBytes(of: UInt32(bytes.count / 4096).bigEndian) { bytes.replaceSubrange(28..<32, with: $0) }
        try folder.write(bytes, "library/library.sqlite")
        let library = try Library(
            at: folder.library, creating: false, borrowing: nil, readingLimit: .milliseconds(500))
        let start = ContinuousClock.now
        let error = failure { _ = try library.templates() }
        #expect(error?.code == .refused && error?.description.contains("takes too long") == true, "\(error as Any)")
        #expect(start.duration(to: .now) < .seconds(120))
    }

    /// A leaf of a table with 1500 pointers to one cell, whose payload goes on for 2 MB at `next`.
    private static func leaf(chain length: Int, at next: UInt32) -> [UInt8] {
        // A payload that leaves 489 bytes in the page (sqlite.org/fileformat2.html, 1.6), its size in 21 bits.
        let size = 489 + 4092 * length
        let cell =
            [UInt8(0x80 | size >> 14), UInt8(0x80 | size >> 7 & 0x7f), UInt8(size & 0x7f), 1]
            + [UInt8](repeating: 0, count: 489) + withUnsafeBytes(of: next.bigEndian) { Array($0) }
        let (count, start) = (1500, 4096 - cell.count)
        var page = [0x0d, 0, 0, UInt8(count >> 8), UInt8(count & 255), UInt8(start >> 8), UInt8(start & 255), 0]
        for _ in 0..<count { page += [UInt8(start >> 8), UInt8(start & 255)] }
        return page + [UInt8](repeating: 0, count: start - page.count) + cell
    }

    @Test func `Salvaging gives up a library whose records share pages so that reading them would not end`() throws {
        let folder = try TemporaryFolder()
        do { try Library(at: folder.library).importTemplate(sheet()) }
        let path = folder.path("library/library.sqlite")
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try queue.close()
        for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let (first, length) = (bytes.count / 4096 + 1, 500)
        for index in 1...length {
            let next = UInt32(index == length ? 0 : first + index)
            bytes += withUnsafeBytes(of: next.bigEndian) { Array($0) } + [UInt8](repeating: 0, count: 4092)
        }
        for _ in 0..<20 { bytes += Self.leaf(chain: length, at: UInt32(first)) }
        try folder.write(bytes, "library/library.sqlite")
        let start = ContinuousClock.now
        let error = failure {
            _ = try Library.salvage(from: folder.library, into: FilePath(folder.path("salvaged")))
        }
        #expect(error?.code == .refused && error?.description.contains("takes too long") == true, "\(error as Any)")
        #expect(start.duration(to: .now) < .seconds(120))
        #expect(!FileManager.default.fileExists(atPath: folder.path("salvaged")))
    }
}
