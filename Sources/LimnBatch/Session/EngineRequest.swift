// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import LimnFiles
internal import SystemPackage

/// A line that a program sends to an ``EngineSession``.
enum EngineMessage: Decodable {
    /// Work, answered under its number.
    case request(EngineRequest)
    /// The request with this number is to end.
    case cancel(Int)
    /// The program has taken so many more pages of a request.
    case taken(Int, of: Int)

    private enum Keys: String, CodingKey { case id, cancel, taken }

    /// The numbers that requests may have: those that every JSON reader holds exactly.
    static let numbers = 0...(1 << 53)

    init(from decoder: any Decoder) throws {
        let keyed = try decoder.container(keyedBy: Keys.self)
        func number(_ key: Keys, _ range: ClosedRange<Int>) throws -> Int? {
            guard let value = try keyed.decodeIfPresent(Int.self, forKey: key) else { return nil }
            guard range.contains(value) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: keyed, debugDescription: "The number is out of range.")
            }
            return value
        }
        if let id = try number(.cancel, Self.numbers) {
            self = .cancel(id)
            return
        }
        guard let id = try number(.id, Self.numbers) else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: keyed, debugDescription: "The line has no id.")
        }
        if let count = try number(.taken, 1...1_000_000) {
            self = .taken(count, of: id)
        } else {
            self = .request(try EngineRequest(id: id, from: decoder))
        }
    }
}

/// Work for an ``EngineSession``: a task of a batch, or one of the verbs that batches do not have.
struct EngineRequest: Sendable {
    /// What to do.
    enum Work: Sendable {
        /// A task of a batch.
        case task(BatchTask)
        /// Reads the fields of a form.
        case showForm(TaskInput)
        /// Reads what is printed on pages.
        case readText(TaskInput, pages: PageSelection)
        /// Reads the marks on what is printed on pages.
        case readMarks(TaskInput, pages: PageSelection)
        /// Converts ink into the format with an id, such as `xopp`, for an audience; nil if none was named.
        case convertInk(TaskInput, to: String, for: Drawing.Layer.Audience?)
    }

    /// The number under which it is answered.
    var id: Int
    /// What to do.
    var work: Work
    /// The folder for new files. The program makes it and empties it.
    var folder: FilePath
    /// The password of the document; nil for none.
    var password: String?
    /// How many pages may wait for the program to take them.
    var window: Int

    private enum Keys: String, CodingKey { case verb, inputs, options, folder, password, window }

    init(id: Int, from decoder: any Decoder) throws {
        let keyed = try decoder.container(keyedBy: Keys.self)
        self.id = id
        let verb = try keyed.decode(String.self, forKey: .verb)
        let input = { () throws -> TaskInput in
            let inputs = try keyed.decode([TaskInput].self, forKey: .inputs)
            guard inputs.count == 1, let input = inputs.first else {
                throw DecodingError.dataCorruptedError(
                    forKey: .inputs, in: keyed, debugDescription: "The operation takes one input.")
            }
            return input
        }
        switch verb {
        case "form show": work = .showForm(try input())
        case "text", "marks":
            let options = try keyed.decodeIfPresent(TaskOptions.self, forKey: .options) ?? TaskOptions()
            try options.check(["pages"])
            guard let pages = PageSelection(try options.text("pages") ?? "1-z") else {
                throw DecodingError.dataCorruptedError(
                    forKey: .options, in: keyed, debugDescription: "The pages are no list such as 1-3,7,z.")
            }
            work = verb == "text" ? .readText(try input(), pages: pages) : .readMarks(try input(), pages: pages)
        case "ink convert":
            let options = try keyed.decodeIfPresent(TaskOptions.self, forKey: .options) ?? TaskOptions()
            try options.check(["to", "audience"])
            let audience = try options.choice("audience", AudienceWord.self)
            work = .convertInk(try input(), to: try options.text("to") ?? "limn", for: audience?.audience)
        default: work = .task(try BatchTask(from: decoder))
        }
        folder = FilePath(try keyed.decodeIfPresent(String.self, forKey: .folder) ?? "")
        password = try keyed.decodeIfPresent(String.self, forKey: .password)
        window = min(max(try keyed.decodeIfPresent(Int.self, forKey: .window) ?? 1000, 1), 1_000_000)
    }
}
