// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import SystemPackage

/// Something to be told about a result: the file and the page it concerns, and a sentence.
public struct Diagnostic: Hashable, Sendable {
    /// How much a diagnostic matters.
    public enum Severity: String, Hashable, Sendable, Codable {
        /// The result is as it should be; only somebody who wants to know every detail is told.
        case note
        /// There is a result, and a person should look at it.
        case warning
        /// There is no result.
        case error
    }

    /// What kind of thing it is.
    public var code: Code
    /// The name of the file as people see it.
    public var file: String
    /// The page, from 1; nil for the file as a whole.
    public var page: Int?
    /// How much it matters.
    public var severity: Severity
    /// The sentence, without the file's name. It names no option of any program; a program puts its own advice to the
    /// ``code-swift.property``.
    public var text: String

    private init(_ code: Code, file: String, page: Int?, _ severity: Severity, _ text: String) {
        self.code = code
        self.file = file
        self.page = page
        self.severity = severity
        self.text = text
    }

    /// Something that was done, but not quite as asked; or where said so, nothing that a person needs to know.
    init(
        _ code: Code, _ text: String, about file: FilePath, page: Int? = nil, _ severity: Severity = .warning
    ) {
        self.init(code, text, named: file.shownAsInput, page: page, severity)
    }

    /// The same about something that has a name but no path, such as a template.
    init(
        _ code: Code, _ text: String, named name: String, page: Int? = nil, _ severity: Severity = .warning
    ) {
        self.init(code, file: name, page: page, severity, text)
    }

    /// What a library printed about a file. Its warnings are about things that it coped with.
    init(libraryText text: String, about file: FilePath, page: Int? = nil) {
        let isHarmless = text.hasPrefix("Syntax warning") || text.contains("reported number of objects")
        self.init(.libraryWarning, text, about: file, page: page, isHarmless ? .note : .warning)
    }

    /// Why something was not done, told of the file that is at fault, else of the one that was worked on.
    public init(_ error: LimnError, about file: FilePath, page: Int? = nil) {
        self.init(error, named: file.shownAsInput, page: page)
    }

    /// The same about something that has a name but no path, such as a character.
    init(_ error: LimnError, named name: String, page: Int? = nil) {
        let isOther = error.subject != nil && error.subject != name
        self.init(
            .error(error.code), file: error.subject ?? name, page: isOther ? nil : page, .error, error.sentence)
    }

    /// Something of an ink file that could not be carried over.
    public init(_ item: DroppedItem, in ink: FilePath) {
        var item = item
        let page = item.page
        item.page = nil
        let share = item.total.map { total in
            total == 1 ? ", the only object of the page" : ": \(item.count) of the page's \(total) objects"
        }
        self.init(.dropped, "\(item) is left out\(share ?? "").", about: ink, page: page)
    }

    /// The whole line: `NAME, page 3: warning: Sentence.`
    public var line: String {
        "\(file)\(page.map { ", page \($0)" } ?? ""): \(severity == .error ? "" : "\(severity.rawValue): ")\(text)"
    }

    /// The sentence for JSON, where the input's name stands beside it.
    func message(input: FilePath?) -> String {
        message(inputName: input?.shownAsInput)
    }

    /// The same where the input has a name but no path.
    func message(inputName: String?) -> String { file == inputName ? text : "\(file): \(text)" }
}

extension [Diagnostic] {
    /// `warnings` where a person should look at the result, else `ok`; errors have a status of their own.
    var status: ResultStatus { contains { $0.severity == .warning } ? .warnings : .ok }

    /// What a person should know, as sentences for JSON; a file's name stands in front where it is not the input's.
    func messages(inputName: String?) -> [String] {
        filter { $0.severity != .note }.map { $0.message(inputName: inputName) }
    }

    /// What is told on request only, likewise.
    func notes(inputName: String?) -> [String] {
        filter { $0.severity == .note }.map { $0.message(inputName: inputName) }
    }
}
