// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation

/// The help of a command: what it is for, examples, and its options; limits and what all commands share are named in
/// one line each, and have a topic of their own.
enum HelpText {
    /// The titles of option groups that a command's help only names. `limn help limits` describes them.
    enum Shared {
        /// Options for passwords and limits.
        static let limits = "Limits"
        /// Options for the output of results.
        static let results = "Results"
    }

    /// How much a help tells.
    enum Extent {
        /// What fits a screen: the first sentence of each description; what is seldom used is only named.
        case brief
        /// All options with their whole descriptions.
        case full
    }

    /// The options that a brief help only names.
    private static let seldom: Set<String> = [
        "--files-from", "-0", "--at-most", "--allow-background", "--keep-folders", "--resume", "--no-clobber",
        "--extend",
        "--layers",
        "--no-notes", "--transparent", "--save", "--print", "--no-source-ink", "--tolerance", "--max-size",
        "--no-verify", "--verify", "--receipt", "--census", "--force", "--optional-content", "--fit", "--delimiter",
        "--results",
        "--strict", "--mapping", "--jobs", "--quality", "--data-format", "--costs", "--count-pages", "--split",
    ]

    /// An option or an argument with its description.
    private struct Entry {
        var label: String
        var text: String

        /// The first long name, or the label.
        var name: String {
            label.split(whereSeparator: { ", ".contains($0) }).first { $0.hasPrefix("--") }.map(String.init) ?? label
        }
    }

    /// A part of the parser's help: a title and entries.
    private struct Section {
        var title: String
        var entries: [Entry]
    }

    private static let labelWidth = 25

