// SPDX-License-Identifier: GPL-3.0-or-later

/// Parses command-line flags: `--name value`, `--name=value`, and `--name` for Booleans.
struct CommandLineFlags {
    /// The values of each flag in order.
    private(set) var values: [String: [String]] = [:]

    /// The flags that are not settings, and whether they take a value.
    private static let further = ["help": false, "h": false, "version": false, "check-config": false, "config": true]

    /// Parses the arguments.
    ///
    /// - Throws: ``ServerSettings/Failure`` for an unknown flag, with the most similar name, or for a missing value.
    init(_ arguments: [String]) throws(ServerSettings.Failure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") && argument.count > 2 || argument == "-h" else {
                throw ServerSettings.Failure(description: "“\(argument)” is not expected here.")
            }
            let sides = argument.drop { $0 == "-" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = sides.first.map { String($0) } ?? ""
            let setting = Setting.all.first { $0.name == name }
            guard let hasValue = setting.map({ $0.kind != .flag }) ?? Self.further[name] else {
                let names = Setting.all.map(\.name) + Self.further.keys.sorted()
                throw ServerSettings.Failure(
                    description: NearestName.complaint("--\(name)", names.map { "--\($0)" }))
            }
            var text = sides.count > 1 ? String(sides[1]) : nil
            if text == nil {
                text = hasValue ? rest.popFirst() : "true"
            }
            guard let text else { throw ServerSettings.Failure(description: "A value is missing after --\(name).") }
            values[name, default: []].append(text)
        }
    }

    /// Returns whether a flag was given.
    func asks(_ name: String) -> Bool { values[name] != nil }

    /// Removes and returns the value of a flag that may be given once; nil if it was not given.
    ///
    /// - Throws: ``ServerSettings/Failure`` if it was given twice.
    mutating func one(_ name: String) throws(ServerSettings.Failure) -> String? {
        let texts = values.removeValue(forKey: name) ?? []
        guard texts.count < 2 else { throw ServerSettings.Failure(description: "--\(name) is given twice.") }
        return texts.first
    }
}

/// The help text of the program, generated from the table of settings.
enum HelpText {
    static var text: String {
        let flags =
            Setting.all.map { setting in
                ("--\(setting.name)" + (setting.kind == .flag ? "" : " <\(setting.placeholder)>"), help(setting))
            } + [
                ("--config <file>", "Read settings from a TOML file; its keys are the names of these options."),
                ("--check-config", "Show the settings that would be used, and do not serve."),
                ("--version", "Show the version."),
                ("-h, --help", "Show this help."),
            ]
        return """
            OVERVIEW: Serves a library over HTTP, with the studio for browsers.

            The server prints its address, and the link that signs the owner in. limn access add makes links for others.
            Each option can also be set by a variable (--max-upload: LIMN_MAX_UPLOAD) or in the file of --config. The
            command line wins over variables, and variables win over the file.

            USAGE: limn serve [options]

            EXAMPLES:
              limn serve --open                           open the studio on this computer
              limn serve --host 0.0.0.0 --tls self        let tablets on this network connect
              limn access add Ada --role player --character maren

            OPTIONS:

            """ + flags.map { entry($0.0, $0.1) }.joined()
    }

    /// The column where the descriptions begin, and the width of the text.
    private static let (column, width) = (30, 100)

    /// An option with its description, whose lines are broken between words.
    private static func entry(_ option: String, _ description: String) -> String {
        var lines = ["  \(option)".padded(to: column - 1)]
        if lines[0].count >= column { lines.append(" ".padded(to: column - 1)) }
        for word in description.split(separator: " ") {
            if lines[lines.count - 1].count + 1 + word.count > width { lines.append(" ".padded(to: column - 1)) }
            lines[lines.count - 1] += " \(word)"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func help(_ setting: Setting) -> String {
        guard let standard = setting.standard, standard != .flag(false) else { return setting.help }
        let shown = setting.shown(standard).replacing("\"", with: "")
        return "\(setting.help) (default: \(shown))"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
