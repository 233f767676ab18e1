// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnInk
internal import LimnJobs

/// A change of the layers of a page.
///
/// Layers are given by their names or by their numbers in the list of layers, from 1. A name goes before a number.
public struct LayerEdit: Hashable, Sendable {
    /// The kinds of change.
    public enum Change: Hashable, Sendable {
        /// Adds an empty layer at the end of the list.
        case add(name: String, audience: Drawing.Layer.Audience)
        /// Gives a layer another name.
        case rename(String, to: String)
        /// Shows or hides a layer.
        case setVisible(String, Bool)
        /// Locks or unlocks a layer. Editors refuse to change locked layers.
        case setLocked(String, Bool)
        /// Determines who may see a layer.
        case setAudience(String, Drawing.Layer.Audience)
        /// Moves a layer to a place in the list, from 1. The painting order does not change.
        case move(String, to: Int)
    }

    /// The change.
    public var change: Change
    /// The page number, from 1; nil for each page that has the layer.
    public var page: Int?

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - change: the change.
    ///   - page: the page number, from 1; nil for each page that has the layer.
    public init(_ change: Change, page: Int? = nil) {
        self.change = change
        self.page = page
    }

    /// Applies the change to the ink of a document.
    ///
    /// - Throws: ``LimnError`` with `noSuchPage`, or with `failed` if no page has the layer.
    func apply(to document: inout InkDocument) throws(LimnError) {
        var numbers = Array(document.pages.indices)
        if let page {
            guard document.pages.indices.contains(page - 1) else {
                throw LimnError(.noSuchPage, "There is no page \(page); the ink has \(document.pages.count).")
            }
            numbers = [page - 1]
        }
        var missing: LimnError?
        var isDone = false
        for index in numbers {
            let edit: Edit
            do throws(LimnError) { edit = try self.edit(of: document.pages[index].drawing) } catch {
                missing = missing ?? error
                continue
            }
            do throws(InkError) { try document.pages[index].drawing.apply(edit) } catch { throw LimnError(error) }
            isDone = true
        }
        if !isDone, let missing { throw missing }
    }

    /// Returns the edit that makes the change on a page.
    ///
    /// - Throws: ``LimnError`` with `failed` if the page does not have the layer, if it has another layer with the new
    ///   name, or if the name or the place is not valid.
    func edit(of drawing: Drawing) throws(LimnError) -> Edit {
        var layers = drawing.layers
        switch change {
        case .add(let name, let audience):
            layers.append(Drawing.Layer(name: try Self.checked(name, in: layers), audience: audience))
        case .rename(let layer, let name):
            let index = try drawing.layer(named: layer)
            guard layers[index].name != name else { return Edit() }
            layers[index].name = try Self.checked(name, in: layers)
        case .setVisible(let layer, let isVisible): layers[try drawing.layer(named: layer)].isVisible = isVisible
        case .setLocked(let layer, let isLocked): layers[try drawing.layer(named: layer)].isLocked = isLocked
        case .setAudience(let layer, let audience): layers[try drawing.layer(named: layer)].audience = audience
        case .move(let layer, let place):
            let index = try drawing.layer(named: layer)
            guard (1...max(1, layers.count)).contains(place) else {
                throw LimnError(.failed, "There is no place \(place); the page has \(Self.count(layers)).")
            }
            return Self.moving(index, to: place - 1, in: drawing)
        }
        return drawing.replacingLayers(layers)
    }

    /// Returns an edit that moves a layer in the list. The items of moved layers get their new indices.
    private static func moving(_ index: Int, to place: Int, in drawing: Drawing) -> Edit {
        var order = Array(drawing.layers.indices)
        order.insert(order.remove(at: index), at: place)
        var places = Array(repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { places[old] = new }
        var moved: [Int: [Item]] = [:]
        for (number, item) in drawing.items.enumerated() {
            guard places.indices.contains(item.layer), places[item.layer] != item.layer else { continue }
            var copy = item
            copy.layer = places[item.layer]
            moved[number] = [copy]
        }
        var edit = drawing.replacing(moved)
        edit.layers = drawing.replacingLayers(order.map { drawing.layers[$0] }).layers
        return edit
    }

    /// The maximum number of characters of a name.
    private static let nameLimit = 200

    private static func checked(_ name: String, in layers: [Drawing.Layer]) throws(LimnError) -> String {
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !name.allSatisfy(\.isWhitespace), isPlain, name.count <= nameLimit else {
            throw LimnError(.failed, "The name of a layer must be one line of 1 to \(nameLimit) characters.")
        }
        guard !layers.contains(where: { $0.name == name }) else {
            throw LimnError(.failed, "There is already a layer “\(name)” on this page.")
        }
        return name
    }

    fileprivate static func count(_ layers: [Drawing.Layer]) -> String {
        layers.count == 1 ? "1 layer" : "\(layers.count) layers"
    }
}

extension Drawing {
    /// Returns the index of the layer with a name or, if no layer has the name, with a number from 1.
    ///
    /// - Throws: ``LimnError`` with `failed` if there is no such layer.
    fileprivate func layer(named text: String) throws(LimnError) -> Int {
        if let index = layers.firstIndex(where: { $0.name == text }) { return index }
        if let number = Int(text), (1...max(1, layers.count)).contains(number) { return number - 1 }
        throw LimnError(.failed, "There is no layer “\(text)” on this page; it has \(LayerEdit.count(layers)).")
    }
}
