// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnJobs
internal import LimnPipeline

/// The options for writing a changed form.
struct FormWritingOptions: ParsableArguments {
    @Option(
        help: "auto appends if the original is sound; append always appends, or fails; rewrite rewrites all objects."
    )
    var save = SaveStrategy.auto

    @Flag(help: "Also change read-only and locked fields, and signed documents even if this breaks their signatures.")
    var force = false

    @Flag(
        help: """
            Write nothing unless every column names a field and every value suits it. By default, the rest is filled in.
            """)
    var strict = false

    @Flag(help: "Do not compare the new PDF with the original before it is published.")
    var noVerify = false

    @Flag(help: "Leave an existing output alone.")
    var noClobber = false

    /// Returns the options as the engine's type.
    func options(_ access: Access) -> FormFillOptions {
        var options = FormFillOptions(access: access)
        (options.save, options.force) = (save, force)
        (options.verifies, options.keepsExisting, options.isStrict) = (!noVerify, noClobber, strict)
        return options
    }
}
