// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Limn
internal import LimnInk
internal import LimnJobs
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// The `limn layer` command.
struct LayerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layer",
        abstract: "Shows and changes the layers of ink files: their names, their order, and who sees them.",
        discussion: """
            A layer is given by its name, or by its number in the list. What is on a layer for the game master is left \
            out of everything that is made for players.
            """,
        subcommands: [
            List.self, LayerAdd<LayerFile>.self, LayerRename<LayerFile>.self, LayerShow<LayerFile>.self,
            LayerHide<LayerFile>.self, LayerLock<LayerFile>.self, LayerMove<LayerFile>.self,
            LayerAudience<LayerFile>.self,
        ])

    /// The `limn layer list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the layers of an ink file, or of the ink in a PDF.")

        @Argument(help: "The ink file or the PDF; - is standard input.")
        var file: FilePath
        @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
        @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

        func validate() throws { try checkStandardInput([file, access.passwordFile]) }

        func run() throws {
            let writer = LayerWriter(file, access: try access.access())
            try Ending.failing {
                let found = try waiting { [engine = access.engine()] () throws(LimnError) in
                    try await engine.layers(of: writer)
                }
                for layer in found { try layer.tell(report) }
            }
        }
    }
}

/// The `limn character layer` command.
struct CharacterLayerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layer",
        abstract: "Shows and changes the layers of pages: their names, their order, and who sees them.",
        discussion: """
            A layer is given by its name, or by its number in the list. What is on a layer for the game master is left \
            out of everything that is made for players. Each change can be undone.
            """,
        subcommands: [
            List.self, LayerAdd<LayerPage>.self, LayerRename<LayerPage>.self, LayerShow<LayerPage>.self,
            LayerHide<LayerPage>.self, LayerLock<LayerPage>.self, LayerMove<LayerPage>.self,
            LayerAudience<LayerPage>.self,
        ])

    /// The `limn character layer list` command.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the layers of a page.")

        @OptionGroup var options: CharacterInkOptions
        @Argument(help: "The character.", completion: .characters)
        var character: Reference
        @Option(help: "The page. (default: all pages that have ink)")
        var page: Int?

        func validate() throws {
            guard (page ?? 1) > 0 else { throw ValidationError("Pages are numbered from 1.") }
        }

        func run() throws {
            let store = try options.library.open()
            try Ending.failing {
                let id = try store.resolveCharacter(character.text).id
                let pages = try page.map { [$0] } ?? store.drawnPositions(of: id)
                for page in pages {
                    for layer in try CharacterInkEditor(store).layers(on: CharacterPage(id, page: page)) {
                        try layer.tell(options.report)
                    }
                }
            }
        }
    }
}

extension LayerSummary {
    /// Prints the layer.
    fileprivate func tell(_ report: ReportOptions) throws {
        if report.json {
            try Console.print(json: self)
        } else if !report.quiet {
            try Console.print(Lines.layer(self))
        }
    }
}

extension Lines {
    static func layer(_ summary: LayerSummary) -> String {
        let layer = summary.layer
        let marks = [
            layer.audience == .gameMaster ? "for the game master" : nil, layer.isVisible ? nil : "hidden",
            layer.isLocked ? "locked" : nil,
        ].compactMap(\.self)
        let counts = [
            Console.count(summary.strokes, "stroke"), summary.items == 0 ? nil : Console.count(summary.items, "item"),
        ].compactMap(\.self)
        return "page \(summary.page), \(summary.index): \(layer.name ?? "(no name)"), "
            + (marks + counts).joined(separator: ", ")
    }
}

/// Where layers are changed.
protocol LayerTarget: ParsableArguments {
    /// Makes the change and prints the result.
    func make(_ change: LayerEdit.Change) throws
}

/// The arguments of changes to the layers of ink files.
struct LayerFile: LayerTarget {
    @Argument(help: "The ink file; - is standard input.")
    var file: FilePath
    @Option(name: [.short, .long], help: "The new file; - is standard output.")
    var output: FilePath
    @Option(help: "The page. (default: all pages that have the layer)")
    var page: Int?
    @Flag(help: "Leave an existing output alone.")
    var noClobber = false
    @OptionGroup(title: HelpText.Shared.limits) var access: AccessOptions
    @OptionGroup(title: HelpText.Shared.results) var report: ReportOptions

