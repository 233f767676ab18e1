// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnLibrary
internal import LimnPipeline

/// The `limn character undo` command.
struct CharacterUndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undoes the last change of ink or form values.")

    @OptionGroup var options: CharacterInkOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @Option(help: "Undo only this page's last change. (default: the last change of any kind, on all its pages)")
    var page: Int?
    @Flag(help: "Undo the last change of the form values; the ink stays as it is.")
    var form = false

    func validate() throws { try options.check(page, form) }

    func run() throws {
        if try form || (page == nil && options.isOfForm(character, .undo) { $0.last { !$0.isUndone } }) {
            return try options.runForm(character) { try CharacterFormEditor($0).undo($1) }
        }
        try options.run(character) { store, id in try CharacterInkEditor(store).undo(id, page: page) }
    }
}

/// The `limn character redo` command.
struct CharacterRedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Redoes the change that was undone last.")

    @OptionGroup var options: CharacterInkOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @Option(help: "Redo only this page's next change. (default: the next change of any kind, on all its pages)")
    var page: Int?
    @Flag(help: "Redo the next change of the form values; the ink stays as it is.")
    var form = false

    func validate() throws { try options.check(page, form) }

    func run() throws {
        if try form || (page == nil && options.isOfForm(character, .redo) { $0.first { $0.isUndone } }) {
            return try options.runForm(character) { try CharacterFormEditor($0).redo($1) }
        }
        try options.run(character) { store, id in try CharacterInkEditor(store).redo(id, page: page) }
    }
}

extension CharacterInkOptions {
    fileprivate func check(_ page: Int?, _ form: Bool) throws {
        if form, page != nil { throw ValidationError("--form and --page contradict each other: a form has no pages.") }
    }

    /// Returns whether a change of the character, which `next` chooses among all, is one of the form alone.
    fileprivate func isOfForm(
        _ character: Reference, _ direction: OwnDirection, next: ([EditGroup]) -> EditGroup?
    ) throws -> Bool {
        let store = try library.open()
        let (groups, here) = try Ending.failing {
            let id = try store.resolveCharacter(character.text).id
            return (try store.changes(of: id), try store.nextChangeHere(direction, of: id))
        }
        let found = here.map { here in groups.first { $0.version == here } } ?? next(groups)
        guard let group = found else { return false }
        return group.form != nil && group.pages.isEmpty && !group.isWhole
    }

    /// Runs `body` with a character and prints the result.
    fileprivate func runForm(
        _ character: Reference, _ body: (Library, CharacterID) throws -> CharacterFormResult
    ) throws {
        let store = try library.open()
        let result = try Ending.failing { try body(store, try store.resolveCharacter(character.text).id) }
        try result.end(report)
    }
}
