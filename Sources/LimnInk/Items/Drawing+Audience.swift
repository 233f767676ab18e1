// SPDX-License-Identifier: Apache-2.0

extension Drawing {
    /// The number of layers that only the game master may see.
    public var secretLayerCount: Int { layers.count { $0.audience == .gameMaster } }

    /// Returns the drawing with only those layers that an audience may see, with their names and items.
    ///
    /// Which layers are visible does not change. Everything that leaves a library or a file passes through this method
    /// or through ``limited(to:)``, which also chooses among the layers.
    ///
    /// - Returns: a drawing with at least one layer. The layer indices of its items refer to its own list of layers.
    public func made(for audience: Layer.Audience) -> Drawing { audience == .everyone ? withoutSecrets : self }
}

extension InkDocument {
    /// The number of layers on all pages that only the game master may see.
    public var secretLayerCount: Int { pages.reduce(0) { $0 + $1.drawing.secretLayerCount } }

    /// Returns the document with only those layers that an audience may see; see ``Drawing/made(for:)``.
    public func made(for audience: Drawing.Layer.Audience) -> InkDocument {
        var copy = self
        for index in copy.pages.indices { copy.pages[index].drawing = copy.pages[index].drawing.made(for: audience) }
        return copy
    }
}
