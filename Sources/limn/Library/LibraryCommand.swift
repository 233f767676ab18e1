// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnFiles
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn library` command.
struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library", abstract: "Checks, backs up and restores the library; packs and unpacks characters.",
        subcommands: [
            Check.self, Backup.self, LibraryRestoreCommand.self, LibraryPackCommand.self, LibraryUnpackCommand.self,
        ])

    /// The `limn library check` command.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Verifies the database, every PDF, every drawing, and all references.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Flag(help: "Repair what can be repaired without loss, and report it.")
        var repair = false
        @Option(help: "Write what is left of a damaged library into a new one, in this folder.", completion: .directory)
        var salvage: FilePath?

        func validate() throws {
            if repair, salvage != nil { throw ValidationError("--repair and --salvage contradict each other.") }
        }

        func run() throws {
            if let salvage {
                let copy = try Ending.failing {
                    try library.advising { () throws(LibraryError) in
                        try Library.salvage(from: library.folder, into: salvage)
                    }
                }
                return try LibraryCommand.tell(copy, "salvaged", to: salvage, report)
            }
            var outcome = Outcome()
            try Ending.failing {
                let check = try library.advising { () throws(LibraryError) in
                    try Library.check(at: library.folder, repairing: repair)
                }
                let left = check.remaining.count
                outcome.add(check.isClean ? .ok : left == 0 ? .warnings : .failed)
                if report.json { return try Console.print(json: CheckSummary(check)) }
                for problem in check.problems {
                    try Console.print("\(problem.kind.rawValue): \(problem.description)")
                    if let repair = problem.repair { try Console.print("  repaired: \(repair)") }
                }
                guard !report.quiet else { return }
                for diagnostic in check.diagnostics { try Console.print("note: \(diagnostic)") }
                let counts =
                    "\(Console.count(check.templateCount, "template")), \(Console.count(check.drawingCount, "drawing"))"
                try Console.print(
                    counts + ": "
                        + (check.isClean
                            ? "sound"
                            : "\(Console.count(check.problems.count, "problem")), \(left) left"
                                + (repair || left == 0 ? "" : " (--repair repairs what it can)")))
                if check.remaining.contains(where: { $0.kind == .database || $0.kind == .ink }) {
                    Console.complain("--salvage FOLDER writes what is left of the library into a new one.")
                }
            }
            try outcome.exit()
        }
    }

    /// The `limn library backup` command.
    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: "Copies a snapshot of the library to a new folder. The library may be in use.")

        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
        @Argument(help: "The new folder; if it exists, it must be empty.", completion: .directory)
        var folder: FilePath

        func run() throws {
            let store = try library.open()
            let copy = try Ending.failing {
                // A backup inside the library would be lost with it.
                try store.refuseToWriteInside(folder)
                return try store.backup(to: folder)
            }
            try tell(copy, "backup", to: folder, report)
        }
    }

    static func tell(
        _ copy: LibraryCopy, _ what: String, to folder: FilePath, _ report: ReportOptions
    ) throws {
        var outcome = Outcome()
        outcome.add(copy.warnings.isEmpty ? .ok : .warnings)
        try Ending.failing {
            if report.json {
                try Console.print(json: CopySummary(copy, folder: folder))
            } else if !report.quiet {
                try Console.print(
                    "\(folder.displayName)  \(what): \(Console.count(copy.templateCount, "template")), "
                        + "\(Console.count(copy.characterCount, "character")), \(copy.byteCount) bytes")
            }
            if !report.quiet { copy.warnings.forEach { Console.complain("warning: \($0)") } }
            if let kept = copy.replaced { Console.complain("the replaced library is kept in \(kept.displayName)") }
        }
        try outcome.exit()
    }
}

/// The result of a check as JSON.
private struct CheckSummary: Encodable {
    struct Problem: Encodable {
        let kind: String
        let problem: String
        let repair: String?
    }

    let sound: Bool
    let templates: Int
    let drawings: Int
    let problems: [Problem]
    let remaining: Int
    let status: ResultStatus
    let messages: [String]
    let notes: [String]
    /// The size of the trash in bytes; left out if it is unknown.
    let trash: Int?

    init(_ check: LibraryCheck) {
        sound = check.isClean
        templates = check.templateCount
        drawings = check.drawingCount
        problems = check.problems.map { Problem(kind: $0.kind.rawValue, problem: $0.description, repair: $0.repair) }
        remaining = check.remaining.count
        status = check.isClean ? .ok : remaining == 0 ? .warnings : .failed
        messages = check.problems.map(\.description)
        notes = check.diagnostics
        trash = check.trashByteCount
    }
}

/// The result of a backup or a restore as JSON.
private struct CopySummary: Encodable {
    let folder: String
    let templates: Int
    let characters: Int
    let bytes: Int
    let replaced: String?
    let status: ResultStatus
    let messages: [String]

    init(_ copy: LibraryCopy, folder: FilePath) {
        self.folder = folder.json
        templates = copy.templateCount
        characters = copy.characterCount
        bytes = copy.byteCount
        replaced = copy.replaced?.json
        status = copy.warnings.isEmpty ? .ok : .warnings
        messages = copy.warnings
    }
}
