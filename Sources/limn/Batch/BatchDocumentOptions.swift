// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnBatch
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnJobs
internal import LimnPipeline

/// The options of `flatten`, `form fill` and `form detect` for a plan. The plan refuses options that its verb does not have.
struct BatchDocumentOptions: ParsableArguments {
    @Option(help: "How flatten adds ink to a PDF.")
    var mode: FlattenRequest.Mode?

    @Option(help: "How the new PDF is saved: auto, append or rewrite.")
    var save: FlattenRequest.Save?

    @Flag(help: "Scale ink from a page of another size to fit.")
    var fit = false

    @Option(help: "The maximum distance, in points, by which an edge of the ink may move.")
    var tolerance: Double?

    @Option(help: "The maximum size of the new PDF, such as 2MB.")
    var maxSize: ByteCount?

    @Flag(help: "Do not embed the ink as it was drawn.")
    var noSourceInk = false

    @Flag(help: "Do not compare the new PDF with the original.")
    var noVerify = false

    @Option(help: "The pages with ink that are drawn to be compared: all or sample.")
    var verify: FlattenRequest.VerifiedPages?

    @Flag(help: "Also change signed documents and read-only fields.")
    var force = false

    @Flag(help: "Let --mode burn show annotations and fields as they print.")
    var print = false

    @Flag(help: "Write the layers of the ink as layers that viewers can switch on and off.")
    var optionalContent = false

    @OptionGroup var extend: ExtendOption

    @Option(help: "The layers of ink to show: visible, all, or names separated by commas.")
    var layers: String?

    @Option(help: "Who gets the result: players or gm.")
    var audience: AudienceWord?

    @Flag(help: "Leave out notes.")
    var noNotes = false

    @Option(name: .customLong("set"), help: "With form fill: a field and its value, as NAME=VALUE. May be repeated.")
    var fields: [FieldAssignment] = []

    @Flag(help: "With form fill: make the fields part of their pages.")
    var flatten = false

    @Flag(help: "With form fill: make the filled fields read-only.")
    var lock = false

    @Flag(help: "With form detect: also make fields of doubtful places.")
    var all = false

    /// The given options, in the form of a task's options.
    var values: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        values["mode"] = mode.map { .text($0.rawValue) }
        values["save"] = save.map { .text($0.rawValue) }
        values["verify"] = verify.map { .text($0.rawValue) }
        values["tolerance"] = tolerance.map { JSONValue(shortest: $0) }
        values["max-size"] = maxSize.map { .integer($0.bytes) }
        if !extend.sides.isEmpty { values["extend"] = .text(extend.sides.names.joined(separator: ",")) }
        values["layers"] = layers.map { .text($0) }
        values["audience"] = audience.map { .text($0.rawValue) }
        let flags: KeyValuePairs = [
            "fit": fit, "no-source-ink": noSourceInk, "no-verify": noVerify, "force": force, "print": print,
            "optional-content": optionalContent, "no-notes": noNotes, "flatten": flatten, "lock": lock, "all": all,
        ]
        for (name, isSet) in flags where isSet { values[name] = .flag(true) }
        if !fields.isEmpty {
            var set: [String: JSONValue] = [:]
            for field in fields { if case .text(let text) = field.entry.entry { set[field.entry.name] = .text(text) } }
            values["set"] = .object(set)
        }
        return values
    }
}
