// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// The `limn flatten` command.
struct FlattenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flatten", abstract: "Lays ink over a PDF and writes a new PDF.",
        usage: "limn flatten TEMPLATE.pdf INK -o OUT.pdf [options]\nlimn flatten NOTES -o OUT.pdf [options]",
        discussion:
            "An ink file alone is drawn on the PDF that it names; ink that names no PDF is drawn on its own paper."
    )

    @Argument(help: "The PDF and the ink file, or an ink file alone; - is standard input.")
    var files: [FilePath]

    @Option(name: [.short, .long], help: "The new PDF; - is standard output.")
    var output: FilePath

    @OptionGroup var flattening: FlattenModeOptions

    @Option(help: "The page on which the ink of a one-page ink file is drawn.")
    var page: Int?

    @Flag(help: "Scale ink from a page of another size to fit.")
    var fit = false

    @Option(help: "Also allow the ink file to name a PDF in this folder.")
    var allowBackground: FilePath?

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        guard (1...2).contains(files.count) else {
            throw ValidationError("flatten takes a PDF and an ink file, or an ink file alone.")
        }
        guard (page ?? 1) > 0 else { throw ValidationError("Pages are numbered from 1.") }
        if files.count == 1, page != nil {
            throw ValidationError("--page requires a PDF; an ink file that names its own PDF also determines the page.")
        }
        if let receipt = flattening.receipt, receipt == output {
            throw ValidationError("--receipt and --output name the same file.")
        }
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        try checkStandardInput(files + [access.passwordFile])
    }

    func run() throws {
        var request = FlattenRequest(
            template: files.count == 2 ? files[0] : nil, ink: files[files.count - 1], output: output,
            for: flattening.layers.audience.audience, access: try access.access())
        flattening.apply(to: &request.options)
        request.page = page
        request.fit = fit
        request.backgroundFolder = allowBackground
        request.receipt = flattening.receipt
        request.keepsExisting = noClobber
        let result = try Ending.failing { [request, engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.result(of: request) }
        }
        try Ending.failing { try tell(result) }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }

    private func tell(_ result: FlattenResult) throws {
        try result.tell(report, hasChosenPages: flattening.pages != nil)
    }
}

extension FlattenResult {
    /// Whether the export is the original with its pages in another order, so it does not begin with the original.
    private var isArranged: Bool { diagnostics.contains { $0.code == .pagesArranged } }

    /// What the new document has of the ink, such as `3 strokes and 1 item on 1 of 2 pages`.
    var inkText: String {
        var parts = objects > 0 ? [Console.count(objects, "item")] : []
        if strokes > 0 || objects == 0 { parts.insert(Console.count(strokes, "stroke"), at: 0) }
        return "\(parts.joined(separator: " and ")) on \(inkedPages.count) of \(Console.count(pageCount ?? 0, "page"))"
    }

    /// Prints the result.
    ///
    /// - Parameter hasChosenPages: whether the pages were chosen by an option.
    func tell(_ report: ReportOptions, hasChosenPages: Bool = false) throws {
        let result = self
        let manner = hasChosenPages ? "with the chosen pages" : "in the order of the ink"
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, output != "-", !report.quiet {
            try Console.print(
                "\(output.displayName)  \(result.inkText)"
                    + (isArranged ? ", rewritten \(manner)" : "") + ", \(result.bytes ?? 0) bytes")
        }
        Console.tell(result.dropped.map { Diagnostic($0, in: result.ink) } + result.diagnostics, report)
    }
}
