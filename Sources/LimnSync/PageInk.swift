// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnInk

/// Reads a page's ink from its shared state, and records in that state how the ink has changed.
///
/// An entry of three parts is an item: its place, its style and its shape. One of two parts is a layer: its place and its
/// properties.
package enum PageInk {
    /// An item in the order of the page.
    struct Placed {
        let key: SyncKey
        let order: String
        let layer: SyncKey?
        let parts: [SyncVersion.Part]
    }

    /// Returns the layers in order; the one of a page without any has the key of a first layer.
    static func layers(_ unit: SyncUnit) -> [(key: SyncKey, order: String, layer: Drawing.Layer)] {
        unit.entries.keys.compactMap { key -> (key: SyncKey, order: String, layer: Drawing.Layer)? in
            guard let found = unit.resolved(key), found.parts.count == 2,
                case .place(let order, _) = found.parts[0].value, case .layer(var layer) = found.parts[1].value
            else { return nil }
            // If only one of several people knows that a layer is for the game master, it is.
            if found.others[1].contains(where: { $0.value.isSecretLayer }) { layer.audience = .gameMaster }
            return (key, order, layer)
        }.sorted { ($0.order, $0.key) < ($1.order, $1.key) }
    }

    /// The key of the layer that every page has from the beginning.
    static let firstLayer = SyncKey.name("layer 0")
    /// The order of that layer.
    private static let firstOrder = "a0"

    /// Returns the items in order.
    static func items(_ unit: SyncUnit) -> [Placed] { items(unit, in: layers(unit)) }

    private static func items(
        _ unit: SyncUnit, in layers: [(key: SyncKey, order: String, layer: Drawing.Layer)]
    ) -> [Placed] {
        let secret = Set(layers.filter { $0.layer.audience == .gameMaster }.map(\.key))
        return unit.entries.keys.compactMap { key -> Placed? in
            guard let found = unit.resolved(key), found.parts.count == 3,
                case .place(let order, var layer) = found.parts[0].value
            else { return nil }
            // The same holds for an item that somebody has put into a layer for the game master.
            for other in found.others[0] where !secret.isEmpty {
                if case .place(_, let hidden?) = other.value, secret.contains(hidden) { layer = hidden }
            }
            return Placed(key: key, order: order, layer: layer, parts: found.parts)
        }.sorted { ($0.order, $0.key) < ($1.order, $1.key) }
    }

    /// Returns the ink that a state comes to, with the keys of its items; nil if a part is not there.
    ///
    /// Items of a layer that somebody else removed in the meantime are in a layer of their own. It is for the game master,
    /// because the lost one may have been.
    package static func drawing(_ unit: SyncUnit) -> (drawing: Drawing, keys: [SyncKey])? {
        var layers = layers(unit)
        let placed = items(unit, in: layers)
        // What is in no layer by name is in the first one, as long as nobody has removed that.
        let hasLayers = !layers.isEmpty
        if !hasLayers { layers = [(firstLayer, firstOrder, Drawing.Layer())] }
        var indices: [SyncKey: Int] = [:]
        for (index, layer) in layers.enumerated() { indices[layer.key] = index }
        var all = layers.map(\.layer)
        var lost: Int?
        var items: [Item] = []
        for one in placed {
            guard var item = Item(style: one.parts[1].value, shape: one.parts[2].value) else { return nil }
            if let index = one.layer.map({ hasLayers ? indices[$0] : nil }) ?? indices[firstLayer] {
                item.layer = index
            } else {
                if lost == nil {
                    lost = all.count
                    all.append(Drawing.Layer(name: "Recovered", audience: .gameMaster))
                }
                item.layer = lost ?? 0
            }
            items.append(item)
        }
        return (Drawing(items: items, layers: all), placed.map(\.key))
    }

    /// Fills in what a stored state leaves to the drawing that belongs to it.
    ///
    /// - Returns: nil if the state is not that of the drawing.
    package static func filled(_ unit: SyncUnit, from drawing: Drawing) -> SyncUnit? {
        let (placed, items) = (items(unit), drawing.items)
        guard placed.count == items.count else { return nil }
        var (unit, printer) = (unit, ItemPrinter())
        for (one, item) in zip(placed, items) { unit.fill(one.key, from: item, &printer) }
        return unit
    }

    /// Returns a state without the styles and shapes that the page's drawing has.
    package static func stripped(_ unit: SyncUnit) -> SyncUnit {
        var (unit, printer) = (unit, ItemPrinter())
        for (key, versions) in unit.entries where versions.count == 1 && versions[0].parts.count == 3 {
            let parts = versions[0].parts
            let print = printer.print(parts[1].value, parts[2].value)
            unit.entries[key]?[0].parts[1].value = .stored(hash: print.style, size: print.size)
            unit.entries[key]?[0].parts[2].value = .stored(hash: print.shape, size: print.size)
        }
        return unit
    }

    /// Returns the hash by which an item is remembered when it is gone; nil for a layer.
    static func hash(_ versions: [SyncVersion]) -> UInt64? {
        guard let parts = versions.first?.parts, parts.count == 3 else { return nil }
        var printer = ItemPrinter()
        return printer.print(parts[1].value, parts[2].value).whole
    }

    /// Returns the edit that turns the ink of one state into that of another. Items that stay are not touched.
    ///
    /// - Parameters:
    ///   - keys: the keys of the items of `drawing`.
    ///   - wanted: the ink afterwards, and the keys of its items.
    package static func edit(
        from drawing: Drawing, _ keys: [SyncKey], to wanted: (drawing: Drawing, keys: [SyncKey])
    ) -> Edit {
        let (old, new) = (drawing.items, wanted.drawing.items)
        let places = Dictionary(zip(keys, keys.indices)) { first, _ in first }
        let matches = wanted.keys.enumerated().map { index, key -> Int? in
            guard let place = places[key], old.indices.contains(place), old[place] == new[index] else { return nil }
            return place
        }
        let stays = stay(matches)
        let left = Set(matches.indices.filter { stays[$0] }.compactMap { matches[$0] })
        return Edit(
            removed: old.indices.filter { !left.contains($0) }.map { .init(index: $0, item: old[$0]) },
            inserted: new.indices.filter { !stays[$0] }.map { .init(index: $0, item: new[$0]) },
            layers: drawing.layers == wanted.drawing.layers
                ? nil : .init(before: drawing.layers, after: wanted.drawing.layers))
    }

    /// How a page's ink is recorded.
    package enum Recording: Sendable {
        /// As changes of the state before.
        case changes
        /// As the first state of a character that was never shared. Copies of the library name its items alike.
        case firstState
        /// As additions to the state of another library, of which nothing is gone.
        case additions
    }

    /// Records how a page's ink has changed.
    ///
    /// Items keep their keys as the edits tell that have changed them. Without the edits, equal items keep their keys, and a
    /// new item continues a removed one if it has its shape, or its style and as many points: somebody has recolored, moved
    /// or turned it. Any other one gets a new key.
    ///
    /// - Parameters:
    ///   - drawing: the ink now.
    ///   - recorder: the state before; parts that are not there must be in `drawing` or gone.
    ///   - edits: what has led from the state before to the ink now; nil if that is unknown.
    /// - Returns: the keys of the drawing's items.
    @discardableResult
    package static func record(
        _ drawing: Drawing, in recorder: inout SyncRecorder, as recording: Recording = .changes,
        after edits: [Edit]? = nil
    ) -> [SyncKey] {
        let layerKeys = recordLayers(drawing.layers, in: &recorder, recording)
        let hasLayers = !layers(recorder.unit).isEmpty
        let old = items(recorder.unit)
        let new = drawing.items
        var printer = ItemPrinter()
        let prints = new.map { printer.print($0) }
        let oldPrints = old.map { printer.print($0.parts[1].value, $0.parts[2].value) }
        let followed = edits.flatMap { Self.followed($0, old.count, new.count) }
        var matches = followed ?? Array(repeating: nil, count: new.count)
        match(oldPrints, prints, &matches)
        if recording == .changes, followed == nil {
            let taken = Set(matches.compactMap { $0 })
            pair(old.indices.filter { !taken.contains($0) }.map { ($0, oldPrints[$0]) }, with: prints, &matches)
        }

        var gone = recorder.keysOfGone()
        var occurrences: [UInt64: Int] = [:]
        let keys = prints.indices.map { index -> SyncKey in
            if let match = matches[index] { return old[match].key }
            guard recording != .changes else {
                guard let known = gone[prints[index].whole]?.popLast() else { return recorder.newKey() }
                recorder.forgetGone(known)
                return known
            }
            let hash = prints[index].whole
            while true {
                let key = SyncKey.found(hash: hash, occurrence: occurrences[hash] ?? 0)
                occurrences[hash, default: 0] += 1
                if recorder.unit.entries[key] == nil { return key }
            }
        }
        if recording != .additions {
            let continued = Set(keys)
            for (one, print) in zip(old, oldPrints) where !continued.contains(one.key) {
                recorder.remove(one.key, remembering: print.whole)
            }
        }
        let orders = orders(keys, stay(matches).enumerated().map { $1 ? matches[$0].map { old[$0].order } : nil })
        for (index, item) in new.enumerated() {
            recorder.fill(keys[index], from: item, &printer)
            // Nothing that another library knows is newer here.
            if recording == .additions, matches[index] != nil { continue }
            var layer = layerKeys.indices.contains(item.layer) ? layerKeys[item.layer] : nil
            if layer == firstLayer, !hasLayers || matches[index].map({ old[$0].layer == nil }) ?? false { layer = nil }
            recorder.set(keys[index], [.place(order: orders[index], layer: layer), item.styleValue, item.shapeValue])
        }
        return keys
    }

    private static func recordLayers(
        _ layers: [Drawing.Layer], in recorder: inout SyncRecorder, _ recording: Recording
    ) -> [SyncKey] {
        let old = Self.layers(recorder.unit)
        // A page with one plain layer needs no entry for it, and gets one when there is more to say.
        if old.isEmpty, layers == [Drawing.Layer()] { return [firstLayer] }
        var left = Array(old.indices)
        var matches: [Int?] = layers.map { layer in
            guard let found = left.firstIndex(where: { old[$0].layer == layer }) else { return nil }
            return left.remove(at: found)
        }
        for (index, layer) in layers.enumerated() where matches[index] == nil {
            // A layer that is opened to everyone is a new one: what somebody adds to the old one meanwhile is for the game
            // master.
            func isSame(_ other: Drawing.Layer) -> Bool {
                other.id == layer.id && (other.audience == layer.audience || layer.audience == .gameMaster)
            }
            let found =
                left.firstIndex { layer.id != nil && isSame(old[$0].layer) }
                ?? left.firstIndex { old[$0].layer.name == layer.name && isSame(old[$0].layer) }
            if let found { matches[index] = left.remove(at: found) }
        }
        // What is left in the same place of as many layers has another name.
        for (index, layer) in layers.enumerated() where matches[index] == nil && layers.count == old.count {
            guard let found = left.firstIndex(of: index),
                old[index].layer.audience == layer.audience || layer.audience == .gameMaster
            else { continue }
            matches[index] = left.remove(at: found)
        }
        let keys = layers.indices.map { index -> SyncKey in
            if let match = matches[index] { return old[match].key }
            if old.isEmpty, index == 0 || recording == .firstState { return .name("layer \(index)") }
            return recorder.newKey()
        }
        if recording != .additions { for index in left { recorder.remove(old[index].key) } }
        let orders = orders(keys, stay(matches).enumerated().map { $1 ? matches[$0].map { old[$0].order } : nil })
        for (index, layer) in layers.enumerated() where recording != .additions || matches[index] == nil {
            recorder.set(keys[index], [.place(order: orders[index], layer: nil), .layer(layer)])
        }
        return keys
    }

    /// Returns the index of each item before some edits; nil for an item that is new since.
    ///
    /// - Returns: nil if the edits do not lead from the one number of items to the other.
    private static func followed(_ edits: [Edit], _ old: Int, _ new: Int) -> [Int?]? {
        var items: [Int?] = Array(0..<old)
        for edit in edits {
            // An edit that replaces items puts the new ones where the old ones were, or elsewhere in the same order.
            var continued: [Int?] = Array(repeating: nil, count: edit.inserted.count)
            if edit.removed.count == edit.inserted.count {
                for (number, (removed, inserted)) in zip(edit.removed, edit.inserted).enumerated()
                where removed.item.continues(as: inserted.item, isInPlace: removed.index == inserted.index) {
                    guard items.indices.contains(removed.index) else { return nil }
                    continued[number] = items[removed.index]
                }
            }
            for removed in edit.removed.reversed() {
                guard items.indices.contains(removed.index) else { return nil }
                items.remove(at: removed.index)
            }
            for (number, inserted) in edit.inserted.enumerated() {
                guard inserted.index <= items.count else { return nil }
                items.insert(continued[number], at: inserted.index)
            }
        }
        return items.count == new ? items : nil
    }

    /// Matches items that have no match yet with equal ones, in their order.
    private static func match(_ old: [ItemPrint], _ new: [ItemPrint], _ matches: inout [Int?]) {
        let taken = Set(matches.compactMap { $0 })
        var places: [ItemPrint: [Int]] = [:]
        for (index, print) in old.enumerated().reversed() where !taken.contains(index) {
            places[print, default: []].append(index)
        }
        for index in new.indices where matches[index] == nil { matches[index] = places[new[index]]?.popLast() }
    }

    /// Pairs new items without a match with old ones that they continue.
    private static func pair(
        _ old: [(index: Int, print: ItemPrint)], with new: [ItemPrint], _ matches: inout [Int?]
    ) {
        var byShape: [UInt64: [Int]] = [:]
        var byStyle: [ItemPrint.Form: [Int]] = [:]
        for one in old.reversed() {
            byShape[one.print.shape, default: []].append(one.index)
            if let form = one.print.form { byStyle[form, default: []].append(one.index) }
        }
        var used: Set<Int> = []
        func take(_ list: [Int]?) -> Int? {
            guard let found = list?.last(where: { !used.contains($0) }) else { return nil }
            used.insert(found)
            return found
        }
        for index in new.indices where matches[index] == nil { matches[index] = take(byShape[new[index].shape]) }
        for index in new.indices where matches[index] == nil {
            if let form = new[index].form { matches[index] = take(byStyle[form]) }
        }
    }

    /// Returns which of the matched items are still in their old order among each other: as many as possible.
    static func stay(_ matches: [Int?]) -> [Bool] {
        // The longest increasing subsequence by patience sorting (Fredman 1975).
        var (tops, before): ([Int], [Int?]) = ([], Array(repeating: nil, count: matches.count))
        for (index, match) in matches.enumerated() {
            guard let match else { continue }
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if (matches[tops[middle]] ?? 0) < match { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? tops[low - 1] : nil
            if low == tops.count { tops.append(index) } else { tops[low] = index }
        }
        var stays = Array(repeating: false, count: matches.count)
        var next = tops.last
        while let index = next {
            stays[index] = true
            next = before[index]
        }
        return stays
    }

    /// Returns the orders of a list of keys, of which those without an order get one.
    static func orders(_ keys: [SyncKey], _ known: [String?]) -> [String] {
        var orders: [String] = []
        orders.reserveCapacity(keys.count)
        var index = 0
        while index < keys.count {
            let last = orders.last
            // Two libraries may have chosen the same place: then the keys decide, and nothing fits between them.
            func follows(_ index: Int) -> Bool {
                guard let order = known[index] else { return false }
                guard let last else { return true }
                return last < order || last == order && keys[index - 1] < keys[index] && orders.count == index
            }
            if follows(index), let order = known[index] {
                orders.append(order)
                index += 1
                continue
            }
            var end = index
            while end < keys.count {
                if let order = known[end], last.map({ $0 < order }) ?? true { break }
                end += 1
            }
            orders += OrderKey.places(end - index, between: last, and: end < keys.count ? known[end] : nil)
            index = end
        }
        return orders
    }
}

extension Item {
    /// The item without its place and its style: in the first layer, and with the default brush.
    var bare: Item {
        var item = self
        item.layer = 0
        if case .stroke(var stroke) = item {
            stroke.brush = Brush()
            return .stroke(stroke)
        }
        return item
    }

    /// See ``ItemPrint/size``.
    var size: Int {
        switch self {
        case .stroke(let stroke): stroke.points.count
        case .object(let object): -1 - (PageObject.Kind.allCases.firstIndex(of: object.kind) ?? 0)
        }
    }

    /// Whether an edit that puts another item into the place of this one changes it, rather than removing it.
    func continues(as other: Item, isInPlace: Bool) -> Bool {
        switch (self, other) {
        case (.stroke(let stroke), .stroke(let next)):
            stroke.points.count == next.points.count || isInPlace && stroke.shares(with: next)
        case (.object(let object), .object(let next)): object.kind == next.kind
        default: false
        }
    }

    var styleValue: SyncValue { .style(stroke?.brush) }
    var shapeValue: SyncValue { .shape(bare) }

    /// Puts an item together; nil if a part is not there.
    init?(style: SyncValue, shape: SyncValue) {
        guard case .shape(let item) = shape, case .style(let brush) = style else { return nil }
        if case .stroke(var stroke) = item, let brush {
            stroke.brush = brush
            self = .stroke(stroke)
        } else {
            self = item
        }
    }
}

extension Stroke {
    /// Whether another stroke has a point of this one between its ends: it is a piece of it.
    fileprivate func shares(with other: Stroke) -> Bool {
        let points = other.points.positions
        guard points.count > 2 else { return false }
        return self.points.positions.contains(points[points.count / 2])
    }
}

extension SyncValue {
    /// Whether it is a layer for the game master.
    fileprivate var isSecretLayer: Bool {
        if case .layer(let layer) = self { layer.audience == .gameMaster } else { false }
    }
}

extension SyncUnit {
    /// Fills in the style and the shape of an item, where they are those of a drawing's item.
    mutating func fill(_ key: SyncKey, from item: Item, _ printer: inout ItemPrinter) {
        guard let versions = entries[key] else { return }
        var known: ItemPrint?
        entries[key] = versions.map { version in
            var version = version
            for index in version.parts.indices {
                guard case .stored(let hash, _) = version.parts[index].value else { continue }
                let print = known ?? printer.print(item)
                known = print
                if index == 1, hash == print.style { version.parts[index].value = item.styleValue }
                if index == 2, hash == print.shape { version.parts[index].value = item.shapeValue }
            }
            return version
        }
    }
}

extension SyncRecorder {
    mutating func fill(_ key: SyncKey, from item: Item, _ printer: inout ItemPrinter) {
        unit.fill(key, from: item, &printer)
    }
}
