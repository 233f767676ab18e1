// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnPipeline
internal import LimnWorker
internal import SystemPackage

/// The kinds of files that a command reads.
protocol InputKind {
    /// The help of the command's inputs.
    static var help: ArgumentHelp { get }
}

enum PDFInput: InputKind {
    static let help: ArgumentHelp = "PDF files, or folders with PDF files; - is standard input."
}

enum PDFOrInkInput: InputKind {
    static let help: ArgumentHelp = "PDF files, folders with PDF files, or ink files; - is standard input."
}

enum PictureInput: InputKind {
    static let help: ArgumentHelp =
        "PDF files, ink files, or folders: each PDF with the ink beside it that has its name. - is standard input."
}

/// The input documents.
struct InputOptions<Kind: InputKind>: ParsableArguments {
    @Argument(help: Kind.help)
    var inputs: [InputNames] = []

    @Option(help: "Read more names from a file, one per line; - is standard input.")
    var filesFrom: FilePath?

    @Flag(name: .customShort("0"), help: "Names in --files-from end with a zero byte instead of a line feed.")
    var zeroSeparated = false

    func validate() throws {
        if inputs.isEmpty, filesFrom == nil { throw ValidationError("No PDF was given.") }
        if zeroSeparated, filesFrom == nil { throw ValidationError("-0 requires --files-from.") }
    }

    /// The files to read, for ``checkStandardInput(_:)``.
    var read: [FilePath?] { named + [filesFrom] }

    private var named: [FilePath] { inputs.flatMap(\.paths) }

    /// The maximum size of a list of names, in bytes.
    private static var listLimit: Int { 256 << 20 }

    func all() throws -> [FilePath] {
        guard let filesFrom else { return named }
        let bytes = try Ending.failing {
            try InputFile(named: filesFrom, limits: InputLimits(bytes: Self.listLimit)).bytes()
        }
        let lines = bytes.split(separator: zeroSeparated ? 0 : 10)
        // Lists from Windows have a carriage return at the end of each line.
        let hasReturns = !zeroSeparated && !lines.isEmpty && lines.allSatisfy { $0.last == 13 }
        let names = (hasReturns ? lines.map { $0.dropLast() }.filter { !$0.isEmpty } : lines)
            .map { FilePath(bytes: Array($0)) }
        // An empty list is not an error: a search may have found nothing.
        return named + names
    }
}

/// The password and the limits for reading documents.
struct AccessOptions: ParsableArguments {
    @Option(help: "The password of encrypted documents. Others on this machine can see it; --password-file is safer.")
    var password: String?

    @Option(help: "Read the password from a file's first line; - is standard input.")
    var passwordFile: FilePath?

    @Option(help: "Refuse pictures of more than this many million pixels.")
    var maxPixels: Double = 50

    @Option(help: "Stop work on a page after this many seconds.")
    var timeout: Double = 20

    @Option(help: "The maximum memory of a worker, in MiB.")
    var memory: Int = 512

    @Option(help: "Refuse files and input larger than this, such as 200MB or 2GiB. (default: 1GiB)")
    var maxInput: ByteCount?

    @Option(
        help:
            "Stop work on a document after this many seconds. (default: 10 times --timeout, at least 0.5 per page)"
    )
    var timeBudget: Double?

    @Flag(help: "Read documents even if this machine has no sandbox. A hostile document can then do what you can do.")
    var unconfined = false

    func validate() throws {
        guard timeBudget.map({ $0.isFinite && $0 > 0 && $0 <= 1e7 }) ?? true else {
            throw ValidationError("--time-budget takes a number of seconds above 0.")
        }
        guard timeout.isFinite, timeout > 0, timeout <= 1e6 else {
            throw ValidationError("--timeout takes a number of seconds above 0.")
        }
        guard (64...(1 << 20)).contains(memory) else {
            throw ValidationError("--memory takes a number of MiB, at least 64.")
        }
        if password != nil, passwordFile != nil {
            throw ValidationError("--password and --password-file contradict each other.")
        }
        guard maxPixels.isFinite, maxPixels > 0, maxPixels <= 1_000_000 else {
            throw ValidationError("--max-pixels takes a number of millions above 0.")
        }
    }

    /// Returns the context with sandboxed workers, as many as there are processors by default.
    private func context(jobs: Int? = nil) -> JobContext {
        var limits = WorkerLimits(memory: memory, timeout: timeout)
        if unconfined { limits.mayBeUnconfined = true }
        // The workers of the standard context may be running already.
        return jobs == nil && limits == WorkerLimits() ? .standard : .workers(jobs, limits: limits)
    }

    /// Returns an engine with these limits.
    func engine(jobs: Int? = nil) -> Engine { Engine(context(jobs: jobs)) }

    func access() throws -> Access {
        var access = Access(pixelLimit: max(1, Int(clamping: maxPixels * 1e6)))
        if password != nil || passwordFile != nil { Secrets.protect() }
        if let maxInput { access.inputLimit = maxInput.bytes }
        access.timeBudget = timeBudget
        if let password {
            Console.complain("a password on the command line can be seen by others; --password-file hides it.")
            access.password = String(decoding: RawArguments.decode(password), as: UTF8.self)
        } else if let passwordFile {
            let line = try Ending.failing { try firstLine(of: passwordFile) }
            access.password =
                String(validating: line, as: UTF8.self)
                ?? String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
        }
        return access
    }
}

/// Returns the first line of a file with a secret, without its end.
func firstLine(of path: FilePath) throws -> ArraySlice<UInt8> {
    try InputFile(named: path, limits: InputLimits(bytes: 1 << 16)).bytes().prefix { $0 != 10 && $0 != 13 }
}

/// Checks that standard input (`-`) occurs at most once among the files to read.
///
/// - Throws: `ValidationError`.
func checkStandardInput(_ files: [FilePath?]) throws {
    if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input (-) can be read only once.") }
}

/// The options for the output of results.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Print one JSON object per result, one per line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print only data and errors.")
    var quiet = false

    @Flag(
        name: .shortAndLong, help: "Also print notes, such as libraries' messages about a file, and harmless findings.")
    var verbose = false

    func validate() throws {
        JSONResult.isWanted = json
        if quiet, verbose { throw ValidationError("--quiet and --verbose contradict each other.") }
    }

    /// Returns whether a diagnostic is printed.
    func tells(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.code.isAboutAudience ? !quiet : tells(diagnostic.severity)
    }

    /// Returns whether diagnostics of a severity are printed.
    func tells(_ severity: Diagnostic.Severity) -> Bool {
        switch severity {
        case .error: true
        case .warning: !quiet
        case .note: verbose
        }
    }
}

extension PageSelection {
    /// Parses the value of `--pages`.
    ///
    /// - Throws: `ValidationError`.
    init(option text: String) throws {
        guard let selection = PageSelection(text) else {
            throw ValidationError("--pages takes a list such as 1-3,7,z, not “\(text)”.")
        }
        self = selection
    }
}
