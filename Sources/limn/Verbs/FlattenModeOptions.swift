// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import LimnGeometry
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

extension FlattenRequest.Mode: ExpressibleByArgument {}
extension FlattenRequest.Save: ExpressibleByArgument {}
extension FlattenRequest.VerifiedPages: ExpressibleByArgument {}

/// The options that `flatten` and `export` share: how ink is added to a PDF.
struct FlattenModeOptions: ParsableArguments {
    @Option(
        help: """
            overlay adds ink to the page content; annotate adds it as annotations; burn also turns annotations and \
            form fields into page content; redraw redraws every page; raster turns each page into a picture.
            """)
    var mode = FlattenRequest.Mode.overlay

    @Option(
        name: [.customShort("p"), .long], help: "The pages of the new PDF, such as 1-3,7,z. (default: all pages)")
    var pages: String?

    @Option(
        help: "append keeps the original and adds to it; rewrite rewrites all objects; auto appends if possible.")
    var save = FlattenRequest.Save.auto

    @Flag(
        help:
            "Let --mode burn show annotations and fields as they print, instead of as they appear on the screen.")
    var print = false

    @Option(
        name: [.customShort("r"), .long], help: "The resolution of --mode raster, in pixels per inch. (default: 150)")
    var dpi: Double?

    @Flag(help: "Do not embed the ink as it was drawn, which Limn can read back.")
    var noSourceInk = false

    @Option(help: "The maximum distance, in points, by which an edge of the ink may move.")
    var tolerance: Double = 0.1

    @Option(
        help: "The maximum size of the new PDF, such as 2MB. To reach it, the tolerance is raised up to 1 pt.")
    var maxSize: ByteCount?

    @Flag(help: "Do not compare the new PDF with the original before it is published.")
    var noVerify = false

    @Option(
        help:
            "The pages with ink that are drawn to be compared: all, or a sample and all whose bytes do not prove that only ink was added. A sample is for documents that you trust."
    )
    var verify = FlattenRequest.VerifiedPages.all

    @Option(help: "Write a JSON report of the actions and findings to a file.")
    var receipt: FilePath?

    @Flag(
        help:
            "Count the contents of the new PDF for the receipt even when appending, which keeps all contents."
    )
    var census = false

    @Flag(help: "Change a signed document even if this breaks its signatures.")
    var force = false

    @Flag(
        help:
            "Write the layers of the ink, also hidden ones, as layers that PDF viewers can switch on and off."
    )
    var optionalContent = false

    @OptionGroup var extend: ExtendOption

    @OptionGroup var layers: LayerOptions

    func validate() throws {
        guard Tolerance(points: tolerance) != nil else {
            throw ValidationError("--tolerance takes a number of points that is not negative.")
        }
        guard (dpi ?? 1).isFinite, (dpi ?? 1) > 0 else {
            throw ValidationError("--dpi takes a number of pixels per inch above 0.")
        }
        if let pages {
            _ = try PageSelection(option: pages)
            if save == .append { throw ValidationError("--pages rewrites the PDF; it contradicts --save append.") }
        }
        if !mode.canAppend, save == .append {
            throw ValidationError("--mode \(mode.rawValue) rewrites every page; it contradicts --save append.")
        }
        guard !print || mode == .burn else { throw ValidationError("--print requires --mode burn.") }
        guard !optionalContent || mode.keepsPages else {
            throw ValidationError(
                "--mode \(mode.rawValue) redraws every page and cannot keep layers; --optional-content requires "
                    + "overlay, annotate or burn."
            )
        }
        if receipt == "-" { throw ValidationError("--receipt takes a file; --json prints the same.") }
    }

    func apply(to options: inout FlattenOptions) {
        options.mode = mode
        options.save = save
        options.pages = pages.flatMap { PageSelection($0) }
        options.burns = print ? .paper : .screen
        options.resolution = dpi ?? 150
        options.lowersResolution = dpi == nil
        options.carriesSourceInk = !noSourceInk
        options.tolerance = Tolerance(points: tolerance) ?? .storage
        options.maximumSize = maxSize?.bytes
        options.verifies = !noVerify
        options.verifiedPages = verify
        options.counts = census
        options.layers = layers.choice
        options.switchesLayers = optionalContent
        options.extends = extend.sides
        options.force = force
    }
}
