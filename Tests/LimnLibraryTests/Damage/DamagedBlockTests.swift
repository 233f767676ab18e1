// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// Damages a small library: every block of 4 KiB and every PDF with `LIMN_LIBRARY_FAULTS`, otherwise a sample of blocks.
@Suite(.serialized) struct DamagedBlockTests {
    static let library = Result { try DamagedLibrary() }

    /// What a block becomes.
    enum Damage: CaseIterable {
        case zeros, noise

        func bytes(_ block: Int) -> [UInt8] {
            guard self == .noise else { return [UInt8](repeating: 0, count: DamagedLibrary.blockSize) }
            var generator = SeededGenerator(seed: UInt64(block))
            return (0..<DamagedLibrary.blockSize).map { _ in .random(in: 0...255, using: &generator) }
        }
    }

    @Test func `The library of these tests is sound, and has free pages`() throws {
        let sample = try Self.library.get()
        let folder = try TemporaryFolder()
        try sample.copy(to: folder)
        let library = try Library(at: folder.library)
        #expect(try library.check().isClean)
        #expect(try sample.missing(in: library, block: nil) == [])
        #expect(!library.isDamaged)
        // The number of free pages, in the header.
        #expect(sample.database[36..<40].reduce(0) { $0 << 8 | Int($1) } > 0)
        #expect(sample.blockCount > 40)
    }

