// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import Foundation
internal import Limn
internal import LimnFiles
internal import LimnJobs
public import LimnPictures
internal import LimnPipeline
internal import SystemPackage

/// The options that `render` and `thumbnail` share.
struct PictureOptions: ParsableArguments {
    @Option(name: [.short, .long], help: "The output: a folder, or a file for one page; - is standard output.")
    var output: FilePath?

    @Option(help: "An ink file to draw over the pages.")
    var ink: FilePath?

    @Option(help: "Also allow an ink file to name a PDF in this folder.")
    var allowBackground: FilePath?

    @Option(help: "The format of the pictures. (default: by the extension of --output, else png)")
    var format: PictureFormat?

    @Option(
        help: ArgumentHelp(
            """
            A number from 1 to 100: the quality of JPEG and WebP. Or best, standard or fast: best draws every page \
            larger and averages it down, standard only below 100 pixels per inch, fast never. For both, give it twice. \
            (default: standard, \(PictureEncoder.standardQuality))
            """,
            valueName: "quality"))
    var quality: [QualityOption] = []

    @Flag(help: "Reproduce the folders of the inputs below the output folder.")
    var keepFolders = false

    @Flag(help: "Keep pictures that an earlier run made from the same content with the same options.")
    var resume = false

    @Flag(help: "Leave existing files alone.")
    var noClobber = false

    /// Returns the destination: a folder, unless the output is `-`, an existing file, or a new file name with the
    /// extension of a picture.
    func destination() -> RenderRequest.Destination {
        guard let output else { return .folder("") }
        if output == "-" { return .standardOutput }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: output.string, isDirectory: &isFolder)
        if exists { return isFolder.boolValue ? .folder(output) : .file(output) }
        return Self.format(of: output) != nil ? .file(output) : .folder(output)
    }

    @OptionGroup var extend: ExtendOption

    @OptionGroup var layers: LayerOptions

    @Option(
        name: [.customShort("j"), .long],
        help: "How many pages are drawn at a time. (default: the number of processors)")
    var jobs: Int?

    /// Extensions of formats that people may expect, but that cannot be written.
    private static let otherEndings: Set = ["gif", "tif", "tiff", "bmp", "svg", "pdf", "jp2", "avif"]

    func validate() throws {
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
        let encoder = try encoder()
        guard (1...100).contains(encoder.quality) else {
            throw ValidationError("--quality takes a number from 1 to 100, or best, standard or fast.")
        }
        guard quality.kept == nil || encoder.format.isLossy else {
            throw ValidationError("--quality applies only to JPEG and WebP; \(encoder.format.name) is lossless.")
        }
        guard case .folder(let folder) = destination(), let ending = folder.extension?.lowercased() else { return }
        guard Self.otherEndings.contains(ending), !FileManager.default.fileExists(atPath: folder.string) else { return }
        throw ValidationError(
            "Pictures are PNG, JPEG, WebP or PPM; give --output a name that ends in .png, .jpg, .webp or .ppm, or a folder."
        )
    }

    /// Returns the format, from the option or from the extension of the output, and the quality.
    func encoder() throws -> PictureEncoder {
        var named: PictureFormat?
        if case .file(let file) = destination() { named = Self.format(of: file) }
        if let format, let named, format != named {
            throw ValidationError(
                "--format \(format.rawValue) and a name with the extension of a \(named.name) contradict each other.")
        }
        return PictureEncoder(format ?? named ?? .png, quality: quality.kept ?? PictureEncoder.standardQuality)
    }

    /// Returns the format for the extension of a file name; nil if there is none.
    static func format(of path: FilePath) -> PictureFormat? {
        path.extension.flatMap { PictureFormat(fileExtension: $0) }
    }

    /// The files to read, for ``checkStandardInput(_:)``.
    var read: [FilePath?] { [ink] }

    func apply(to request: inout RenderRequest, json: Bool) throws {
        request.destination = destination()
        request.encoder = try encoder()
        request.quality = quality.drawn
        request.ink = ink
        request.backgroundFolder = allowBackground
        request.layers = layers.choice
        request.extends = extend.sides
        request.keepsFolders = keepFolders
        request.keepsExisting = noClobber
        request.resumes = resume
        if case .folder = request.destination { return }
        guard request.inputs.count <= 1 else {
            throw Ending.usage(
                "\(request.inputs.count) documents do not fit in one file; give a folder with --output.")
        }
        if request.destination == .standardOutput, json {
            throw Ending.usage("--json and a picture cannot share standard output.")
        }
    }
}

extension PictureFormat: ExpressibleByArgument {
    /// Makes a format from its name, or from another extension of its files, such as `jpg`.
    public init?(argument: String) {
        guard let format = PictureFormat(rawValue: argument) ?? PictureFormat(fileExtension: argument) else {
            return nil
        }
        self = format
    }
}

extension RenderRequest {
    /// Renders the pictures and reports each result.
    func run(_ engine: Engine, _ report: ReportOptions) throws {
        // While this thread waits, only the reporting thread uses these variables.
        nonisolated(unsafe) var outcome = Outcome()
        nonisolated(unsafe) var listener = Listener()
        nonisolated(unsafe) var line = ProgressLine(quiet: report.quiet)
        let tell: @Sendable (RenderResult) -> Void = { result in
            outcome.add(result.status)
            // Output that does not go to the terminal does not disturb the progress line.
            if !result.diagnostics.isEmpty || isatty(STDOUT_FILENO) == 1 { line.clear() }
            Console.tell(result.diagnostics, report)
            listener.tell { try self.tell(result, report) }
        }
        do {
            try waiting { () throws(LimnError) in
                try await engine.render(self, report: tell, progress: { line.show($0) })
            }
        } catch {
            Console.complain(Advice.line(error))
            if report.json {
                try Ending.failing {
                    for input in inputs { try Console.print(json: RenderResult(error, input: input)) }
                }
            }
            throw ExitCode(1)
        }
        line.clear()
        try listener.end()
        try outcome.exit()
    }

    private func tell(_ result: RenderResult, _ report: ReportOptions) throws {
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, output != "-", !report.quiet {
            try Console.print(
                "\(output.displayName)  \(result.width ?? 0) × \(result.height ?? 0) px, \(result.bytes ?? 0) bytes")
        }
    }
}
