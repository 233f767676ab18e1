// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import SystemPackage
import TestSupport
import Testing

@Suite struct SpareFileTests {
    private let folder: TemporaryFolder
    private let spare: SpareFile
    private var target: FilePath { FilePath(folder.path("list")) }

    init() throws {
        folder = try TemporaryFolder()
        spare = SpareFile(FilePath(folder.path("spare")))
    }

    private func bytes(_ name: String) throws -> [UInt8] { try InputFile(FilePath(folder.path(name))).bytes() }

    private func inode(_ name: String) throws -> UInt64 {
        var status = stat()
        try #require(stat(folder.path(name), &status) == 0)
        return UInt64(status.st_ino)
    }

    @Test func `Two files take turns, and neither becomes smaller`() throws {
        try folder.write(Array("old list of people\n".utf8), "list")
        spare.make(10_000)
        let inodes = [try inode("list"), try inode("spare")]
        #expect(try bytes("spare").count >= 10_000)
        #expect(try spare.replace(target, with: Array("new".utf8), padding: 10))
        #expect(try [inode("spare"), inode("list")] == inodes)
        #expect(try bytes("list").count >= 10_000 && bytes("list").allSatisfy { "new\n".utf8.contains($0) })
        #expect(try bytes("spare") == Array("old list of people\n".utf8))
        // The second file is small now, and holds what fits into its block.
        #expect(try spare.replace(target, with: Array("newer".utf8), padding: 10))
        #expect(try String(decoding: bytes("list"), as: UTF8.self) == "newer" + String(repeating: "\n", count: 14))
        #expect(try !spare.replace(target, with: [UInt8](repeating: 65, count: 100_000), padding: 10))
        #expect(try bytes("list").count == 19)
    }

    @Test func `A spare file that is missing, or that is a link, replaces nothing`() throws {
        try folder.write([1], "list")
        #expect(try !spare.replace(target, with: [2], padding: 10))
        try folder.write([UInt8](repeating: 3, count: 100), "other")
        try FileManager.default.createSymbolicLink(atPath: folder.path("spare"), withDestinationPath: "other")
        #expect(try !spare.replace(target, with: [2], padding: 10))
        #expect(try bytes("list") == [1])
    }
}
