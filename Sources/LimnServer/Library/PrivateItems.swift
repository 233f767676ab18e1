// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

/// Protects items for the game master. Players can neither see nor change these items or the names of their layers. The
/// indices of items are the same for everyone: players get a stroke without points for each hidden item.
enum PrivateItems {
    /// Checks that a player may make an edit of a page with these layers.
    ///
    /// - Throws: `LibraryError` with `refused` if a player's edit changes items for the game master, or layers of a
    ///   page that has such items.
    static func check(_ edit: Edit, of layers: [Drawing.Layer]) throws(LibraryError) {
        let hidden = Drawing(layers: layers).privateLayers
        guard !hidden.isEmpty || edit.layers != nil else { return }
        let touches = (edit.removed + edit.inserted).contains { hidden.contains($0.item.layer) }
        let after = Drawing(layers: edit.layers?.after ?? layers).privateLayers
        guard !touches, edit.layers == nil || after.isEmpty && hidden.isEmpty else {
            throw .refused(
                "Only the owner may change content for the game master, or the layers of a page with such content.")
        }
    }
}

extension Drawing {
    /// The indices of the layers for the game master.
    var privateLayers: Set<Int> { Set(layers.indices.filter { layers[$0].audience == .gameMaster }) }

    /// The drawing for players: without the points of items for the game master and the names of their layers.
    var withoutPrivateItems: Drawing {
        let hidden = privateLayers
        guard !hidden.isEmpty else { return self }
        var copy = self
        copy.items = items.map { item in
            guard hidden.contains(item.layer) else { return item }
            return .stroke(
                Stroke(
                    brush: Brush(kind: .pen, color: .black, width: 0), points: StrokePoints(positions: [], widths: []),
                    layer: item.layer))
        }
        for index in hidden { copy.layers[index] = Layer(isVisible: false, isLocked: true, audience: .gameMaster) }
        return copy
    }
}

extension Library {
    /// Returns the summaries of the drawn pages of a character for a person. On pages with items for the game master,
    /// players learn the number of all items, but neither their kinds nor their points.
    func drawnPages(of id: CharacterID, for identity: Identity) throws(LibraryError) -> [PageSummary] {
        try drawnPages(of: id).map { page throws(LibraryError) in
            try hasSecrets(CharacterPage(id, page: page.page), for: identity) ? page.withoutKinds : page
        }
    }

    /// Returns the details of a character for a person, as ``drawnPages(of:for:)`` does.
    func details(of id: CharacterID, for identity: Identity) throws(LibraryError) -> CharacterDetails {
        let details = try CharacterDetails(of: id, in: self)
        var mixed: Set<Int> = []
        for page in details.pages where try hasSecrets(CharacterPage(id, page: page.page), for: identity) {
            mixed.insert(page.page)
        }
        return details.withoutKinds(on: mixed)
    }

    /// Whether a page has a layer for the game master that a person may not see.
    func hasSecrets(_ page: CharacterPage, for identity: Identity) throws(LibraryError) -> Bool {
        if identity.isOwner { return false }
        return try inkState(of: page).layers.contains { $0.audience == .gameMaster }
    }
}
