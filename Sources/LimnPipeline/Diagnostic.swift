// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import SystemPackage

/// A message about a result: a sentence, with the file and the page that it concerns.
public struct Diagnostic: Hashable, Sendable {
    /// The severity of a diagnostic.
    public enum Severity: String, Hashable, Sendable, Codable {
        /// Information for users who want every detail. The result is as requested.
        case note
        /// There is a result, but the user should check it.
        case warning
        /// There is no result.
        case error
    }

    /// The kind of message.
    public var code: Code
    /// The name of the file, as shown in messages.
    public var file: String
    /// The page number, from 1; nil for the file as a whole.
    public var page: Int?
    /// The severity of the diagnostic.
    public var severity: Severity
    /// The sentence, without the file's name. It mentions no command-line options; programs may add advice based on the
    /// ``code-swift.property``.
    public var text: String

    private init(_ code: Code, file: String, page: Int?, _ severity: Severity, _ text: String) {
        self.code = code
        self.file = file
        self.page = page
        self.severity = severity
        self.text = text
    }

    /// Makes a diagnostic about a file. By default, it is a warning.
    init(
        _ code: Code, _ text: String, about file: FilePath, page: Int? = nil, _ severity: Severity = .warning
    ) {
        self.init(code, text, named: file.shownAsInput, page: page, severity)
    }

    /// Makes a diagnostic about something with a name but without a path, such as a template.
    init(
        _ code: Code, _ text: String, named name: String, page: Int? = nil, _ severity: Severity = .warning
    ) {
        self.init(code, file: name, page: page, severity, text)
    }

    /// Makes a diagnostic from a message about a file that a worker reports: a warning from Limn's own sentence, and a
    /// note from a message of a library.
    init(libraryText text: String, about file: FilePath, page: Int? = nil) {
        let own = LibraryText.ownSentence(in: text)
        self.init(.libraryWarning, own ?? text, about: file, page: page, own == nil ? .note : .warning)
    }

    /// Makes a diagnostic from an error. It concerns the file that the error names, or otherwise the given file.
    ///
    /// - Parameters:
    ///   - error: the error, whose code the diagnostic keeps.
    ///   - file: the file that was read or written.
    ///   - page: the page that it concerns, from 1; nil for the whole file.
    public init(_ error: LimnError, about file: FilePath, page: Int? = nil) {
        self.init(error, named: file.shownAsInput, page: page)
    }

    /// Makes a diagnostic from an error about something with a name but without a path, such as a character.
    init(_ error: LimnError, named name: String, page: Int? = nil) {
        let isOther = error.subject != nil && error.subject != name
        self.init(
            .error(error.code), file: error.subject ?? name, page: isOther ? nil : page, .error, error.sentence)
    }

    /// Makes a warning about an item of an ink file that was dropped or changed.
    ///
    /// - Parameters:
    ///   - item: what was dropped, and how often.
    ///   - ink: the file that was read.
    public init(_ item: DroppedItem, in ink: FilePath) {
        var item = item
        let page = item.page
        item.page = nil
        let share = item.total.map { total in
            total == 1 ? ", the only object of the page" : ": \(item.count) of the page's \(total) objects"
        }
        let fate = item.kind == .markup ? "becomes strokes" : "is left out\(share ?? "")"
        self.init(.dropped, "\(item) \(fate).", about: ink, page: page)
    }

    /// The diagnostic as a line of text: `NAME, page 3: warning: Sentence.`
    public var line: String {
        "\(file)\(page.map { ", page \($0)" } ?? ""): \(severity == .error ? "" : "\(severity.rawValue): ")\(text)"
    }

    /// Returns the sentence for JSON. It names the file unless the file is the input.
    func message(input: FilePath?) -> String {
        message(inputName: input?.shownAsInput)
    }

    /// Returns the sentence for JSON if the input has a name but no path.
    func message(inputName: String?) -> String { file == inputName ? text : "\(file): \(text)" }
}

extension [Diagnostic] {
    /// `warnings` if there is a warning, otherwise `ok`. Errors have their own status.
    var status: ResultStatus { contains { $0.severity == .warning } ? .warnings : .ok }

    /// Returns the warnings and errors as sentences for JSON. A sentence names its file unless the file is the input.
    func messages(inputName: String?) -> [String] {
        filter { $0.severity != .note }.map { $0.message(inputName: inputName) }
    }

    /// Returns the notes as sentences for JSON. A sentence names its file unless the file is the input.
    func notes(inputName: String?) -> [String] {
        filter { $0.severity == .note }.map { $0.message(inputName: inputName) }
    }
}
