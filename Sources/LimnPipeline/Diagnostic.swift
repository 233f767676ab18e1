// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnInk
public import LimnJobs
public import SystemPackage

/// Something a person should know about a result: the file and the page it concerns, and a sentence.
public struct Diagnostic: Hashable, Sendable {
    /// What kind of thing it is.
    public var code: Code
    /// The name of the file as people see it.
    public var file: String
    /// The page, from 1; nil for the file as a whole.
    public var page: Int?
    /// Whether the result exists all the same.
    public var isWarning: Bool
    /// The sentence, without the file's name. It names no option of any program; a program puts its own advice to the
    /// ``code-swift.property``.
    public var text: String

    private init(_ code: Code, file: String, page: Int?, isWarning: Bool, _ text: String) {
        self.code = code
        self.file = file
        self.page = page
        self.isWarning = isWarning
        self.text = text
    }

    /// Something that was done, but not quite as asked.
    init(_ code: Code, _ text: String, about file: FilePath, page: Int? = nil) {
        self.init(code, text, named: file.shownAsInput, page: page)
    }

    /// The same about something that has a name but no path, such as a template.
    init(_ code: Code, _ text: String, named name: String, page: Int? = nil) {
        self.init(code, file: name, page: page, isWarning: true, text)
    }

    /// Why something was not done, told of the file that is at fault, else of the one that was worked on.
    public init(_ error: LimnError, about file: FilePath, page: Int? = nil) {
        self.init(error, named: file.shownAsInput, page: page)
    }

    /// The same about something that has a name but no path, such as a character.
    init(_ error: LimnError, named name: String, page: Int? = nil) {
        let isOther = error.subject != nil && error.subject != name
        self.init(
            .error(error.code), file: error.subject ?? name, page: isOther ? nil : page, isWarning: false,
            error.sentence)
    }

    /// Something of an ink file that could not be carried over.
    public init(_ item: DroppedItem, in ink: FilePath) {
        var item = item
        let page = item.page
        item.page = nil
        self.init(.dropped, "\(item) is left out.", about: ink, page: page)
    }

    /// The whole line: `NAME, page 3: warning: Sentence.`
    public var line: String {
        "\(file)\(page.map { ", page \($0)" } ?? ""): \(isWarning ? "warning: " : "")\(text)"
    }

    /// The sentence for JSON, where the input's name stands beside it.
    func message(input: FilePath?) -> String {
        message(inputName: input?.shownAsInput)
    }

    /// The same where the input has a name but no path.
    func message(inputName: String?) -> String { file == inputName ? text : "\(file): \(text)" }
}
