// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnJobs

extension Diagnostic.Code {
    /// Returns the code and the sentence that tell what became of the layers for the game master; nil if there are
    /// none.
    ///
    /// - Parameter count: the number of these layers.
    static func fate(
        ofSecretLayers count: Int, for audience: Drawing.Layer.Audience
    ) -> (code: Diagnostic.Code, text: String)? {
        guard count > 0 else { return nil }
        let what = count == 1 ? "One layer for the game master was" : "\(count) layers for the game master were"
        let isLeftOut = audience == .everyone
        let code: Diagnostic.Code = isLeftOut ? .layersLeftOut : .layersTakenAlong
        return (code: code, text: "\(what) \(isLeftOut ? "left out" : "kept").")
    }

    /// Whether the code tells what became of layers for the game master. Programs always tell this.
    public var isAboutAudience: Bool { self == .layersLeftOut || self == .layersTakenAlong }
}

extension LimnError {
    /// The error for a result whose audience was not named, if that decides what the result has.
    ///
    /// - Parameter count: the number of layers for the game master, 1 or more.
    static func needsAudience(secretLayers count: Int) -> LimnError {
        LimnError(
            .needsAudience,
            count == 1
                ? "A layer of it is for the game master, so say who gets the result."
                : "\(count) layers of it are for the game master, so say who gets the result.")
    }
}
