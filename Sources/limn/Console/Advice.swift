// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline

/// The advice that the command line adds to messages: the option or the command that solves the problem.
///
/// Messages come from modules that do not depend on the command line. Only this table maps their codes to options.
enum Advice {
    /// Returns the advice for a code, to be inserted before the full stop of the message; nil if there is none.
    ///
    /// - Parameter file: the name of the file in the message.
    private static func words(for code: LimnError.Code, file: String, _ sentence: String) -> String? {
        switch code {
        case .locked where sentence.contains("give its password"): " with --password-file"
        case .limit where sentence.contains("memory"): "; --memory allows more"
        case .limit where sentence.contains("longer than"): "; --timeout and --time-budget allow more"
        case .refused where sentence.contains("places are doubtful"): "; --all makes fields of them, too"
        case .refused where sentence.contains("million pixels"): "; --max-pixels allows more"
        case .signed: "; --force does it anyway"
        case .unverified, .inkNotShown: " (--no-verify publishes it anyway)"
        case .noBackground:
            "; give one: limn flatten TEMPLATE.pdf \(file == "standard input" ? "-" : file) -o OUT.pdf"
        case .backgroundMissing: "; give the PDF yourself"
        case .backgroundForbidden: "; allow its folder with --allow-background DIR, or give the PDF yourself"
        case .needsKeptFolders: "; use --keep-folders, or render them one by one"
        case .needsFolder where sentence.contains("characters"): "; give a folder"
        case .needsFolder: "; choose one with --pages, or give a folder"
        case .needsOnePage: " (limn ink convert --page)"
        case .needsInkOfOnePage: " (--page)"
        case .needsAudience: "; --audience players leaves it out, --audience gm keeps it"
        case .unknownFormat: ", or give --to"
        case .noTemplate: " (limn character attach)"
        case .heldBack: " (--keep-going imports it)"
        case .unconfined: "; --unconfined or LIMN_UNCONFINED=1 reads it anyway"
        case .tooLarge: "; --max-input allows more"
        case .libraryDamaged: "; limn library check gives the details"
        default: nil
        }
    }

    private static func words(for code: Diagnostic.Code, file: String, _ sentence: String) -> String? {
        if let error = code.error { return words(for: error, file: file, sentence) }
        return switch code {
        case .inkUnscaled: " (--fit scales it)"
        case .inkBeyondPage: "; --extend makes the page larger"
        case .resolutionLowered: " (--max-pixels allows more)"
        case .inkHidden: "; --mode annotate puts it above them"
        default: nil
        }
    }

    /// Returns the line for a diagnostic, with advice.
    static func line(_ diagnostic: Diagnostic) -> String {
        if isAboutWorkers(diagnostic.text) { return missingWorker(diagnostic.text) }
        return adding(words(for: diagnostic.code, file: diagnostic.file, diagnostic.text), to: diagnostic.line)
    }

    /// Returns the lines for diagnostics, with advice. Diagnostics that differ only in their pages become one line with
    /// all page numbers.
    static func lines(_ diagnostics: [Diagnostic]) -> [String] {
        var lines: [(diagnostic: Diagnostic, pages: [Int])] = []
        for diagnostic in diagnostics {
            guard let page = diagnostic.page else {
                lines.append((diagnostic, []))
                continue
            }
            if let index = lines.firstIndex(where: { $0.diagnostic.isSame(as: diagnostic) && !$0.pages.isEmpty }) {
                lines[index].pages.append(page)
            } else {
                lines.append((diagnostic, [page]))
            }
        }
        return lines.map { diagnostic, pages in
            guard pages.count > 1 else { return line(diagnostic) }
            var whole = diagnostic
            whole.page = nil
            whole.file += ", pages \(ranges(pages))"
            return line(whole)
        }
    }

    /// Formats page numbers, such as `1-3, 7`.
    private static func ranges(_ pages: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for page in Set(pages).sorted() {
            if let last = ranges.last, last.upperBound + 1 == page {
                ranges[ranges.count - 1] = last.lowerBound...page
            } else {
                ranges.append(page...page)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ", ")
    }

    /// Returns the line for an error, with advice.
    static func line(_ error: LimnError) -> String {
        if isAboutWorkers(error.sentence) { return missingWorker(error.sentence) }
        return adding(words(for: error.code, file: error.subject ?? "", error.sentence), to: error.description)
    }

    /// Returns the line for an error of a library, with advice.
    static func line(_ error: LibraryError) -> String {
        adding(error.code == .damaged ? words(for: .libraryDamaged, file: "", "") : nil, to: error.description)
    }

    /// Whether a sentence says that no worker can be started, which is no fault of the file.
    private static func isAboutWorkers(_ sentence: String) -> Bool {
        sentence.contains("worker") && sentence.contains("cannot be started")
    }

    private static func missingWorker(_ sentence: String) -> String {
        "\(sentence) It belongs next to limn, or in ../libexec/limn; \(WorkerProgram.variable) can name another place."
    }

    /// The help of the command at hand. Advice names only options that it has.
    private static let options = LimnCommand.helpMessage(
        for: HelpText.command(for: RawArguments.all()).command, columns: 100_000)

    /// Returns whether the command at hand has the options in the words, if they are about this command.
    private static func suits(_ words: String) -> Bool {
        words.contains("limn ")
            || words.matches(of: /--[a-z][a-z-]+/).allSatisfy { options.contains("\($0.output)") }
    }

    private static func adding(_ words: String?, to line: String) -> String {
        guard let words, suits(words) else { return line }
        return line.hasSuffix(".") ? line.dropLast() + words + "." : line + words
    }
}

extension Diagnostic {
    /// Returns whether a diagnostic differs from this one at most in its page.
    fileprivate func isSame(as other: Diagnostic) -> Bool {
        code == other.code && file == other.file && severity == other.severity && text == other.text
    }
}
