// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnJobs
internal import LimnPictures
internal import LimnPipeline
internal import SystemPackage

/// The `limn contact-sheet` command.
struct ContactSheetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact-sheet",
        abstract: "Shows the first pages of many documents side by side, with their names.",
        discussion: """
            Writes one picture, or one PDF with A4 pages. If the picture would be taller than 16,000 pixels or larger \
            than --max-pixels, several pictures are written: SHEET-1.png, SHEET-2.png, … A folder stands for all PDFs \
            below it, each with the ink beside it that has its name. A document that cannot be shown gets an empty card with the reason.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case png, jpeg, webp, pdf

        init?(argument: String) { self.init(ending: argument) }

        init?(ending: String) {
            guard ending.lowercased() != "pdf" else {
                self = .pdf
                return
            }
            guard let format = PictureFormat(fileExtension: ending) else { return nil }
            self.init(rawValue: format.rawValue)
        }
    }

    @OptionGroup var input: InputOptions<PictureInput>

    @Option(
        name: [.short, .long], help: "The sheet: a name that ends in .png, .jpg, .webp or .pdf; - is standard output.")
    var output: FilePath

    @Option(help: "The format of the sheet. (default: by the extension of --output, else png)")
    var format: Format?

    @Option(
        help:
            "The quality of JPEG, WebP and PDF, from 1 to 100. (default: \(PictureEncoder.standardQuality))"
    )
    var quality: Int?

    @Option(help: "The longer side of each picture in pixels. (default: 192; 256 in a PDF)")
    var size: Int?

    @Option(help: "The number of pictures per row. (default: up to 6; 5 in a PDF)")
    var columns: Int?

    @Flag(help: "Leave an existing file alone.")
    var noClobber = false

    @Option(
        name: [.customShort("j"), .long],
        help: "How many pages are drawn at a time. (default: the number of processors)")
    var jobs: Int?

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        try checkStandardInput(input.read + [access.passwordFile])
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
        guard (32...4096).contains(size ?? 32) else {
            throw ValidationError("--size takes a number of pixels from 32 to 4096.")
        }
        guard (1...100).contains(columns ?? 1) else { throw ValidationError("--columns takes a number from 1 to 100.") }
        guard (1...100).contains(quality ?? 1) else { throw ValidationError("--quality takes a number from 1 to 100.") }
        guard try quality == nil || sheetFormat() != .png else {
            throw ValidationError("--quality applies only to JPEG, WebP and PDF; PNG is lossless.")
        }
        if output == "-", report.json { throw ValidationError("--json and a sheet cannot share standard output.") }
    }

    /// Returns the format from the option or from the extension of the output.
    private func sheetFormat() throws -> Format {
        let named = output.extension.flatMap { Format(ending: $0) }
        if let format, let named, format != named {
            throw ValidationError(
                "--format \(format.rawValue) and a name that ends in .\(output.extension ?? "") contradict each other.")
        }
        guard let format = format ?? named ?? (output == "-" ? .png : nil) else {
            throw ValidationError(
                "Give --output a name that ends in .png, .jpg, .webp or .pdf, or choose with --format.")
        }
        return format
    }

    func run() throws {
        let format = try sheetFormat()
        let quality = quality ?? PictureEncoder.standardQuality
        let picture = PictureFormat(rawValue: format.rawValue)
        var request = ContactSheetRequest(
            inputs: try input.all(), output: output,
            format: picture.map { .picture(PictureEncoder($0, quality: quality)) } ?? .pdf(quality: quality),
            access: try access.access())
        request.size = size ?? (format == .pdf ? 256 : 192)
        request.columns = columns
        request.keepsExisting = noClobber
        try make(request)
    }

    private func make(_ request: ContactSheetRequest) throws {
        // While this thread waits, only the reporting thread uses these variables.
        nonisolated(unsafe) var outcome = Outcome()
        nonisolated(unsafe) var listener = Listener()
        nonisolated(unsafe) var line = ProgressLine(quiet: report.quiet)
        do {
            try waiting { [engine = access.engine(jobs: jobs), report = report] () throws(LimnError) in
                try await engine.contactSheet(request) { result in
                    outcome.add(result.status)
                    if !result.diagnostics.isEmpty || report.json { line.clear() }
                    Console.tell(result.diagnostics, report)
                    if report.json { listener.tell { try Console.print(json: result) } }
                } sheet: { sheet in
                    line.clear()
                    guard !report.json, !report.quiet, sheet.output != "-" else { return }
                    listener.tell { try Console.print(sheet.line) }
                } progress: {
                    line.show($0)
                }
            }
        } catch {
            Console.complain(Advice.line(error))
            if report.json {
                try Ending.failing {
                    for input in request.inputs { try Console.print(json: RenderResult(error, input: input)) }
                }
            }
            throw ExitCode(1)
        }
        line.clear()
        try listener.end()
        try outcome.exit()
    }
}

extension ContactSheetRenderer.Sheet {
    /// A line that describes the sheet.
    fileprivate var line: String {
        let size = pixels.map { "\($0.width) × \($0.height) px" } ?? Console.count(pages, "page")
        return "\(output.displayName)  \(size), \(Console.count(documents, "document")), \(bytes) bytes"
    }
}
