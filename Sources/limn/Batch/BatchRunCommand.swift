// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import Foundation
internal import Limn
public import LimnBatch
internal import LimnFiles
internal import SystemPackage

extension Shard: ExpressibleByArgument {
    /// Parses a shard from the command line; returns nil if it is invalid.
    public init?(argument: String) { self.init(argument) }
}

/// The `limn batch run` command.
struct BatchRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Does the tasks of a list, or of a part of it, that do not have a result yet.",
        discussion: """
            Writes OUT/results-I-of-N.jsonl, one line per task, and files below OUT/objects, named by their content. \
            If a run ends early, for whatever reason, run the same command again: it does only the missing tasks. Exit \
            code 75 means “try again”.

            For programs, --progress json reports the progress on standard error, every second and at the end.
            """)

    /// The form of progress reports.
    enum Progress: String, ExpressibleByArgument, CaseIterable { case auto, json, none }

    @Argument(help: "The list of tasks, a file.")
    var tasks: FilePath

    @Option(name: [.short, .long], help: "The folder of results, which several machines may share.")
    var output: FilePath

    @Option(
        help: ArgumentHelp(
            "The part of the list, such as 2/4. All runs into one folder must have the same number of parts.",
            valueName: "I/N"))
    var shard = Shard.whole

    @Option(
        name: [.customShort("j"), .long],
        help: "How many documents are processed at a time. (default: the number of processors)")
    var jobs: Int?

    @Option(help: "The folder to which paths in the list are relative. (default: the current one)")
    var root: FilePath?

    @Flag(help: "Also repeat the tasks that failed.")
    var retryFailed = false

    @Option(help: "auto shows a line on a terminal; json prints objects to standard error.")
    var progress = Progress.auto

    @Flag(help: "Print only errors.")
    var quiet = false

    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions

    func validate() throws {
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
        if tasks == "-" { throw ValidationError("The list is read twice, so it must be a file.") }
        if access.maxPixels != 50 { throw ValidationError("--max-pixels is an option of limn batch plan.") }
    }

    func run() throws {
        // Even with another root, these paths are relative to the current folder.
        var configuration = BatchRun.Configuration(
            tasks: root == nil ? tasks : Self.absolute(tasks), folder: root == nil ? output : Self.absolute(output))
        (configuration.shard, configuration.retriesFailed) = (shard, retryFailed)
        if let jobs { configuration.jobs = jobs }
        configuration.access = try access.access()
        configuration.limits = WorkerLimits(memory: access.memory, timeout: access.timeout)
        if access.unconfined { configuration.limits.mayBeUnconfined = true }
        if let root, root.withPlatformString({ chdir($0) }) != 0 {
            Console.complain("\(root.displayName): \(String(cString: strerror(errno))).")
            throw ExitCode(1)
        }
        let run = BatchRun(configuration)
        nonisolated(unsafe) var signalled: Int32 = 0
        Interruption.onFirst { number in
            signalled = number
            run.stop()
        }
        nonisolated(unsafe) var teller = BatchProgressTeller(progress, shard: shard, quiet: quiet)
        let result = try Ending.failing { [quiet] in
            try waiting { () async throws(LimnError) -> Result<BatchProgress, BatchError> in
                do throws(BatchError) {
                    return .success(
                        try await run.run(note: { if !quiet { Console.complain($0) } }, progress: { teller.show($0) }))
                } catch { return .failure(error) }
            }
        }
        switch result {
        case .success(let end):
            let code: Int32 = end.failed > 0 ? 3 : 0
            teller.end(end, code: code)
            if code != 0 { throw ExitCode(code) }
        case .failure(let error):
            let code: Int32 =
                error.code == .interrupted && signalled == SIGINT ? 130 : Self.mayPass(error) ? 75 : 1
            teller.fail(error, code: code)
            throw ExitCode(code)
        }
    }

    private static func mayPass(_ error: BatchError) -> Bool { [.held, .again, .interrupted].contains(error.code) }

    private static func absolute(_ path: FilePath) -> FilePath {
        path.isAbsolute ? path : FilePath(FileManager.default.currentDirectoryPath).pushing(path)
    }
}
