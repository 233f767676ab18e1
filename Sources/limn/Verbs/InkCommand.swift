// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnGeometry
internal import LimnInk
internal import LimnPipeline
internal import SystemPackage

/// The `limn ink` command.
struct InkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ink", abstract: "Converts and simplifies ink, and removes source ink from PDFs.",
        subcommands: [Convert.self, Simplify.self, StripCommand.self])

    /// The `limn ink convert` command.
    struct Convert: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "convert", abstract: "Converts ink from one format to another.",
            discussion: """
                In a format that holds one page, such as SVG, ink of several pages becomes a file of each: notes-1.svg and so \
                on.
                """ + "\n\n" + ConversionOptions.formats)

        @OptionGroup var options: ConversionOptions

        @Flag(help: "Keep positions and widths exactly, even in formats that would round them.")
        var lossless = false

        @Option(help: "The only page to write. (default: all)")
        var page: Int?

        func run() throws {
            var conversion = try options.conversion()
            conversion.isLossless = lossless
            conversion.page = page
            let result = try options.result(of: conversion)
            let needsPages = result.diagnostics.contains { $0.code.error == .needsOnePage }
            guard needsPages, options.input != "-", options.output != "-" else {
                return try options.end(with: [result])
            }
            var pages: [InkConverter.Result] = []
            while true {
                (conversion.page, conversion.output) = (pages.count + 1, output(ofPage: pages.count + 1))
                let result = try options.result(of: conversion)
                if result.diagnostics.contains(where: { $0.code.error == .noSuchPage }) { break }
                pages.append(result)
            }
            try options.end(with: pages)
        }

        private func output(ofPage page: Int) -> FilePath {
            let name = options.output.lastComponent.map { "\($0.stem)-\(page).\($0.extension ?? "")" } ?? ""
            return options.output.removingLastComponent().appending(name)
        }
    }

    /// The `limn ink simplify` command.
    struct Simplify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "simplify",
            abstract: "Removes points from strokes. No edge moves by more than a tolerance.",
            discussion: ConversionOptions.formats)

        @OptionGroup var options: ConversionOptions

        @Option(help: "The maximum distance, in points, by which an edge may move.")
        var tolerance: Double = 0.1

        func validate() throws {
            guard Tolerance(points: tolerance) != nil else {
                throw ValidationError("--tolerance takes a number of points that is not negative.")
            }
        }

        func run() throws {
            var conversion = try options.conversion()
            conversion.tolerance = tolerance
            try options.end(with: [try options.result(of: conversion)])
        }
    }
}

/// The options that all conversions share.
struct ConversionOptions: ParsableArguments {
    /// The supported formats, for the help.
    static let formats = """
        Writes \(InkFormat.writable.map { "\($0.name) (\($0.id): \($0.extensions.map { ".\($0)" }.joined(separator: ", ")))" }
            .joined(separator: "; ")).
        Reads \(InkFormat.readable.map(\.name).joined(separator: "; ")).
        """

    @Argument(help: "The ink file to read, or a PDF with ink; - is standard input.")
    var input: FilePath

    @Argument(help: "The ink file to write; - is standard output.")
    var output: FilePath

    @Option(help: "The format of the input. (default: recognized by its content)")
    var from: ReadFormat?

    @Option(help: "The format of the output. (default: by its extension)")
    var to: WrittenFormat?

    @OptionGroup var audience: NamedAudienceOption

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        try checkStandardInput([input, access.passwordFile])
        if let to = to?.format, !InkFormat.writable.contains(to) {
            let known = InkFormat.writable.map(\.id).joined(separator: ", ")
            throw ValidationError("Ink cannot be written as \(to.id); the known formats are \(known).")
        }
        if output == "-", report.json { throw ValidationError("--json and ink cannot share standard output.") }
    }

    func conversion() throws -> InkConverter {
        var conversion = InkConverter(input: input, output: output, for: audience.audience?.audience)
        conversion.access = try access.access()
        conversion.from = from?.format
        conversion.to = to?.format
        conversion.keepsExisting = noClobber
        return conversion
    }

    func result(of conversion: InkConverter) throws -> InkConverter.Result {
        try Ending.failing { [engine = access.engine()] in
            try waiting { () throws(LimnError) in try await engine.result(of: conversion) }
        }
    }

    /// Prints results and ends the command.
    ///
    /// - Throws: the exit code 1 for failures, or 3 for warnings.
    func end(with results: [InkConverter.Result]) throws {
        var outcome = Outcome()
        for result in results {
            try Ending.failing { try result.tell(report) }
            outcome.add(result.status)
        }
        try outcome.exit()
    }
}

extension InkConverter.Result {
    /// Prints the result.
    func tell(_ report: ReportOptions) throws {
        let result = self
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, output != "-", !report.quiet {
            try Console.print(
                "\(output.displayName)  \(Console.count(result.strokes, "stroke")), \(result.pointsIn) → \(result.pointsOut) points, "
                    + "\(result.inputBytes ?? 0) → \(result.bytes ?? 0) bytes")
        }
        Console.tell(result.dropped.map { Diagnostic($0, in: input) } + result.diagnostics, report)
    }
}

/// The format of an ink file to read.
struct ReadFormat: ExpressibleByArgument {
    let format: InkFormat

    init?(argument: String) {
        guard let format = InkFormat.known(argument) else { return nil }
        self.format = format
    }

    static var allValueStrings: [String] { Set((InkFormat.readable + [.pdf]).map(\.id)).sorted() }
}

/// The format of an ink file to write. Formats that are only read are known, too, for a better message.
struct WrittenFormat: ExpressibleByArgument {
    let format: InkFormat

    init?(argument: String) {
        guard let format = InkFormat.known(argument) else { return nil }
        self.format = format
    }

    static var allValueStrings: [String] { Set(InkFormat.writable.map(\.id)).sorted() }
}

extension InkFormat {
    /// Returns the format with an id; nil if there is none.
    fileprivate static func known(_ id: String) -> InkFormat? {
        (readable + writable + [.pdf]).first { $0.id == id }
    }
}
