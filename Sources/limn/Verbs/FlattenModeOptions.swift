// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import LimnGeometry
internal import LimnJobs
internal import LimnPipeline
internal import SystemPackage

extension FlattenRequest.Mode: ExpressibleByArgument {}
extension FlattenRequest.Save: ExpressibleByArgument {}

/// The options that `flatten` and `export` share: how ink is added to a PDF.
struct FlattenModeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "overlay puts ink into pages; annotate adds annotations; burn makes annotations and fields part of pages too; redraw draws every page anew; raster makes each a picture."
        ))
    var mode = FlattenRequest.Mode.overlay

    @Option(
        help: "append leaves the original as it is and adds to it; rewrite writes all anew; auto appends if it can.")
    var save = FlattenRequest.Save.auto

    @Flag(
        help:
            "Let --mode burn take the annotations and fields that go to paper, instead of those that the screen shows.")
    var print = false

    @Option(help: "The resolution of --mode raster, in pixels per inch. (default: 150)")
    var dpi: Double?

    @Flag(help: "Leave out the ink as it was drawn, which Limn could read back.")
    var noSourceInk = false

    @Option(help: "How far, in points, an edge of the ink may move.")
    var tolerance: Double = 0.1

    @Option(
        help: "The most bytes of the new PDF, such as 2MB; the tolerance is raised to 1 pt for that, and no further.")
    var maxSize: ByteCount?

    @Flag(help: "Do not compare the new PDF with the original before it is published.")
    var noVerify = false

    @Option(help: "Write a JSON report of the actions and findings to a file.")
    var receipt: FilePath?

    @Flag(help: "Count everything in the new PDF for the receipt, also where appending keeps it in any case.")
    var census = false

    @Flag(help: "Change a signed document although that breaks its signatures.")
    var force = false

    @Flag(help: "Let viewers of the new PDF switch the layers of the ink, hidden ones, too.")
    var optionalContent = false

    @OptionGroup var layers: LayerOptions

    func validate() throws {
        guard Tolerance(points: tolerance) != nil else {
            throw ValidationError("--tolerance takes a number of points, not negative.")
        }
        guard (dpi ?? 1).isFinite, (dpi ?? 1) > 0 else {
            throw ValidationError("--dpi takes a number of pixels above 0.")
        }
        if !mode.canAppend, save == .append {
            throw ValidationError("--mode \(mode.rawValue) writes every page anew; it cannot --save append.")
        }
        guard !print || mode == .burn else { throw ValidationError("--print belongs to --mode burn.") }
        guard !optionalContent || mode.keepsPages else {
            throw ValidationError(
                "--mode \(mode.rawValue) makes every page anew, without layers that can be switched; --optional-content goes with overlay, annotate and burn."
            )
        }
        if receipt == "-" { throw ValidationError("--receipt takes a file; --json prints the same.") }
    }

    func apply(to options: inout FlattenOptions) {
        options.mode = mode
        options.save = save
        options.burns = print ? .paper : .screen
        options.resolution = dpi ?? 150
        options.lowersResolution = dpi == nil
        options.carriesSourceInk = !noSourceInk
        options.tolerance = Tolerance(points: tolerance) ?? .storage
        options.maximumSize = maxSize?.bytes
        options.verifies = !noVerify
        options.counts = census
        options.layers = layers.choice
        options.switchesLayers = optionalContent
        options.force = force
    }
}
