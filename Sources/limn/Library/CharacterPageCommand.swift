// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnGeometry
internal import LimnLibrary
internal import LimnPipeline

/// The `limn character page` command.
struct CharacterPageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Changes and lists the pages of a character.",
        discussion: """
            Only this character changes; its template and other characters stay as they are. limn character undo takes \
            such a change back, with the ink that belongs to it.
            """,
        subcommands: [Insert.self, Duplicate.self, Move.self, Rotate.self, Remove.self, List.self])

    /// The options that these commands share.
    struct Options: ParsableArguments {
        @OptionGroup var library: LibraryOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        /// Runs `body` with a character and prints the pages that it returns.
        func run(
            _ character: Reference, _ body: (CharacterPageEditor, CharacterID) throws -> CharacterPagesResult
        ) throws {
            let store = try library.open()
            try Ending.failing {
                let result = try body(CharacterPageEditor(store), try store.resolveCharacter(character.text).id)
                if report.json { return try Console.print(json: result) }
                if !report.quiet { try Lines.pages(result).forEach { try Console.print($0) } }
            }
        }
    }

    /// A place beside a page.
    struct PlaceOptions: ParsableArguments {
        @Option(help: "The page before which it goes.")
        var before: Int?
        @Option(help: "The page after which it goes.")
        var after: Int?

        var place: CharacterPageEditor.Place? { before.map { .before($0) } ?? after.map { .after($0) } }

        func validate() throws {
            if before != nil, after != nil { throw ValidationError("--before and --after contradict each other.") }
            guard (before ?? 1) > 0, (after ?? 1) > 0 else { throw ValidationError("Pages are numbered from 1.") }
        }
    }

    fileprivate static func check(_ page: Int) throws {
        guard page > 0 else { throw ValidationError("Pages are numbered from 1.") }
    }

    /// The `limn character page insert` command.
    struct Insert: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "insert", abstract: "Inserts a sheet of paper. (default: after the last page)")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @OptionGroup var place: PlaceOptions
        @Option(help: "What is printed on it.")
        var paper = PaperWord.plain
        @Option(help: "The size in points, such as 595x842. (default: that of the page beside it)")
        var size: SizeOption?

        func run() throws {
            try options.run(character) { editor, id in
                try editor.insert(paper.paper, size: size?.size, place.place ?? .end, of: id)
            }
        }
    }

    /// The `limn character page duplicate` command.
    struct Duplicate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "duplicate", abstract: "Repeats a page after itself, with its ink.",
            discussion: "A form field on both pages is one field with one value.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Option(help: "The page.")
        var page: Int
        @Flag(help: "Leave the ink out.")
        var withoutInk = false

        func validate() throws { try CharacterPageCommand.check(page) }

        func run() throws {
            try options.run(character) { editor, id in try editor.duplicate(page, withInk: !withoutInk, of: id) }
        }
    }

    /// The `limn character page move` command.
    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Moves a page before or after another page.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Option(help: "The page.")
        var page: Int
        @OptionGroup var place: PlaceOptions

        func validate() throws {
            try CharacterPageCommand.check(page)
            guard place.place != nil else { throw ValidationError("Give --before or --after.") }
        }

        func run() throws {
            try options.run(character) { editor, id in try editor.move(page, place.place ?? .end, of: id) }
        }
    }

    /// The `limn character page rotate` command.
    struct Rotate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate", abstract: "Rotates a page clockwise, with its ink.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Option(help: "The page.")
        var page: Int
        @Option(parsing: .unconditional, help: "The degrees: 90, 180 or 270, or -90.")
        var by = 90

        private var rotation: PageGeometry.Rotation { PageGeometry.Rotation(degrees: by) }

        func validate() throws {
            try CharacterPageCommand.check(page)
            guard by.isMultiple(of: 90), rotation != .none else {
                throw ValidationError("--by takes 90, 180 or 270, or -90.")
            }
        }

        func run() throws {
            try options.run(character) { editor, id in try editor.turn(page, by: rotation, of: id) }
        }
    }

    /// The `limn character page remove` command.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes a page. limn character undo brings it back with its ink.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Option(help: "The page.")
        var page: Int

        func validate() throws { try CharacterPageCommand.check(page) }

        func run() throws { try options.run(character) { editor, id in try editor.remove(page, of: id) } }
    }

    /// The `limn character page list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the pages of a character in their order.")

        @OptionGroup var options: Options
        @Argument(help: "The character.", completion: .characters)
        var character: Reference

        func run() throws { try options.run(character) { editor, id in try editor.pages(of: id) } }
    }
}

/// A word for what is printed on a sheet of paper.
enum PaperWord: String, CaseIterable, ExpressibleByArgument {
    case plain, lined, dotted, squared

    var paper: PageList.Paper {
        switch self {
        case .plain: .plain
        case .lined: .lined
        case .dotted: .dotted
        case .squared: .squared
        }
    }
}

/// A size in points, such as `595x842`.
struct SizeOption: ExpressibleByArgument {
    let size: Size

    init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (1...14_400).contains(width),
            (1...14_400).contains(height)
        else { return nil }
        size = Size(width: width, height: height)
    }
}

extension Lines {
    /// Describes the page that was changed, or all pages.
    static func pages(_ result: CharacterPagesResult) -> [String] {
        let pages = zip(result.pages.list.pages, result.pages.geometry).map { page($0, size: $1.size) }
        if let changed = result.page {
            return ["\(result.character.name), page \(changed) of \(pages.count): \(pages[changed - 1])"]
        }
        return pages.enumerated().map { "page \($0 + 1): \($1)" }
    }

    private static func page(_ page: PageList.Page, size: Size) -> String {
        let what =
            switch page.content {
            case .template(let number): "page \(number) of the template"
            case .paper(let kind, _): "\(kind.rawValue) paper"
            }
        let turn = page.turn == .none ? "" : ", rotated by \(page.turn.rawValue)°"
        return "\(what), \(short(size.width)) × \(short(size.height)) pt\(turn)"
    }
}