    /// Returns the help of the command to which the words lead.
    ///
    /// - Parameter words: the words on the command line after `limn`, of which the first ones may name commands.
    static func text(for words: [String], _ extent: Extent) -> String {
        let (command, path) = Self.command(for: words)
        let parsed = sections(of: command)
        let configuration = command.configuration
        let name = (["limn"] + path).joined(separator: " ")
        var parts = ["OVERVIEW: \(configuration.abstract)"]
        parts += configuration.discussion.split(separator: "\n\n").map { String($0) }
        // A line that is set in, such as a command, stays as it is.
        parts = parts.map { part in
            part.split(separator: "\n").map { $0.hasPrefix("  ") ? String($0) : wrapped(String($0), indent: 0) }
                .joined(separator: "\n")
        }
        let usage = configuration.usage ?? "\(name) \(synopsis(parsed, of: configuration))"
        parts.append("USAGE: " + usage.replacing("\n", with: "\n       "))
        let examples = HelpExamples.lines(for: path.joined(separator: " "))
        if !examples.isEmpty { parts.append((["EXAMPLES:"] + examples.map { "  \($0)" }).joined(separator: "\n")) }
        let shared = [Shared.limits, Shared.results].map { $0.uppercased() }
        var (further, only): ([Entry], [Section]) = ([], [])
        for section in parsed where !shared.contains(section.title) {
            // Every command has these, and the help of limn itself shows them.
            var entries = section.entries.filter { path.isEmpty || !["--version", "--help"].contains($0.name) }
            if extent == .brief, section.title.hasPrefix("OPTIONS OF ") {
                only.append(section)
                continue
            }
            if extent == .brief {
                further += entries.filter { seldom.contains($0.name) }
                entries = entries.filter { !seldom.contains($0.name) }.map(brief)
                if section.title != "ARGUMENTS", section.title != "OPTIONS" { entries = entries.map(shortened) }
            }
            guard !entries.isEmpty else { continue }
            parts.append((["\(section.title):"] + entries.map(line)).joined(separator: "\n"))
        }
        if path.isEmpty { parts.append(HelpTopic.list) }
        if !further.isEmpty { only.append(Section(title: "MORE OPTIONS", entries: further)) }
        let names = only.map { section in
            wrapped("\(section.title): \(section.entries.map { short($0.label) }.joined(separator: " "))", indent: 2)
        }
        if !names.isEmpty {
            let more = "limn help " + path.joined(separator: " ")
            parts.append((names + ["  '\(more)' describes these."]).joined(separator: "\n"))
        }
        parts.append(footer(parsed, name: name, hasVerbs: !configuration.subcommands.isEmpty))
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Returns an entry with the first sentence of its text, and with its values and its default.
    private static func brief(_ entry: Entry) -> Entry {
        var entry = entry
        let values = entry.text.hasSuffix(")") ? entry.text.range(of: " (", options: .backwards) : nil
        let text = values.map { entry.text[..<$0.lowerBound] } ?? entry.text[...]
        guard let end = text.range(of: ". ") else { return entry }
        entry.text = text[..<end.lowerBound] + "." + (values.map { entry.text[$0.lowerBound...] } ?? "")
        return entry
    }

    /// Returns a command with the first part of its text if the whole does not fit on a line.
    private static func shortened(_ entry: Entry) -> Entry {
        guard labelWidth + entry.text.count > columns else { return entry }
        var entry = entry
        let ends = ["; ", ": ", ", or ", ", which ", ", with ", ", the ", ", from "].compactMap {
            entry.text.range(of: $0)?.lowerBound
        }
        if let end = ends.min() { entry.text = entry.text[..<end] + "." }
        return entry
    }

    /// Returns the options for passwords and limits, as a list with descriptions.
    static var limits: String {
        let parsed = sections(of: RenderCommand.self)
        return parsed.filter { $0.title == Shared.limits.uppercased() || $0.title == Shared.results.uppercased() }
            .flatMap(\.entries).map(line).joined(separator: "\n")
    }

    /// Returns the command to which words lead, and the words that name it.
    static func command(for words: [String]) -> (command: any ParsableCommand.Type, path: [String]) {
        var command: any ParsableCommand.Type = LimnCommand.self
        var path: [String] = []
        for word in words where !word.hasPrefix("-") && word != "help" {
            guard
                let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
            else { break }
            command = next
            path.append(word)
        }
        return (command, path)
    }

    /// Returns the arguments and the most important options of a command, as its usage shows them.
    private static func synopsis(_ sections: [Section], of configuration: CommandConfiguration) -> String {
        if !configuration.subcommands.isEmpty { return "<command>" }
        let arguments = sections.first { $0.title == "ARGUMENTS" }?.entries.map(\.label) ?? []
        return (["[options]"] + arguments).joined(separator: " ")
    }

    private static func footer(_ sections: [Section], name: String, hasVerbs: Bool) -> String {
        if hasVerbs {
            let help = "limn help" + name.dropFirst("limn".count)
            return "'\(help) <command>' shows more about a command."
        }
        func names(_ title: String) -> [String] {
            sections.first { $0.title == title.uppercased() }?.entries.map(\.label).map(Self.short) ?? []
        }
        let (limits, results) = (names(Shared.limits), names(Shared.results))
        var lines: [String] = []
        if !results.isEmpty { lines.append(wrapped("RESULTS: \(results.joined(separator: " "))", indent: 9)) }
        if !limits.isEmpty {
            lines.append(wrapped("LIMITS AND PASSWORDS: \(limits.joined(separator: " "))", indent: 2))
        }
        if !lines.isEmpty { lines.append("  'limn help limits' describes these.") }
        return lines.joined(separator: "\n")
    }

    /// Returns a label without the long form of a short option's value: `-q, --quiet` stays, `--timeout <number>` loses
    /// its value.
    private static func short(_ label: String) -> String {
        label.split(separator: " ").filter { !$0.hasPrefix("<") }.joined(separator: " ").replacing(", ", with: ",")
    }

    // MARK: The parser's text

    /// Returns the sections of the parser's own help.
    private static func sections(of command: any ParsableCommand.Type) -> [Section] {
        // Without line breaks in descriptions, each entry is one line, or two if its label is long.
        let text = LimnCommand.helpMessage(for: command, columns: 100_000)
        var sections: [Section] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("  See '") {
            if line.hasSuffix(":"), line.first?.isUppercase == true, line == line.uppercased() {
                let title = line.dropLast().replacing(" SUBCOMMANDS", with: "")
                sections.append(Section(title: title == "SUBCOMMANDS" ? "COMMANDS" : String(title), entries: []))
            } else if line.hasPrefix("      "), let last = sections.indices.last, !sections[last].entries.isEmpty {
                let end = sections[last].entries.count - 1
                sections[last].entries[end].text += (sections[last].entries[end].text.isEmpty ? "" : " ") + line.trimmed
            } else if line.hasPrefix("  "), let last = sections.indices.last {
                let rest = line.dropFirst(2)
                let gap = rest.firstRange(of: "  ")
                let label = gap.map { rest[..<$0.lowerBound] } ?? rest
                var entry = Entry(
                    label: value(in: String(label)), text: gap.map { rest[$0.upperBound...].trimmed } ?? "")
                // A label of almost the whole column is followed by one space.
                if gap == nil, rest.count > 24, let space = rest.dropFirst(23).firstIndex(of: " ") {
                    entry = Entry(label: value(in: String(rest[..<space])), text: rest[space...].trimmed)
                }
                sections[last].entries.append(entry)
            }
        }
        return sections
    }

    /// Returns a label with the name of a kind of value, where the parser repeats the name of the option.
    private static func value(in label: String) -> String {
        guard label.hasPrefix("-"), label.hasSuffix(">"), let open = label.lastIndex(of: "<") else { return label }
        let name = String(label[label.index(after: open)...].dropLast())
        return String(label[..<open]) + "<\(HelpValues.kind(of: name))>"
    }

    // MARK: Layout

    /// The width of the terminal, at most 100 columns; 80 if there is none.
    static let columns: Int = {
        if let text = ProcessInfo.processInfo.environment["COLUMNS"], let number = Int(text), number >= 40 {
            return min(number, 100)
        }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 80 }
        return min(Int(size.ws_col), 100)
    }()

