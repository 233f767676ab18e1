// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn library pack` command.
struct LibraryPackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Packs a character into one file, with its template, ink, form values and thumbnail.",
        discussion: """
            The file is an ordinary ZIP archive; its usual extension is .limnpkg. Anyone who gets it can read \
            everything in it. A character with a layer for the game master is packed only if --audience says who gets \
            the file.
            """)

    @OptionGroup var library: LibraryOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @Argument(help: "The file to write.")
    var file: FilePath
    @OptionGroup var audience: NamedAudienceOption
    @Flag(help: "Leave an existing file alone.")
    var noClobber = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if file == "-" { throw ValidationError("A package must be written to a file.") }
        try checkStandardInput([access.passwordFile])
    }

    func run() throws {
        let store = try library.open()
        let (engine, known) = (access.engine(), try access.access())
        try Ending.failing {
            let record = try store.resolveCharacter(character.text)
            let (bytes, diagnostics) = try waiting {
                [file = file, noClobber = noClobber, audience = audience.audience?.audience] () throws(LimnError) in
                try await engine.pack(
                    record.id, of: store, to: file, for: audience, keepsExisting: noClobber, access: known,
                    passwords: PasswordPrompt.source)
            }
            if report.json {
                try Console.print(
                    json: Packed(
                        id: "\(record.id)", name: record.name, output: file.json, bytes: bytes,
                        notes: diagnostics.map(\.text)))
            } else if !report.quiet {
                try Console.print("\(file.displayName)  \(record.name), \(bytes) bytes")
            }
            Console.tell(diagnostics, report)
        }
    }

    private struct Packed: Encodable {
        let id: String
        let name: String
        let output: String
        let bytes: Int
        let notes: [String]
    }
}

/// The `limn library unpack` command.
struct LibraryUnpackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpack", abstract: "Imports the character of a package, with its template, into the library.")

    @OptionGroup var library: LibraryOptions
    @Argument(help: "The package; - is standard input.")
    var file: FilePath
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws { try checkStandardInput([file, access.passwordFile]) }

    func run() throws {
        let store = try library.open(takingIn: [file])
        let (engine, known) = (access.engine(), try access.access())
        var outcome = Outcome()
        try Ending.failing {
            let (record, diagnostics) = try waiting { [file = file] () throws(LimnError) in
                try await engine.unpack(file, into: store, access: known, passwords: PasswordPrompt.source)
            }
            outcome.add(diagnostics.contains { $0.severity == .warning } ? .warnings : .ok)
            let summary = CharacterSummary(
                record, templateName: try record.template.map { try store.template($0).name })
            if report.json {
                try Console.print(json: summary)
            } else if !report.quiet {
                try Console.print(Lines.character(summary))
            }
            Console.tell(diagnostics, report)
        }
        try outcome.exit()
    }
}
