// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import LimnFiles
internal import LimnGeometry
public import LimnPipeline
internal import SystemPackage

extension FlattenRequest.Mode: ExpressibleByArgument {}
extension FlattenRequest.Save: ExpressibleByArgument {}

/// `limn flatten`.
struct FlattenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flatten", abstract: "Lays ink over a PDF, into a new PDF.",
        usage: "limn flatten TEMPLATE.pdf INK -o OUT.pdf [options]\nlimn flatten NOTE.xopp -o OUT.pdf [options]",
        discussion: "With the ink file alone, the PDF is the one that the ink file names.")

    @Argument(help: "The PDF and the ink file, or an ink file that names its own PDF; - is standard input.")
    var files: [FilePath]

    @Option(name: [.short, .long], help: "The new PDF; - is standard output.")
    var output: FilePath

    @Option(
        help: ArgumentHelp(
            "overlay puts ink into pages; annotate adds annotations; burn makes annotations and fields part of pages too; redraw draws every page anew; raster makes each a picture."
        ))
    var mode = FlattenRequest.Mode.overlay

    @Option(
        help: "append leaves the original as it is and adds to it; rewrite writes all anew; auto appends if it can.")
    var save = FlattenRequest.Save.auto

    @Option(help: "The pixels an inch of --mode raster.")
    var dpi: Double = 150

    @Flag(help: "Leave out the ink as it was drawn, which Limn could read back.")
    var noSourceInk = false

    @Option(help: "The page for an ink file of one page.")
    var page: Int?

    @Flag(help: "Scale ink from a page of another size to fit.")
    var fit = false

    @Option(help: "How far, in points, an edge of the ink may move.")
    var tolerance: Double = 0.1

    @Option(help: "Also read a PDF that the ink file names from this folder.")
    var allowBackground: FilePath?

    @Option(
        help: "The most bytes of the new PDF, such as 2MB; the tolerance is raised to 1 pt for that, and no further.")
    var maxSize: ByteCount?

    @Flag(help: "Do not compare the new PDF with the original before it is published.")
    var noVerify = false

    @Option(help: "Write what was done and found, as JSON, to a file.")
    var receipt: FilePath?

    @Flag(help: "Count everything in the new PDF for the receipt, also where appending keeps it in any case.")
    var census = false

    @Flag(help: "Change a signed document although that breaks its signatures.")
    var force = false

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    @OptionGroup var access: AccessOptions
    @OptionGroup var report: ReportOptions

    func validate() throws {
        guard (1...2).contains(files.count) else {
            throw ValidationError("flatten takes a PDF and an ink file, or an ink file alone.")
        }
        guard Tolerance(points: tolerance) != nil else {
            throw ValidationError("--tolerance takes a number of points, not negative.")
        }
        guard dpi.isFinite, dpi > 0 else { throw ValidationError("--dpi takes a number of pixels above 0.") }
        guard (page ?? 1) > 0 else { throw ValidationError("Pages are numbered from 1.") }
        if files.count == 1, page != nil {
            throw ValidationError("--page needs a PDF; an ink file that names its own says which page it is for.")
        }
        if !mode.canAppend, save == .append {
            throw ValidationError("--mode \(mode.rawValue) writes every page anew; it cannot --save append.")
        }
        if receipt == "-" { throw ValidationError("--receipt takes a file; --json prints the same.") }
        if let receipt, receipt == output { throw ValidationError("--receipt and --output name the same file.") }
        if output == "-", report.json { throw ValidationError("--json and a PDF cannot share standard output.") }
        try checkStandardInput(files + [access.passwordFile])
    }

    func run() throws {
        var request = FlattenRequest(
            template: files.count == 2 ? files[0] : nil, ink: files[files.count - 1], output: output,
            access: try access.access())
        request.mode = mode
        request.save = save
        request.resolution = dpi
        request.carriesSourceInk = !noSourceInk
        request.isolation = access.isolation
        request.page = page
        request.fit = fit
        request.tolerance = Tolerance(points: tolerance) ?? .storage
        request.backgroundFolder = allowBackground
        request.maximumSize = maxSize?.bytes
        request.verifies = !noVerify
        request.receipt = receipt
        request.counts = census
        request.force = force
        request.keepsExisting = noClobber
        let result = Flattening(request).run()
        try Ending.failing { try tell(result) }
        var outcome = Outcome()
        outcome.add(result.status)
        try outcome.exit()
    }

    private func tell(_ result: FlattenResult) throws {
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, output != "-", !report.quiet {
            try Console.print(
                "\(output.shown)  \(Console.count(result.strokes, "stroke")) on \(result.inkedPages.count) of "
                    + "\(Console.count(result.pages ?? 0, "page")), \(result.bytesAfter ?? 0) bytes")
        }
        Console.tell(result.dropped.map { Remark($0, in: result.ink) } + result.remarks, quiet: report.quiet)
    }
}
