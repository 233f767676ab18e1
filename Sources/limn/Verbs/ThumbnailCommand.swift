// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnPictures
internal import LimnPipeline

/// The `limn thumbnail` command.
struct ThumbnailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail", abstract: "Makes a small picture of each document.",
        discussion: """
            Writes DIR/<stem>.png (or .jpg, .webp, .ppm). Its longer side has exactly --size pixels. Ink whose \
            PDF is missing is drawn on plain paper, with a warning.
            """)

    @OptionGroup var input: InputOptions<PictureInput>
    @Option(help: "The longer side in pixels.")
    var size: Int = 256

    @Option(help: "The page to show.")
    var page: Int = 1

    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        try checkStandardInput(input.read + picture.read + [access.passwordFile])
        guard size > 0 else { throw ValidationError("--size must be above 0.") }
        guard page > 0 else { throw ValidationError("Pages are numbered from 1.") }
    }

    func run() throws {
        var request = RenderRequest(
            inputs: try input.all(), pages: PageSelection("\(page)") ?? .all, size: .longerSide(size),
            naming: .byDocument, for: picture.layers.audience.audience, access: try access.access())
        request.usesPaperForMissingPDF = true
        try picture.apply(to: &request, json: report.json)
        try request.run(access.engine(jobs: picture.jobs), report)
    }
}
