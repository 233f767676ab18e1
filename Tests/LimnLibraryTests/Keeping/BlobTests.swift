// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

@Suite struct BlobTests {
    private func blobs(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("library/blobs")).sorted()
    }

    @Test func `Equal PDFs are stored once, and deleted when their template leaves the trash for good`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let one = try library.importTemplate(sheet("One", content: "same")).template
        try library.importTemplate(sheet("Two", content: "same"))
        let other = try library.importTemplate(sheet("Other")).template
        #expect(try blobs(folder) == [one.contentHash, other.contentHash].sorted())
        try library.removeTemplate(one.id, keepingCharacters: false)
        #expect(try library.collectBlobs() == 0)
        #expect(try blobs(folder).count == 2)
        try library.emptyTrash()
        #expect(try blobs(folder) == [other.contentHash])
        #expect(try library.content(of: other.id).bytes() == Array("%PDF Other".utf8))
    }

    @Test func `Temporary files of killed processes are deleted, and other files are set aside or left alone`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let used = try library.importTemplate(sheet()).template.contentHash
        let left = ContentHash([1, 2, 3]).description
        for name in [left, ".limn-12-3.part", "notes.txt"] { try folder.write([1, 2, 3], "library/blobs/\(name)") }
        let check = try library.check()
        #expect(check.isClean)
        #expect(check.diagnostics.contains("One file that no template needs: left by a program that ended early."))
        #expect(check.diagnostics.contains("One file that no template refers to; a repair sets it aside."))
        #expect(try library.collectBlobs() == 1)
        #expect(try blobs(folder) == [left, used, "notes.txt"].sorted())
        let aside = folder.path("library/set-aside")
        #expect(
            try library.check(repairing: true).diagnostics
                .contains("One file that no template refers to: kept in \(aside)."))
        #expect(try blobs(folder) == [used, "notes.txt"].sorted())
        #expect(FileManager.default.contents(atPath: "\(aside)/\(left).pdf") == Data([1, 2, 3]))
        // A second one of the same name replaces nothing.
        try folder.write([4], "library/blobs/\(left)")
        _ = try library.check(repairing: true)
        #expect(FileManager.default.contents(atPath: "\(aside)/\(left).pdf") == Data([1, 2, 3]))
        #expect(FileManager.default.contents(atPath: "\(aside)/\(left)-2.pdf") == Data([4]))
    }

    @Test func `Importing a PDF again repairs a damaged or missing blob`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet()).template
        let path = folder.path("library/blobs/\(template.contentHash)")
        try folder.write([0], "library/blobs/\(template.contentHash)")
        #expect(try library.check().problems.map(\.kind) == [.blob])
        #expect(try library.importTemplate(sheet()).alreadyExisted)
        #expect(try library.check().isClean)
        try FileManager.default.removeItem(atPath: path)
        #expect(failure { _ = try library.content(of: template.id) }?.code == .damaged)
        #expect(try library.check().problems[0].description.contains("is missing; importing the same file again"))
        try library.importTemplate(sheet())
        #expect(try library.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
    }

    @Test func `Garbage collection never deletes blobs of concurrent imports`() async throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    let own = try Library(at: folder.library)
                    for round in 0..<12 {
                        let template = try own.importTemplate(sheet("\(task) \(round % 3)", content: "\(round % 3)"))
                            .template
                        // Another task may have removed the template since, but never the file alone.
                        let error = failure { _ = try own.content(of: template.id).bytes() }
                        #expect(error == nil || error?.code == .notFound || error?.code == .damaged)
                        if round % 4 == 3 {
                            _ = try? own.removeTemplate(template.id, keepingCharacters: false)
                            _ = try? own.emptyTrash()
                        }
                    }
                }
            }
            group.addTask { for _ in 0..<200 { try library.collectBlobs() } }
            try await group.waitForAll()
        }
        #expect(try library.check().isClean)
        for template in try library.templates() { _ = try library.content(of: template.id).bytes() }
    }
}