    @Test(arguments: Damage.allCases)
    func `Everything outside a damaged block is listed, read, backed up, restored and salvaged`(damage: Damage) throws {
        let sample = try Self.library.get()
        let chosen = Set([0, 1] + Thoroughness.sample(0...(sample.blockCount - 1), 12, seed: 11))
        defer { printFigure("a block of 4 KiB of the database becomes \(damage)", chosen.count) }
        for block in chosen.sorted() {
            let folder = try TemporaryFolder()
            try sample.damaged(block, with: damage.bytes(block), in: folder)
            func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }
            func expectWhole(_ folder: FilePath, _ what: Comment) throws {
                let library = try Library(at: folder, creating: false)
                let missing = try sample.missing(in: library, block: block)
                #expect(missing == [], "block \(block), \(what): \(missing)")
            }
            do {
                try expectWhole(folder.library, "as it is")
                let library = try Library(at: folder.library, creating: false)
                let check = try library.check()
                let copy = try library.backup(to: path("backup"))
                // A backup says so if it is not complete. The search index holds nothing of its own.
                let isComplete = check.problems.allSatisfy { $0.kind == .search }
                #expect(isComplete == copy.warnings.isEmpty, "block \(block): \(check) \(copy)")
                try expectWhole(path("backup"), "backup")
                let restored = try Library.restore(from: path("backup"), to: path("restored"))
                try expectWhole(path("restored"), "restored")
                _ = try Library.restore(from: folder.library, to: path("raw"))
                try expectWhole(path("raw"), "restored from the damaged one")
                let salvaged = try Library.salvage(from: folder.library, into: path("salvaged"))
                try expectWhole(path("salvaged"), "salvaged")
                // Ink whose snapshot is damaged comes whole from its journal; nothing is lost then.
                #expect(
                    check.isClean || !salvaged.warnings.isEmpty
                        || check.problems.allSatisfy { [.database, .ink, .search].contains($0.kind) },
                    "block \(block): \(check.problems)")
                let after = try Library(at: path("salvaged"), creating: false).check()
                #expect(after.problems.allSatisfy { $0.kind == .template }, "block \(block): \(after)")
                // The damaged library can be replaced, and is kept as it is.
                let sound = try Library.restore(from: sample.backup, to: folder.library)
                let healed = try Library(at: folder.library, creating: false)
                #expect(try sample.missing(in: healed, block: nil) == [], "block \(block): \(sound)")
                #expect(try healed.check().isClean, "block \(block)")
                try expectWhole(try #require(sound.replaced), "replaced")
                #expect(try !Library(at: path("restored")).isDamaged, "block \(block): \(restored)")
            } catch { Issue.record("block \(block): \(error)") }
        }
    }

    @Test(arguments: ["changed", "cut", "missing"])
    func `Everything but a damaged PDF is listed, read, backed up, restored and salvaged`(damage: String) throws {
        let sample = try Self.library.get()
        defer { printFigure("a PDF of the library is \(damage)", sample.templates.count) }
        for (id, template) in sample.templates {
            let folder = try TemporaryFolder()
            try sample.copy(to: folder)
            let hash = try Library(at: folder.library).template(id).contentHash
            let blob = "library/blobs/\(hash)"
            switch damage {
            case "changed": try folder.write(template.content.reversed(), blob)
            case "cut": try folder.write(Array(template.content.dropLast()), blob)
            default: try FileManager.default.removeItem(atPath: folder.path(blob))
            }
            let expected = ["PDF of \(template.name)"]
            let library = try Library(at: folder.library, creating: false)
            #expect(try sample.missing(in: library, block: nil) == expected)
            let backup = FilePath(folder.path("backup"))
            let copy = try library.backup(to: backup)
            #expect(copy.warnings.count == 1 && copy.warnings.first?.contains("“\(template.name)”") == true)
            let restored = try Library.restore(from: backup, to: FilePath(folder.path("restored")))
            #expect(restored.warnings.count == 1 && restored.warnings.first?.contains("“\(template.name)”") == true)
            let salvaged = FilePath(folder.path("salvaged"))
            #expect(
                try Library.salvage(from: folder.library, into: salvaged).warnings.count
                    == (damage == "missing" ? 1 : 2))
            for copy in [FilePath(folder.path("restored")), salvaged] {
                #expect(try sample.missing(in: Library(at: copy), block: nil) == expected)
            }
            // The damaged bytes are kept.
            let aside = folder.path("salvaged/set-aside/\(hash).pdf")
            #expect(FileManager.default.fileExists(atPath: aside) == (damage != "missing"))
            // The sound PDF of the library is not replaced by the damaged one of the backup.
            try sample.copy(to: folder)
            _ = try Library.restore(from: backup, to: folder.library)
            #expect(try sample.missing(in: Library(at: folder.library), block: nil) == [])
        }
    }

    @Test(arguments: [1, 2, 3, 7]) func `What is in front of the end of a truncated database is salvaged`(part: Int)
        throws
    {
        let sample = try Self.library.get()
        let folder = try TemporaryFolder()
        try sample.copy(to: folder)
        try folder.write(
            Array(sample.database.prefix(sample.database.count * part / 8 - 100)), "library/library.sqlite")
        let check = try Library.check(at: folder.library)
        #expect(check.problems.first?.kind == .database)
        let salvaged = FilePath(folder.path("salvaged"))
        let copy = try Library.salvage(from: folder.library, into: salvaged)
        #expect(!copy.warnings.isEmpty)
        let library = try Library(at: salvaged, creating: false)
        #expect(try library.check().problems.allSatisfy { $0.kind == .template })
        // The PDFs are there in any case.
        let kept = ["blobs", "set-aside"].flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: folder.path("salvaged/\($0)"))) ?? []
        }
        #expect(kept.count == 3)
        if part == 7 { #expect(try library.characters().count == sample.people.count) }
    }

    @Test func `Of a lost database the PDFs are salvaged, and from its log what is in it`() throws {
        let sample = try Self.library.get()
        let folder = try TemporaryFolder()
        try sample.copy(to: folder)
        try folder.write([], "library/library.sqlite")
        let copy = try Library.salvage(from: folder.library, into: FilePath(folder.path("salvaged")))
        #expect(copy.warnings.first == "Nothing is left of the database; only the PDFs were saved.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("salvaged/set-aside")).count == 3)
        // A log that was never written back to the database.
        let library = try Library(at: FilePath(folder.path("new")))
        try library.createCharacter(NewCharacter(name: "Maren", template: nil))
        try FileManager.default.createDirectory(atPath: folder.path("log"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: folder.path("new/library.sqlite-wal"), toPath: folder.path("log/library.sqlite-wal"))
        _ = try Library.salvage(from: FilePath(folder.path("log")), into: FilePath(folder.path("from log")))
        #expect(try Library(at: FilePath(folder.path("from log"))).characters().map(\.name) == ["Maren"])
        withExtendedLifetime(library) {}
    }

    @Test func `A library of which page 1 is damaged can be read, and not changed`() throws {
        let sample = try Self.library.get()
        let folder = try TemporaryFolder()
        try sample.damaged(0, with: Damage.noise.bytes(0), in: folder)
        let library = try Library(at: folder.library)
        #expect(library.isDamaged)
        let error = failure { try library.createCharacter(NewCharacter(name: "New", template: nil)) }
        #expect(error?.code == .damaged)
        #expect(error?.description.contains("Restore a backup, or salvage what is left.") == true)
        let check = try Library.check(at: folder.library, repairing: true)
        #expect(check.problems.first?.description.contains("Page 1 of its \(sample.blockCount) pages") == true)
        #expect(
            FileManager.default.contents(atPath: folder.path("library/library.sqlite"))?.suffix(from: 4096)
                == Data(sample.database[4096...]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("library/blobs")).count == 3)
    }
}
