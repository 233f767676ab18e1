// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnLibrary

/// What `limn help` tells besides the help of commands.
enum HelpTopic: String, CaseIterable {
    case limits
    case exitCodes = "exit-codes"
    case pageRanges = "page-ranges"
    case times
    case completion

    /// What the topic is about, in a few words.
    private var subject: String {
        switch self {
        case .limits: "Memory, time, sizes, passwords, and the options of all commands."
        case .exitCodes: "What a command's exit code says."
        case .pageRanges: "How pages, rows, strokes and items are chosen."
        case .times: "How times are written and shown."
        case .completion: "Words that the Tab key completes in a shell."
        }
    }

    /// The topics with their subjects, for the help of `limn`.
    static var list: String {
        let lines = allCases.map { topic in
            "  \(topic.rawValue)" + String(repeating: " ", count: 23 - topic.rawValue.count) + topic.subject
        }
        return (["TOPICS:"] + lines).joined(separator: "\n")
    }

    private var text: String {
        switch self {
        case .limits:
            """
            Limits, passwords and results: options of every command that reads documents.

            A document is read by separate processes without rights. A process is stopped at these limits, and only its \
            document fails. If a file is too large or too slow, give it more:
              limn render map.pdf -o pages/ --memory 2048 --timeout 120 --max-pixels 200

            A password on the command line can be seen by others on the machine; a file's first line cannot:
              limn inspect secret.pdf --password-file password.txt

            \(HelpText.limits)
            """
        case .exitCodes:
            """
            Exit codes.

              0    Success.
              1    Something failed or was refused; messages say what. Of several files, the others are done.
              3    Success, with warnings on standard error.
              64   The command line is wrong. Nothing was done.
              75   limn batch run only: run the same command again; it does what is missing.
              130  The command was interrupted. Every file that has its final name is complete.
            """
        case .pageRanges:
            """
            Page ranges: --pages, --rows, --strokes, --index.

              2          one page; pages are numbered from 1
              1-3,7      a range and a page, in this order
              z          the last page; 5-z goes to the end
              r2         the second to last
              3-1        in reverse

            Examples:
              limn render sheet.pdf --pages 2,3 -o pages/
              limn form fill sheet.pdf party.csv --rows 2-z -o 'out/{@row:03}.pdf'
              limn character erase maren --page 1 --strokes 4-6

            --page names a single page: the one that is shown, or the one that ink or an item goes to.
            """
        case .times:
            """
            Times: --since, --until, --at.

            Times are shown in the zone of this machine, with its offset, as in 2026-11-26 07:49:05 +01:00. What is \
            shown can be given back. A time without an offset is local.
              2026-11-26                  that day
              "2026-11-26 07:49"          a minute; seconds are optional
              2026-11-26T07:49:05Z        a time with its zone
              today, yesterday            that day
              tuesday                     the last Tuesday before today
              "yesterday 18:00", noon     a time of a day; without a day, of today
              30min, 2h, 3d, 2w           that long ago

            A day counts from its beginning for --since, and to its end for --until and --at.
            """
        case .completion:
            """
            Completion: the Tab key offers commands, options, their values, and the names in the library.

              bash:  limn --generate-completion-script bash > ~/.local/share/bash-completion/completions/limn
              zsh:   limn --generate-completion-script zsh > ~/.zfunc/_limn
              fish:  limn --generate-completion-script fish > ~/.config/fish/completions/limn.fish

            The Debian package includes the files.
            """
        }
    }

    /// Returns the words that ask the server for its help, which it tells itself, where they are `help serve`.
    static func forServer(_ arguments: [String]) -> [String] {
        arguments == ["help", "serve"] ? ["serve", "--help"] : arguments
    }

    /// Answers `limn help …` for topics and for words that are neither topics nor commands.
    ///
    /// - Parameter arguments: the words after `limn`.
    /// - Returns: the exit code; nil if the words ask for the help of a command, or for no help.
    static func answer(_ arguments: [String]) -> Int32? {
        guard arguments.first == "help" else { return nil }
        let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
        if words.count == 1, let topic = HelpTopic(rawValue: words[0].lowercased().replacing(" ", with: "-")) {
            let text = topic.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix(" ") ? String($0) : HelpText.wrapped(String($0), indent: 0) }
            return printed(text.joined(separator: "\n"))
        }
        guard HelpText.command(for: words).path.count == words.count else {
            let known =
                allCases.map(\.rawValue)
                + LimnCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
            let near = words.count == 1 ? Similarity.closest(to: words[0].lowercased(), among: known) : nil
            let hint = near.map { " Did you mean “\($0)”?" } ?? " limn --help lists the commands and topics."
            Console.complain("There is no command or topic “\(words.joined(separator: " "))”.\(hint)")
            return 64
        }
        return printed(HelpText.text(for: words, .full))
    }

    private static func printed(_ text: String) -> Int32 {
        do { try Ending.failing { try Console.print(text: text + "\n") } } catch { return 1 }
        return 0
    }
}
