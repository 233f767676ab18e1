// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnBatch
internal import LimnFiles
internal import LimnPictures
internal import LimnPipeline

/// The options of `render` and `thumbnail` for a plan. The plan refuses options that its verb does not have.
struct BatchPictureOptions: ParsableArguments {
    @Option(help: "The pages to render, or those of flattened PDFs, such as 1-3,7,z.")
    var pages: String?

    @Option(help: "The resolution in pixels per inch, for render and flatten --mode raster.")
    var dpi: Double?

    @Option(help: "The longer side in pixels, for render.")
    var scaleTo: Int?

    @Option(help: "The width in pixels, for render.")
    var width: Int?

    @Option(help: "The height in pixels, for render.")
    var height: Int?

    @Option(help: "The longer side in pixels, for thumbnail.")
    var size: Int?

    @Option(help: "The page that thumbnail draws, or on which flatten draws the ink of a one-page ink file.")
    var page: Int?

    @Option(help: "The format of the pictures.")
    var format: PictureFormat?

    @Option(help: "best, standard or fast; a number from 1 to 100 is the quality of JPEG and WebP. May be given twice.")
    var quality: [QualityOption] = []

    @Flag(help: "Make the background transparent instead of white.")
    var transparent = false

    @Option(help: "Refuse pictures of more than this many million pixels.")
    var maxPixels: Double?

    /// The given options, in the form of a task's options.
    var values: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        values["pages"] = pages.map { .text($0) }
        values["dpi"] = dpi.map { JSONValue(shortest: $0) }
        values["scale-to"] = scaleTo.map { .integer($0) }
        values["width"] = width.map { .integer($0) }
        values["height"] = height.map { .integer($0) }
        values["size"] = size.map { .integer($0) }
        values["page"] = page.map { .integer($0) }
        values["format"] = format.map { .text($0.rawValue) }
        values["keep"] = quality.kept.map { .integer($0) }
        if quality.contains(where: { if case .drawn = $0 { true } else { false } }) {
            values["quality"] = .text(quality.drawn.rawValue)
        }
        if transparent { values["transparent"] = .flag(true) }
        values["max-pixels"] = maxPixels.map { JSONValue(shortest: $0) }
        return values
    }
}

extension JSONValue {
    /// Creates an integer if the number has no fraction, so that 100 and 100.0 give the same task id.
    init(shortest number: Double) {
        self = Int(exactly: number).map { .integer($0) } ?? .number(number)
    }
}