    private static func line(_ entry: Entry) -> String {
        let label = "  \(entry.label)"
        let text = wrapped(entry.text, indent: labelWidth, first: labelWidth)
        guard !entry.text.isEmpty else { return label }
        guard label.count < labelWidth else {
            return label + "\n" + String(repeating: " ", count: labelWidth) + text
        }
        return label + String(repeating: " ", count: labelWidth - label.count) + text
    }

    /// Returns a text wrapped at words.
    ///
    /// - Parameters:
    ///   - indent: the indent of all lines but the first.
    ///   - first: the column at which the first line begins.
    static func wrapped(_ text: String, indent: Int, first: Int = 0) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let start = lines.isEmpty ? first : indent
            if !line.isEmpty, start + line.count + 1 + word.count > columns {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}

/// The names of values in the help. Options with the same name mean the same everywhere.
enum HelpValues {
    /// Returns the name of the kind of value that an option takes.
    static func kind(of option: String) -> String { kinds[option] ?? option }

    private static let kinds = [
        "output": "file", "files-from": "file", "ink": "file", "allow-background": "folder", "quality": "quality",
        "pages": "pages", "page": "page", "dpi": "number", "scale-to": "pixels", "width": "number", "height": "pixels",
        "size": "number", "jobs": "number", "password": "text", "password-file": "file", "max-pixels": "millions",
        "timeout": "seconds", "time-budget": "seconds", "memory": "MiB", "max-input": "size", "max-size": "size",
        "receipt": "file", "results": "file", "merge": "file", "mapping": "file", "data-format": "format",
        "delimiter": "character", "rows": "rows", "names": "file", "library": "folder", "since": "time",
        "until": "time", "at": "x,y", "text": "text", "image": "file", "note": "title", "body": "text", "font": "name",
        "color": "color", "layer": "name", "index": "numbers", "from": "format", "to": "format", "tolerance": "points",
        "strokes": "numbers", "area": "x,y,w,h", "path": "x,y,…", "radius": "points", "search": "words", "tag": "tag",
        "template": "template", "thumbnail": "file", "salvage": "folder", "older-than": "days", "list": "file",
        "csv": "file", "costs": "folder", "split": "pages", "columns": "number", "save": "how", "mode": "mode",
        "verify": "pages",
        "preview": "folder", "name": "name", "set": "name=value", "layers": "names", "audience": "who",
        "extend": "sides",
    ]
}

extension Substring {
    fileprivate var trimmed: String { String(drop(while: { $0 == " " })) }
}
