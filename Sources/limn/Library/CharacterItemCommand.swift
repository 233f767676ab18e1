// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnGeometry
internal import LimnInk
internal import LimnLibrary
internal import LimnPipeline

/// The `limn character item` command.
struct CharacterItemCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "item", abstract: "Adds, lists and removes texts, pictures, notes and links.",
        subcommands: [Add.self, List.self, Remove.self])

    /// The `limn character item add` command.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds a text, a picture, a note or a link to a page. This can be undone.")

        @OptionGroup var options: CharacterInkOptions
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Option(help: "The page.")
        var page: Int
        @OptionGroup var new: NewItemOptions

        func validate() throws { try Self.check(page) }

        fileprivate static func check(_ page: Int) throws {
            guard page > 0 else { throw ValidationError("Pages are numbered from 1.") }
        }

        func run() throws {
            try options.run(character) { store, id in
                [try CharacterInkEditor(store).add(new.item, to: CharacterPage(id, page: page))]
            }
        }
    }

    /// The `limn character item list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the items of a page that are not strokes.")

        @OptionGroup var options: CharacterInkOptions
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Option(help: "The page. (default: all)")
        var page: Int?

        func validate() throws { try Add.check(page ?? 1) }

        func run() throws {
            let store = try options.library.open()
            try Ending.failing {
                let id = try store.resolveCharacter(character.text).id
                let pages = try page.map { [$0] } ?? store.drawnPositions(of: id)
                for page in pages {
                    for item in try CharacterInkEditor(store).items(on: CharacterPage(id, page: page)) {
                        if options.report.json {
                            try Console.print(json: item)
                        } else if !options.report.quiet {
                            try Console.print(Lines.item(item))
                        }
                    }
                }
            }
        }
    }

    /// The `limn character item remove` command.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes items from a page by their numbers. This can be undone.")

        @OptionGroup var options: CharacterInkOptions
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Option(help: "The page.")
        var page: Int
        @Option(help: "The numbers of the items in the output of limn character item list, such as 1-3,7.")
        var index: ItemNumbers

        func validate() throws {
            try Add.check(page)
            guard index.numbers != nil else {
                throw ValidationError("--index takes numbers from 1, such as 1-3,7.")
            }
        }

        func run() throws {
            try options.run(character) { store, id in
                let place = CharacterPage(id, page: page)
                return [try CharacterInkEditor(store).removeItems(index.numbers ?? [], from: place)]
            }
        }
    }
}

extension Lines {
    static func item(_ item: ItemSummary) -> String {
        let box = item.object.bounds
        let place = box.map { ", \(short($0.minX)),\(short($0.minY))" } ?? ""
        let layer = item.layer.map { ", layer \($0)" } ?? ""
        let words = item.words.split(whereSeparator: \.isNewline).joined(separator: " ")
        let shown = words.count > 60 ? "\(words.prefix(60))…" : words
        return "page \(item.page), \(item.index): \(item.object.kind.rawValue)\(place)\(layer)"
            + (shown.isEmpty ? "" : "  “\(shown)”")
    }
}
