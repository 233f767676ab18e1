// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnInk

/// The options that select the visible layers of ink and their audience.
struct LayerOptions: ParsableArguments {
    /// The audience of a result.
    enum Audience: String, ExpressibleByArgument, CaseIterable { case players, gm }

    @Option(
        help: ArgumentHelp(
            "The layers to show: visible, all, or names separated by commas.", valueName: "visible|all|NAME,…"))
    var layers = "visible"

    @Option(help: "Who gets the result. Content for the game master is left out for players.")
    var audience = Audience.players

    @Flag(help: "Leave out notes.")
    var noNotes = false

    /// The selected layers.
    var choice: LayerChoice {
        let shown: LayerChoice.Layers =
            switch layers {
            case "visible": .visible
            case "all": .all
            default: .named(layers.split(separator: ",").map { String($0) })
            }
        return LayerChoice(shown, for: audience == .gm ? .gameMaster : .everyone, includesNotes: !noNotes)
    }
}
