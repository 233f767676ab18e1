// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnLibrary
internal import LimnPictures
internal import LimnPipeline
internal import SystemPackage

/// The `limn character changes` command.
struct CharacterChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Lists the changes that can be undone or redone.",
        discussion: """
            Each change is the work of one command. limn character undo undoes the last change of the ink, and with \
            --form the last change of the form values.

            With --output, pictures show the pages that have changed since the time of --since, or in the last change \
            if --since is not given: new strokes are blue, removed ones red, and the others pale. A single page goes \
            to PICTURE.png; several pages go to PICTURE-<page>.png, the number zero-padded to the width of the page \
            count. Undone changes are not shown.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @Option(help: "Only changes since a time, such as 2026-03-01, \"2026-03-01 18:30\", yesterday or 2h.")
    var since: Moment?
    @Option(help: "Only changes before a time.")
    var until: Moment?
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Draw the changed pages instead of a list, as .png, .jpg, .webp or .ppm.", valueName: "picture.png"))
    var output: FilePath?
    @Option(help: "Who gets the pictures. Layers for the game master are left out for players. (default: players)")
    var audience: AudienceWord?
    @Flag(help: "Leave existing files alone.")
    var noClobber = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

    func validate() throws {
        try checkStandardInput([access.passwordFile])
        if until != nil, output != nil {
            throw ValidationError(
                "--until and --output contradict each other: pictures show the pages as they are now.")
        }
        guard let output else {
            if noClobber { throw ValidationError("--no-clobber requires --output.") }
            if audience != nil { throw ValidationError("--audience requires --output.") }
            return
        }
        if output == "-" {
            throw ValidationError(
                "--output needs a file name: standard output cannot hold the pictures of several pages.")
        }
        guard PictureOptions.format(of: output) != nil else {
            throw ValidationError(
                "Pictures are PNG, JPEG, WebP or PPM; give --output a name that ends in .png, .jpg, .webp or .ppm.")
        }
    }

    func run() throws {
        let store = try library.open()
        if let output { return try draw(to: output, store) }
        try list(store)
    }

    private func draw(to output: FilePath, _ store: any LibraryStore) throws {
        let record = try Ending.failing { try store.resolveCharacter(character.text) }
        var request = ChangePicturesRequest(
            record, since: since?.date, to: output, for: (audience ?? .players).audience, access: try access.access())
        request.encoder = PictureEncoder(PictureOptions.format(of: output) ?? .png)
        request.keepsExisting = noClobber
        request.passwords = PasswordPrompt.source
        // While this thread waits, only the reporting thread uses these variables.
        nonisolated(unsafe) var count = 0
        nonisolated(unsafe) var outcome = Outcome()
        nonisolated(unsafe) var listener = Listener()
        try Ending.failing { [request, report = report, engine = access.engine()] in
            try waiting { () throws(LimnError) in
                try await engine.drawChanges(request, in: store) { result in
                    count += 1
                    outcome.add(result.status)
                    listener.tell { try Self.tell(result, report) }
                }
            }
        }
        try listener.end()
        if count == 0, !report.quiet {
            Console.complain(
                "No stroke has changed, so there is no picture; limn character changes lists every change.")
        }
        try outcome.exit()
    }

    private static func tell(_ result: ChangePictureResult, _ report: ReportOptions) throws {
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, !report.quiet {
            let strokes = Lines.change(page: result.page, added: result.added, removed: result.removed)
            try Console.print("\(output.displayName)  \(strokes)")
        }
        Console.tell(result.diagnostics, report)
    }

    private func list(_ store: any LibraryStore) throws {
        var outcome = Outcome()
        try Ending.failing {
            let id = try store.resolveCharacter(character.text).id
            let changes = try CharacterChange.all(of: id, since: since?.date, in: store).filter { change in
                until.map { until in change.group.made.map { $0 < until.end } ?? true } ?? true
            }
            if changes.isEmpty, !report.json, !report.quiet { Console.complain("There are no changes.") }
            for change in changes {
                outcome.add(change.isReadable ? .ok : .warnings)
                if report.json {
                    try Console.print(json: change)
                } else {
                    try Console.print(Lines.change(change))
                }
            }
        }
        try outcome.exit()
    }
}

extension Lines {
    static func change(_ change: CharacterChange) -> String {
        let pages = change.group.pages.compactMap { page in
            change.position(of: page).map { Self.change(page: $0, added: page.added, removed: page.removed) }
        }
        let form = change.group.pageList == nil ? change.group.form.map { [Self.change(fields: $0.fields)] } ?? [] : []
        let move =
            (change.group.edition == nil ? [] : ["to another edition"])
            + (change.group.pageList == nil ? [] : [Self.change(ofPages: change.group.pageList)])
        let time = change.group.made.map { Lines.time($0) } ?? "some time ago"
        return "\(time)  \((pages + form + move).joined(separator: ", "))" + (change.group.isUndone ? "  (undone)" : "")
    }

    /// Describes a change of the list of pages, such as `pages 4 → 5`.
    private static func change(ofPages edit: PageListEdit?) -> String {
        guard let before = edit?.before?.pages.count, let after = edit?.after?.pages.count, before != after else {
            return "the pages"
        }
        return "the pages, \(before) → \(after)"
    }

    /// Describes a change of the form, such as `form identity.name, motto`; nil fields mean that the change cannot be
    /// read.
    static func change(fields: [String]?) -> String {
        guard let fields else { return "form damaged" }
        if fields.isEmpty { return "form" }
        let more = fields.count - namedFields
        return "form " + fields.prefix(namedFields).map { $0.isEmpty ? "(no name)" : $0 }.joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

    /// The maximum number of fields that are named per change.
    private static let namedFields = 5

    /// Describes a change of a page, such as `page 2 −1 +3`; nil counts mean that the change cannot be read.
    static func change(page: Int, added: Int?, removed: Int?) -> String {
        guard let added, let removed else { return "page \(page) damaged" }
        var parts: [String] = []
        if removed > 0 { parts.append("−\(removed)") }
        if added > 0 { parts.append("+\(added)") }
        return "page \(page) \(parts.isEmpty ? "layers" : parts.joined(separator: " "))"
    }
}
