// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnPictures
internal import LimnPipeline
internal import SystemPackage

/// The `limn render` command.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Renders pages as pictures.",
        discussion:
            "Writes DIR/<stem>-<page>.png (or .jpg, .webp, .ppm) for every page, or one page to the file in --output."
    )

    @OptionGroup var input: InputOptions
    @OptionGroup var picture: PictureOptions
    @OptionGroup var access: AccessOptions
    @OptionGroup var report: ReportOptions

    @Option(help: "The pages, such as 1-3,7,z; z is the last page, r2 the second to last.")
    var pages: String = "1-z"

    @Option(help: "The resolution in pixels per inch. (default: 150)")
    var dpi: Double?

    @Option(help: "The longer side in pixels.")
    var scaleTo: Int?

    @Option(help: "The width in pixels.")
    var width: Int?

    @Option(help: "The height in pixels.")
    var height: Int?

    @Flag(help: "Make the background transparent instead of white.")
    var transparent = false

    func validate() throws {
        try checkStandardInput(input.read + picture.read + [access.passwordFile])
        guard PageSelection(pages) != nil else {
            throw ValidationError("--pages takes a list such as 1-3,7,z, not “\(pages)”.")
        }
        let format = try picture.encoder().format
        guard !transparent || format.hasAlpha else {
            throw ValidationError("\(format.name) has no transparency; choose png or webp for --transparent.")
        }
        let sizes = [scaleTo, width, height].compactMap { $0 }
        guard sizes.count + (dpi == nil ? 0 : 1) <= 1 else {
            throw ValidationError("Give only one of --dpi, --scale-to, --width and --height.")
        }
        guard sizes.allSatisfy({ $0 > 0 }), (dpi ?? 1).isFinite, (dpi ?? 1) > 0 else {
            throw ValidationError("A resolution and a length in pixels must be above 0.")
        }
    }

    private var size: RenderSize {
        if let scaleTo { return .longerSide(scaleTo) }
        if let width { return .width(width) }
        if let height { return .height(height) }
        return .dpi(dpi ?? 150)
    }

    func run() throws {
        var request = RenderRequest(
            inputs: try input.all(), pages: PageSelection(pages) ?? .all, size: size,
            for: picture.layers.audience.audience, access: try access.access())
        request.isTransparent = transparent
        // The default of 150 pixels per inch may be lowered; a requested resolution may not.
        request.lowersResolution = dpi == nil
        try picture.apply(to: &request, json: report.json)
        try request.run(access.engine(jobs: picture.jobs), report)
    }
}
