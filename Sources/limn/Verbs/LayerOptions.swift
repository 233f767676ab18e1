// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnInk

/// The audience of a result.
enum AudienceWord: String, ExpressibleByArgument, CaseIterable {
    case players, gm

    var audience: Drawing.Layer.Audience { self == .gm ? .gameMaster : .everyone }
}

/// The option for the audience of verbs that make something to be seen.
struct AudienceOption: ParsableArguments {
    @Option(help: "Who gets the result: players do not get layers for the game master.")
    var audience = AudienceWord.players
}

/// The option for the audience of verbs whose result can replace the original. They refuse layers for the game master
/// until the audience is named.
struct NamedAudienceOption: ParsableArguments {
    @Option(
        help:
            "Who gets the result. It must be named if a layer is for the game master: players leaves it out, gm keeps it."
    )
    var audience: AudienceWord?
}

/// The options that select the visible layers of ink and their audience.
struct LayerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The layers to show: visible, all, or names separated by commas.", valueName: "visible|all|NAME,…"))
    var layers = "visible"

    @Option(help: "Who gets the result: players do not get content for the game master.")
    var audience = AudienceWord.players

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
        return LayerChoice(shown, for: audience.audience, includesNotes: !noNotes)
    }
}
