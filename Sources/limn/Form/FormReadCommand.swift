// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnForms
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn form read` command.
struct FormReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Reads the handwriting in the fields of forms, without filling them in.",
        discussion: """
            Reads the ink in the box of each field with the letters that the field takes: numbers, dice such as 2d6+1, dates, \
            marks in boxes, one of the choices of a list, and short words. Of a PDF, it reads the source ink of an export, or ink \
            annotations. Each value is a guess with a certainty. "doubtful" are those below \(HandwrittenField.leastCertainty). \
            The form does not change.
            """)

    @Argument(
        help: "PDF files, folders with PDF files, or characters of the library; - is standard input.",
        completion: .characters)
    var inputs: [InputNames] = []

    @OptionGroup var library: LibraryOptions

    @Option(
        help: """
            The least certainty of a value, from 0 to 1. Others are left out. (default: \
            \(HandwrittenField.leastCertainty) for --csv, else all are told)
            """)
    var certainty: Double?

    @Flag(
        help: """
            Write a table for "limn form fill": a row per file or character, and a column per field with handwriting. What was \
            not read keeps the value that it has.
            """)
    var csv = false

    @OptionGroup var audience: AudienceOption
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        if inputs.isEmpty { throw ValidationError("No PDF and no character was given.") }
        try checkStandardInput(inputs.flatMap(\.paths) + [access.passwordFile])
        if csv, report.json { throw ValidationError("--json and --csv contradict each other.") }
        guard (0...1).contains(certainty ?? 0) else { throw ValidationError("--certainty must be from 0 to 1.") }
    }

    func run() throws {
        let access = try access.access()
        var outcome = Outcome()
        var rows: [(file: String, form: HandwrittenForm)] = []
        try Ending.failing {
            for name in inputs.flatMap(\.paths) {
                for source in try sources(of: name) {
                    guard let read = try read(source, access, &outcome) else { continue }
                    if csv { rows.append((source.name, read)) } else { try tell(read, of: source) }
                    Console.tell(read.diagnostics, report)
                }
            }
            if csv, !rows.isEmpty { try Console.print(text: Self.table(rows)) }
        }
        try outcome.exit()
    }

    /// Something with a form and ink.
    private enum Source {
        case file(FilePath)
        case character(CharacterRecord, in: Library)

        var name: String {
            switch self {
            case .file(let path): path.displayName
            case .character(let record, _): record.name
            }
        }
    }

    /// Returns what a name means: a file or the files of a folder where there are some, otherwise a character.
    private func sources(of name: FilePath) throws -> [Source] {
        let isFile = name == "-" || FileIdentity(name) != nil
        // What looks like a file and is missing is no character with an odd name.
        if isFile || name.extension?.lowercased() == "pdf" {
            return DocumentSearch.documents(inAny: [name]).map { .file($0) }
        }
        let store = try library.open()
        return [.character(try store.resolveCharacter(name.string), in: store)]
    }

    private func read(_ source: Source, _ access: Access, _ outcome: inout Outcome) throws -> HandwrittenForm? {
        let (engine, reader) = (self.access.engine(), audience.audience.audience)
        do throws(LimnError) {
            let found: HandwrittenForm
            switch source {
            case .file(let path):
                found = try waiting { () throws(LimnError) in
                    try await engine.handwrittenForm(in: .path(path), for: reader, access: access)
                }
            case .character(let record, let store):
                found = try waiting { () throws(LimnError) in
                    try await engine.handwrittenForm(
                        of: record.id, in: store, for: reader, access: access, passwords: PasswordPrompt.source)
                }
            }
            outcome.add(found.status)
            let least = certainty ?? (csv ? HandwrittenField.leastCertainty : nil)
            return least.map { found.values(atLeast: $0) } ?? found
        } catch {
            let path: FilePath = if case .file(let path) = source { path } else { FilePath(source.name) }
            Console.complain(Advice.line(Diagnostic(error, about: path)))
            if report.json { try Console.print(json: JSONResult.FailedInput(path, error)) }
            outcome.add(.init(error))
            return nil
        }
    }

    private func tell(_ read: HandwrittenForm, of source: Source) throws {
        if report.json {
            switch source {
            case .file(let path): try Console.print(json: FoundInput(input: path.json, found: read))
            case .character(let record, _): try Console.print(json: CharacterFields(record: record, read: read))
            }
            return
        }
        let found =
            if read.form.fields.isEmpty { "no form fields" } else if read.fields.isEmpty {
                "no handwriting in fields"
            } else {
                Console.count(read.fields.count, "field")
            }
        try Console.print("\(source.name): \(found)")
        for field in read.fields { try Console.print("  " + Self.line(field)) }
    }

    /// Returns a line for a field: its name in quotes, its page, and what was read.
    static func line(_ field: HandwrittenField) -> String {
        var parts = ["\"\(field.name)\"", "page \(field.page)"]
        guard let value = field.value else { return (parts + ["no value"]).joined(separator: "  ") }
        parts += ["= \(value.onOneLine)", percent(field.certainty)]
        if field.certainty < HandwrittenField.leastCertainty { parts.append("doubtful") }
        let others = field.alternatives.prefix(2)
        if !others.isEmpty {
            parts.append(
                "or " + others.map { "\($0.value.onOneLine) \(percent($0.certainty))" }.joined(separator: ", "))
        }
        return parts.joined(separator: "  ")
    }

    private static func percent(_ certainty: Double) -> String {
        "\(Int(clamping: (certainty * 100).rounded(.down))) %"
    }

    /// A table with the fields that have handwriting in any row.
    private static func table(_ rows: [(file: String, form: HandwrittenForm)]) -> String {
        let names = Set(rows.flatMap { $0.form.fields.map(\.name) })
        return FormCSVWriter.text(
            of: rows.map { row in
                var form = row.form.filled
                form.fields.removeAll { !names.contains($0.name) }
                return (row.file, form)
            })
    }
}

/// What was read in the form of a character, as JSON with its id and its name.
private struct CharacterFields: Encodable {
    let record: CharacterRecord
    let read: HandwrittenForm

    private enum Key: CodingKey { case id, name }

    func encode(to encoder: any Encoder) throws {
        try read.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("\(record.id)", forKey: .id)
        try container.encode(record.name, forKey: .name)
    }
}
