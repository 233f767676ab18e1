// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn export` command.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes characters as PDFs, with their form values and their ink.",
        discussion: """
            Writes DIR/<name>.pdf. If characters have the same name, their ids are added to the file names. A single \
            character goes to the file that --output names, or else to <name>.pdf in the current folder.
            """)

    @OptionGroup var library: LibraryOptions
    @Argument(help: "The characters: names, ids, or unambiguous beginnings of either.", completion: .characters)
    var characters: [References] = []
    @Flag(help: "Export all characters of the library.")
    var all = false
    @Option(name: [.short, .long], help: "A folder, or a file for one character; - is standard output.")
    var output: FilePath?
    @OptionGroup var flattening: FlattenModeOptions
    @Flag(help: "Leave existing files alone.")
    var noClobber = false
    @Option(
        name: [.customShort("j"), .long],
        help: "How many characters are exported at a time. (default: the number of processors)")
    var jobs: Int?
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        guard characters.isEmpty == all else {
            throw ValidationError(all ? "--all and names contradict each other." : "Name a character, or give --all.")
        }
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
        if let receipt = flattening.receipt, receipt == output {
            throw ValidationError("--receipt and --output name the same file.")
        }
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        try checkStandardInput([access.passwordFile])
    }

    func run() throws {
        let store = try library.open()
        let records = try all ? Ending.failing { try store.characters() } : characters.characters(in: store)
        if records.count > 1, isFile {
            throw Ending.usage("\(records.count) characters do not fit in one file; give a folder with --output.")
        }
        if let output, !isFile, !DocumentSearch.isFolder(output), output.extension != nil {
            throw Ending.usage(
                "\(output.displayName) is not a folder, and its name does not end in .pdf; exports are PDFs.")
        }
        if records.count > 1, flattening.receipt != nil { throw Ending.usage("--receipt is for one character.") }
        let output = output ?? ""
        var request = CharacterExportRequest(
            records, to: isFile ? .file(output) : .folder(output),
            options: FlattenOptions(for: flattening.layers.audience.audience))
        flattening.apply(to: &request.options)
        request.options.access = try access.access()
        request.options.keepsExisting = noClobber
        request.receipt = flattening.receipt
        request.passwords = PasswordPrompt.source
        // While this thread waits, only the reporting thread uses these variables.
        nonisolated(unsafe) var outcome = Outcome()
        nonisolated(unsafe) var progress = ProgressLine.Counting(records.count, quiet: report.quiet)
        nonisolated(unsafe) var listener = Listener()
        try Ending.failing { [request, report = report, engine = access.engine(jobs: jobs)] in
            try waiting { () throws(LimnError) in
                try await engine.export(request, from: store) { result in
                    outcome.add(result.flattening.status)
                    progress.clear()
                    listener.tell { try Self.tell(result, report) }
                    progress.finished(pages: result.flattening.pageCount ?? 0)
                }
            }
        }
        progress.clear()
        try listener.end()
        if store.isDamaged { outcome.add(.warnings) }
        try? library.tellDamage(store)
        try outcome.exit()
    }

    /// Whether the output is a file: `-`, an existing file, or a new name with the extension `pdf`.
    private var isFile: Bool {
        guard let output else { return false }
        if output == "-" { return true }
        if DocumentSearch.isFolder(output) { return false }
        return FileIdentity(output) != nil || output.extension?.lowercased() == "pdf"
    }

    private static func tell(_ result: CharacterExportResult, _ report: ReportOptions) throws {
        let done = result.flattening
        if report.json {
            try Console.print(json: result)
        } else if let output = done.output, output != "-", !report.quiet {
            try Console.print(
                "\(output.displayName)  "
                    + (done.form.map { "\(Console.count($0.filled, "field")), " } ?? "")
                    + "\(done.inkText), \(done.bytes ?? 0) bytes")
        }
        Console.tell(done.dropped.map { Diagnostic($0, in: done.ink) } + done.diagnostics, report)
    }
}