    func validate() throws {
        guard (page ?? 1) > 0 else { throw ValidationError("Pages are numbered from 1.") }
        if output == "-", report.json { throw ValidationError("--json and a file cannot share standard output.") }
        try checkStandardInput([file, access.passwordFile])
    }

    func make(_ change: LayerEdit.Change) throws {
        var writer = LayerWriter(file, access: try access.access())
        writer.keepsExisting = noClobber
        let edit = LayerEdit(change, page: page)
        var outcome = Outcome()
        try Ending.failing {
            let result = try waiting {
                [writer, engine = access.engine(), output = output] () throws(LimnError) in
                try await engine.result(of: edit, by: writer, into: output)
            }
            outcome.add(result.status)
            try result.tell(report)
        }
        try outcome.exit()
    }
}

/// The arguments of changes to the layers of a character's page.
struct LayerPage: LayerTarget {
    @OptionGroup var options: CharacterInkOptions
    @Argument(help: "The character.", completion: .characters)
    var character: Reference
    @Option(help: "The page.")
    var page: Int

    func validate() throws {
        guard page > 0 else { throw ValidationError("Pages are numbered from 1.") }
    }

    func make(_ change: LayerEdit.Change) throws {
        try options.run(character) { store, id in
            [try CharacterInkEditor(store).change(LayerEdit(change), on: CharacterPage(id, page: page))]
        }
    }
}

/// Adds a layer.
struct LayerAdd<Target: LayerTarget>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "add", abstract: "Adds an empty layer at the end of the list.")
    }

    @OptionGroup var target: Target
    @Argument(help: "The name of the new layer.")
    var name: String
    @Option(help: "Who sees the layer.")
    var audience = AudienceWord.players

    func run() throws { try target.make(.add(name: name, audience: audience.audience)) }
}

/// Renames a layer.
struct LayerRename<Target: LayerTarget>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "rename", abstract: "Gives a layer another name.")
    }

    @OptionGroup var target: Target
    @Argument(help: "The layer.")
    var layer: String
    @Argument(help: "The new name.")
    var name: String

    func run() throws { try target.make(.rename(layer, to: name)) }
}

/// Shows a layer.
struct LayerShow<Target: LayerTarget>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: "Shows a layer that is hidden.")
    }

    @OptionGroup var target: Target
    @Argument(help: "The layer.")
    var layer: String

    func run() throws { try target.make(.setVisible(layer, true)) }
}

/// Hides a layer.
struct LayerHide<Target: LayerTarget>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "hide", abstract: "Hides a layer. Its contents stay, and --layers all still shows them.")
    }

    @OptionGroup var target: Target
    @Argument(help: "The layer.")
    var layer: String

    func run() throws { try target.make(.setVisible(layer, false)) }
}

/// Locks a layer.
struct LayerLock<Target: LayerTarget>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "lock", abstract: "Locks a layer, so that editors refuse to change it.")
    }

    @OptionGroup var target: Target
    @Argument(help: "The layer.")
    var layer: String
    @Flag(help: "Unlock the layer.")
    var off = false

    func run() throws { try target.make(.setLocked(layer, !off)) }
}

/// Moves a layer.
struct LayerMove<Target: LayerTarget>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "move",
            abstract: "Moves a layer to another place in the list. What covers what does not change.")
    }

    @OptionGroup var target: Target
    @Argument(help: "The layer.")
    var layer: String
    @Option(help: .init("The new place in the list, from 1.", valueName: "place"))
    var to: Int

    func validate() throws {
        guard to > 0 else { throw ValidationError("Places are numbered from 1.") }
    }

    func run() throws { try target.make(.move(layer, to: to)) }
}

/// Says who may see a layer.
struct LayerAudience<Target: LayerTarget>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "audience", abstract: "Says who may see a layer: players, or gm alone.")
    }

    @OptionGroup var target: Target
    @Argument(help: "The layer.")
    var layer: String
    @Argument(help: "Who may see it.")
    var audience: AudienceWord

    func run() throws { try target.make(.setAudience(layer, audience.audience)) }
}
