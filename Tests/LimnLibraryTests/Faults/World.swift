// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import LimnLibrary
import SystemPackage
import TestSupport

/// The folder of a story: the library, its backup, the library restored from it, and the one salvaged.
struct World {
    let folder: FilePath

    private static let names = ["library", "backup", "new", "salvaged"]

    /// The contents of all; nothing for a missing or empty library.
    func state() throws -> [String] {
        try Self.names.map { name in try opened(name)?.story() ?? "" }
    }

    private func opened(_ name: String) throws -> Library? {
        do throws(LibraryError) { return try Library(at: folder.appending(name), creating: false) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// The states before the first step and after each step, without any fault.
    static let expected: Result<[[String]], any Error> = Result {
        let folder = try TemporaryFolder()
        try folder.write(ToldStory.sheet, "sheet.pdf")
        let world = World(folder: FilePath(folder.path("world")))
        let story = Story(in: world.folder, importing: FilePath(folder.path("sheet.pdf")))
        return try [names.map { _ in "" }]
            + Story.names.indices.map { step in
                try story.run(step)
                return try world.state()
            }
    }

    /// The problems after a story that ended at any point, each as a sentence.
    ///
    /// - Parameters:
    ///   - done: the number of acknowledged steps.
    ///   - isExact: whether the next step must not have taken effect.
    func problems(done: Int, isExact: Bool) throws -> [String] {
        let expected = try Self.expected.get()
        var problems: [String] = []
        do {
            let state = try state()
            let allowed = [expected[done]] + (isExact || done + 1 == expected.count ? [] : [expected[done + 1]])
            if !allowed.contains(state) { problems.append("After \(done) steps there is \(state), not \(allowed).") }
            for name in Self.names {
                guard let library = try opened(name) else { continue }
                let check = try library.check()
                problems += check.problems.map { "\(name): \($0.description)" }
                guard !check.diagnostics.isEmpty else { continue }
                // Unreferenced files can be deleted.
                _ = try library.check(repairing: true)
                problems += try library.check().diagnostics.map { "\(name): \($0)" }
            }
            problems += try life()
        } catch { problems.append("\(error)") }
        return problems
    }

    /// Continues to use the library: creates a character, and repeats an interrupted backup.
    private func life() throws -> [String] {
        let library = try Library(at: folder.appending("library"))
        try library.createCharacter(NewCharacter(name: "Afterwards", template: nil))
        if FileManager.default.fileExists(atPath: folder.appending(".backup.limn.part").string) {
            _ = try library.backup(to: folder.appending("backup"))
        }
        if FileManager.default.fileExists(atPath: folder.appending(".salvaged.limn.part").string) {
            _ = try Library.salvage(from: folder.appending("library"), into: folder.appending("salvaged"))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.string)
        // What a restore replaced is kept, perhaps also that of one that failed.
        let own = names.filter { !$0.contains(".replaced-") }
        return Set(own).isSubset(of: Self.names) ? [] : ["There are \(names)."]
    }
}
