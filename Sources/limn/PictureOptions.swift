// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// What `render` and `thumbnail` have in common.
struct PictureOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable { case png }

    @Option(name: [.short, .long], help: "A folder, or a file for one page; - is standard output.")
    var output: FilePath?

    @Option(help: "An ink file to paint over the pages.")
    var ink: FilePath?

    @Option(help: "The format of the pictures.")
    var format = Format.png

    @Flag(help: "Repeat the inputs' own folders below the output folder.")
    var keepFolders = false

    @Flag(help: "Leave existing files alone.")
    var noClobber = false

    /// A folder unless it is `-`, or a name that ends like a picture and is no folder.
    func destination() -> PictureRequest.Destination {
        guard let output else { return .folder(".") }
        if output == "-" { return .standardOutput }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: output.string, isDirectory: &isFolder)
        if exists { return isFolder.boolValue ? .folder(output) : .file(output) }
        return output.extension?.lowercased() == "png" ? .file(output) : .folder(output)
    }

    @Option(help: "How many pages are drawn at a time. (default: the number of processors)")
    var jobs: Int?

    func validate() throws {
        guard (1...1024).contains(jobs ?? 1) else { throw ValidationError("--jobs takes a number from 1 to 1024.") }
    }

    func apply(to request: inout PictureRequest, json: Bool) throws {
        request.destination = destination()
        request.ink = ink
        request.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        request.keepsFolders = keepFolders
        request.keepsExisting = noClobber
        if case .folder = request.destination { return }
        guard request.inputs.count == 1 else {
            throw ValidationError(
                "\(request.inputs.count) documents do not fit in one file; give a folder with --output.")
        }
        if request.destination == .standardOutput, json {
            throw ValidationError("--json and a picture cannot share standard output.")
        }
    }
}

extension PictureRequest {
    /// Makes the pictures and tells about each.
    func run(_ report: ReportOptions) throws {
        let making = try Failure.wrap { try PictureMaking(self) }
        var outcome = Outcome()
        var failure: (any Error)?
        making.run { result in
            outcome.add(result.status)
            do { try tell(result, report) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        try outcome.exit()
    }

    private func tell(_ result: PictureResult, _ report: ReportOptions) throws {
        if report.json {
            try Console.print(json: result)
        } else if let output = result.output, output != "-", !report.quiet {
            try Console.print(
                "\(output.shown)  \(result.width ?? 0) × \(result.height ?? 0) px, \(result.bytes ?? 0) bytes")
        }
        let place = result.input.shown + (result.page.map { ", page \($0)" } ?? "")
        for message in result.messages where !(report.quiet && result.status.isDone) {
            Console.complain("\(place): \(result.status == .warnings ? "warning: " : "")\(message)")
        }
    }
}
