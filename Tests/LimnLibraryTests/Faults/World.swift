// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LibraryStory
import LimnLibrary
import SystemPackage
import TestSupport

/// The folder of a story: the library, its backup, and what that was restored to.
struct World {
    let folder: FilePath

    /// What is in the three; nothing for what is not there, or is an empty library.
    func state() throws -> [String] {
        try ["library", "backup", "new"].map { name in try opened(name)?.story() ?? "" }
    }

    private func opened(_ name: String) throws -> Library? {
        do throws(LibraryError) { return try Library(at: folder.appending(name), creating: false) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// The states before the first step and behind each, told without any fault.
    static let expected: Result<[[String]], any Error> = Result {
        let folder = try TemporaryFolder()
        try folder.write(ToldStory.sheet, "sheet.pdf")
        let world = World(folder: FilePath(folder.path("world")))
        let story = Story(in: world.folder, importing: FilePath(folder.path("sheet.pdf")))
        return try [["", "", ""]]
            + Story.names.indices.map { step in
                try story.tell(step)
                return try world.state()
            }
    }

    /// Everything that is wrong after a story ended anywhere, each as a sentence.
    ///
    /// - Parameters:
    ///   - done: how many steps were acknowledged.
    ///   - isExact: whether the next step may not be done either.
    func problems(done: Int, isExact: Bool) throws -> [String] {
        let expected = try Self.expected.get()
        var problems: [String] = []
        do {
            let state = try state()
            let allowed = [expected[done]] + (isExact || done + 1 == expected.count ? [] : [expected[done + 1]])
            if !allowed.contains(state) { problems.append("After \(done) steps there is \(state), not \(allowed).") }
            for name in ["library", "backup", "new"] {
                guard let library = try opened(name) else { continue }
                let check = try library.check()
                problems += check.problems.map { "\(name): \($0.description)" }
                guard !check.remarks.isEmpty else { continue }
                // What nobody needs can be taken away.
                _ = try library.check(repairing: true)
                problems += try library.check().remarks.map { "\(name): \($0)" }
            }
            problems += try life()
        } catch { problems.append("\(error)") }
        return problems
    }

    /// Goes on: draws up a character, and makes the backup that somebody was killed in.
    private func life() throws -> [String] {
        let library = try Library(at: folder.appending("library"))
        try library.createCharacter(NewCharacter(name: "Afterwards", template: nil))
        if FileManager.default.fileExists(atPath: folder.appending(".backup.limn.part").string) {
            _ = try library.backup(to: folder.appending("backup"))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.string)
        return Set(names).isSubset(of: ["library", "backup", "new"]) ? [] : ["There are \(names)."]
    }
}
