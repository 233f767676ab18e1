// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn thumbnails` command.
struct ThumbnailsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails", abstract: "Updates the thumbnails of characters.",
        discussion: """
            A thumbnail shows the first page with its form values and its ink. It is redrawn only if these have \
            changed. With --output, the thumbnails are also written to DIR/<name>.png.
            """)

    @OptionGroup var library: LibraryOptions
    @Argument(
        help: "The characters: names, ids, or unambiguous beginnings of either. (default: all)", completion: .characters
    )
    var characters: [References] = []
    @Option(name: [.short, .long], help: "A folder to which the thumbnails are also written.")
    var output: FilePath?
    @OptionGroup var audience: AudienceOption
    @Option(help: "The longer side in pixels; sizes other than 256 are not stored in the library.")
    var size: Int = 256
    @OptionGroup var extend: ExtendOption
    @Option(
        name: [.customShort("j"), .long],
        help: "How many characters are drawn at a time. (default: the number of processors)")
    var jobs: Int?
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
        guard (1...4096).contains(size) else { throw ValidationError("--size takes a number from 1 to 4096.") }
        if size != 256, output == nil { throw ValidationError("--size requires --output.") }
        if !extend.sides.isEmpty, output == nil { throw ValidationError("--extend requires --output.") }
        if audience.audience == .gm, output == nil {
            throw ValidationError("--audience gm requires --output: the library stores thumbnails for players.")
        }
        if output == "-" { throw ValidationError("--output takes a folder.") }
        try checkStandardInput([access.passwordFile])
    }

    func run() throws {
        let store = try library.open()
        let records =
            try characters.isEmpty
            ? Ending.failing { try store.characters() } : characters.characters(in: store)
        var request = CharacterThumbnailsRequest(
            records, for: audience.audience.audience, access: try access.access())
        request.size = size
        request.extends = extend.sides
        request.folder = output
        request.keepsPictures = false
        request.passwords = PasswordPrompt.source
        // While this thread waits, only the reporting thread uses these variables.
        nonisolated(unsafe) var outcome = Outcome()
        nonisolated(unsafe) var progress = ProgressLine.Counting(records.count, quiet: report.quiet)
        nonisolated(unsafe) var listener = Listener()
        try Ending.failing { [request, report = report, engine = access.engine(jobs: jobs)] in
            try waiting { () throws(LimnError) in
                try await engine.refreshThumbnails(request, in: store) { result in
                    outcome.add(result.status)
                    progress.clear()
                    listener.tell { try Self.tell(result, report) }
                    progress.finished(pages: 1)
                }
            }
        }
        progress.clear()
        try listener.end()
        try outcome.exit()
    }

    private static func tell(_ result: CharacterThumbnailResult, _ report: ReportOptions) throws {
        if report.json {
            try Console.print(json: result)
        } else if result.status.isSuccess, !report.quiet {
            try Console.print(
                "\(result.output?.displayName ?? result.character.name)  "
                    + (result.isNew ? "drawn" : "up to date") + ", \(result.byteCount ?? 0) bytes")
        }
        Console.tell(result.diagnostics, report)
    }
}
