// SPDX-License-Identifier: GPL-3.0-or-later

public import ArgumentParser
internal import Limn
public import LimnForms
internal import LimnPipeline
internal import SystemPackage

/// The data for a form: a file, values on the command line, or both.
struct FormDataOptions: ParsableArguments {
    @Argument(help: "The data file; - is standard input.")
    var data: FilePath?

    @Option(
        name: .customLong("set"),
        help: "A field and its value, as NAME=VALUE; @FILE is a picture for a push button. May be repeated.")
    var values: [FieldAssignment] = []

    @Option(help: "The format of the data. (default: by the content and the name)")
    var dataFormat: FormDataFormat?

    @Option(
        help: "A mapping, which fills fields from data with another structure, such as another program's characters.")
    var mapping: FilePath?

    @Option(help: "The delimiter between the cells of a table, such as ; or tab.")
    var delimiter: Delimiter?

    /// Demands data.
    ///
    /// - Throws: `ValidationError` if there are neither a file nor values.
    func demand() throws {
        guard data != nil || !values.isEmpty else {
            throw ValidationError("Give a data file, or values with --set NAME=VALUE.")
        }
    }

    func validate() throws {
        if mapping != nil, data == nil { throw ValidationError("--mapping requires a data file.") }
    }

    /// The data file as the engine's type; nil if there is none.
    var source: FormDataSource? {
        data.map { FormDataSource($0, format: dataFormat, delimiter: delimiter?.character) }
    }

    /// The values on the command line.
    var entries: [FormRow.Entry] { values.map(\.entry) }
}

/// `NAME=VALUE` on the command line.
struct FieldAssignment: ExpressibleByArgument {
    let entry: FormRow.Entry

    init?(argument: String) {
        let text = String(decoding: RawArguments.decode(argument), as: UTF8.self)
        guard let entry = FormRow.Entry(assignment: text) else { return nil }
        self.entry = entry
    }
}

/// A cell delimiter on the command line.
struct Delimiter: ExpressibleByArgument {
    let character: Character

    init?(argument: String) {
        switch argument {
        case "tab", "\\t": character = "\t"
        default:
            guard argument.count == 1, let first = argument.first else { return nil }
            character = first
        }
    }
}

extension FormDataFormat: ExpressibleByArgument {
    /// Makes a format from its name on the command line; the older spelling `jsonLines` works, too.
    public init?(argument: String) { self.init(rawValue: argument == "json-lines" ? "jsonLines" : argument) }

    /// The names of all formats.
    public static var allValueStrings: [String] {
        ["json", "json-lines", "csv", "tsv", "fdf", "xfdf", "pdfcpu"]
    }
}
