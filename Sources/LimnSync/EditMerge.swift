// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
package import LimnInk

/// Merges an edit that was made for an earlier state of a page with what others have changed since, by the rules of
/// `Documentation/Sync.md`. The edit is found by what it removes, not by a revision: whoever was offline may have made
/// several edits, each for the state after the one before.
///
/// An item that others have only brought to another place in the order counts as unchanged.
package struct EditMerge {
    private let proposal: EditProposal
    private let known: [Item]
    private let drawing: Drawing
    private var history: EditHistoryIndex?
    private let items: [Item]
    private let layers: KnownLayers
    /// The indices of items that nothing was found in yet.
    private var places: LikenessIndex<Int>
    private var removed: Set<Int> = []
    private var replacements: [Int: [Item]] = [:]
    private var bottom: [Item] = []
    private var top: [Item] = []

    /// The reason why an edit cannot be merged.
    package enum Failure: Error {
        /// The journal has to tell what has become of an item.
        case needsHistory
        /// Others have changed the layers that the edit is about.
        case layers
    }

    /// Returns an edit of a page as it is now.
    ///
    /// - Parameters:
    ///   - proposal: an edit with ``EditProposal/known`` items.
    ///   - history: the last edits of the page's journal; nil if they are not read yet.
    ///   - hidden: the layers whose items the person does not know.
    package static func edit(
        _ proposal: EditProposal, on drawing: Drawing, history: EditHistoryIndex?, hiding hidden: Set<Int> = []
    ) throws(Failure) -> Edit {
        var merge = try EditMerge(proposal, drawing, history, hidden)
        try merge.take()
        return merge.edit()
    }

    private init(
        _ proposal: EditProposal, _ drawing: Drawing, _ history: EditHistoryIndex?, _ hidden: Set<Int>
    ) throws(Failure) {
        precondition(
            proposal.known?.count == proposal.removed.count + proposal.replaced.count,
            "whoever decodes an edit checks this")
        (self.proposal, self.drawing, self.history) = (proposal, drawing, history)
        known = proposal.known ?? []
        items = drawing.items
        layers = try KnownLayers(proposal, drawing.layers)
        places = LikenessIndex()
        for index in items.indices.reversed() where !hidden.contains(items[index].layer) {
            places.insert(index, like: items[index])
        }
    }

    // MARK: What the edit does

    /// What an edit puts into the place of an item.
    private struct Exchange {
        let old: Item
        var new: [Item] = []
    }

    /// Divides an edit into what becomes of each item that it removes, and items that have a place of their own, each with
    /// the number of items below it.
    private func exchanges() -> (exchanges: [Exchange], free: [(item: Item, below: Int)]) {
        let gone = (proposal.removed + proposal.replaced.map(\.index)).sorted()
        let numbers = Dictionary(zip(gone, gone.indices)) { first, _ in first }
        var exchanges = proposal.replaced.map { Exchange(old: known[numbers[$0.index] ?? 0], new: [$0.item]) }
        // What takes the place of an item has as many others below it that stay.
        var groups: [Int: [Exchange]] = [:]
        for (rank, index) in proposal.removed.sorted().enumerated() {
            groups[index - rank, default: []].append(Exchange(old: known[numbers[index] ?? 0]))
        }
        var free: [(item: Item, below: Int)] = []
        var new: [Int: [Item]] = [:]
        for (rank, placed) in proposal.inserted.sorted(by: { $0.index < $1.index }).enumerated() {
            let below = placed.index - rank
            if groups[below] == nil {
                free.append((placed.item, below))
            } else {
                new[below, default: []].append(placed.item)
            }
        }
        for (below, group) in groups.sorted(by: { $0.key < $1.key }) {
            exchanges += Self.assigned(new[below] ?? [], to: group)
        }
        return (exchanges, free + proposal.added.map { ($0, .max) })
    }

    /// Assigns items to those whose place they take: one to each, or pieces to the stroke that they are of.
    private static func assigned(_ new: [Item], to group: [Exchange]) -> [Exchange] {
        var group = group
        if new.count == group.count, zip(group, new).allSatisfy({ $0.old.continues(as: $1, isInPlace: true) }) {
            for (index, item) in new.enumerated() { group[index].new = [item] }
            return group
        }
        var last = 0
        for item in new {
            last = (last..<group.count).first { group[$0].old.continues(as: item, isInPlace: true) } ?? last
            group[last].new.append(item)
        }
        return group
    }

    private mutating func take() throws(Failure) {
        let (exchanges, free) = exchanges()
        var left = LikenessIndex<Int>()
        for index in free.indices.reversed() { left.insert(index, like: free[index].item.bare) }
        var taken: Set<Int> = []
        for exchange in exchanges {
            // An item that only changes its place among the others is in two lists.
            guard exchange.new.isEmpty,
                let moved = left.take(
                    like: exchange.old.bare, where: { free[$0].item.bare.resembles(exchange.old.bare) })
            else {
                try take(exchange)
                continue
            }
            taken.insert(moved)
            let (item, below) = free[moved]
            let now = try find(exchange.old)
            // What others have removed stays so if this edit only brings it to another place.
            guard now.count == 1 else {
                if now.isEmpty, !item.isSameBesideLayer(as: exchange.old) { put(layers.placed(item), below) }
                continue
            }
            removed.insert(now[0])
            put(layers.merged(item, with: items[now[0]], since: exchange.old), below)
        }
        for (index, one) in free.enumerated() where !taken.contains(index) { put(layers.placed(one.item), one.below) }
    }

    private mutating func put(_ item: Item, _ below: Int) {
        if below == 0 { bottom.append(item) } else { top.append(item) }
    }

    private mutating func take(_ exchange: Exchange) throws(Failure) {
        let now = try find(exchange.old)
        guard now.count == 1 else {
            // It is gone, or there are pieces of it, which stay.
            // So does what the same change, made by somebody else or before, has left.
            let hidden = now.first { layers.isSecret(items[$0]) }.map { items[$0].layer }
            for item in exchange.new where !item.isSameBesideLayer(as: exchange.old) && takePlace(of: item) == nil {
                var placed = layers.placed(item)
                if let hidden { placed.layer = hidden }
                top.append(placed)
            }
            return
        }
        let current = items[now[0]]
        switch exchange.new.count {
        // Somebody else's change of an item counts, not its removal.
        case 0: if current.resembles(exchange.old) { removed.insert(now[0]) }
        case 1: replacements[now[0]] = [layers.merged(exchange.new[0], with: current, since: exchange.old)]
        default:
            replacements[now[0]] = exchange.new.map { piece in
                var placed = piece
                placed.layer = layers.layer(of: piece, with: current, since: exchange.old)
                return placed
            }
        }
    }

    // MARK: What has become of an item

    /// Returns the indices of what an item is now; none if it is gone.
    private mutating func find(_ item: Item) throws(Failure) -> [Int] {
        if let index = takePlace(of: item) { return [index] }
        guard history != nil else { throw .needsHistory }
        var (found, open): ([Int], [(item: Item, after: Int)]) = ([], [(item, -1)])
        // Each removal is followed once.
        while let (item, after) = open.popLast() {
            guard let (edit, nexts) = history?.takeRemoval(of: item, after: after) else { continue }
            for next in nexts {
                if let index = takePlace(of: next) { found.append(index) } else { open.append((next, edit)) }
            }
        }
        return found.sorted()
    }

    /// Returns the index of an equal item that nothing else was found in.
    private mutating func takePlace(of item: Item) -> Int? {
        let items = items
        return places.take(like: item) { items[$0].resembles(item) }
    }

    // MARK: The edit

    private func edit() -> Edit {
        var edit = Edit()
        var count = 0
        func insert(_ item: Item) {
            edit.inserted.append(.init(index: count, item: item))
            count += 1
        }
        bottom.forEach(insert)
        for (index, item) in items.enumerated() {
            if let new = replacements[index] {
                edit.removed.append(.init(index: index, item: item))
                new.forEach(insert)
            } else if removed.contains(index) {
                edit.removed.append(.init(index: index, item: item))
            } else {
                count += 1
            }
        }
        top.forEach(insert)
        if let wanted = proposal.layers, wanted != drawing.layers {
            edit.layers = .init(before: drawing.layers, after: wanted)
        }
        return edit
    }
}

/// The layers that the maker of an edit knew, among those that are there now.
private struct KnownLayers {
    /// The present indices of the layers that the edit's items name.
    private let places: [Int: Int]
    private let secret: Set<Int>

    /// - Throws: `layers` if the edit changes layers that others have changed, or if one of its layers cannot be found.
    init(_ proposal: EditProposal, _ now: [Drawing.Layer]) throws(EditMerge.Failure) {
        secret = Set(now.indices.filter { now[$0].audience == .gameMaster })
        // Who does not say which layers they know may mean others, which is no harm where everybody sees all of them.
        guard let known = proposal.knownLayers ?? (secret.isEmpty ? now : nil) else { throw .layers }
        if let wanted = proposal.layers {
            // Ink of others must not come into another layer, least of all one that everyone sees.
            guard known == now, wanted.count >= now.count, zip(now, wanted).allSatisfy({ Self.mayBecome($0, $1) })
            else {
                throw .layers
            }
            // The edit's items name the layers after it.
            places = [:]
            return
        }
        var places: [Int: Int] = [:]
        for (index, layer) in known.enumerated() {
            let same = now.indices.filter {
                Self.mayBecome(layer, now[$0]) && (layer.id != nil || now[$0].name == layer.name)
            }
            // A layer without a number that has another name is still in its place.
            if known.count == now.count, Self.mayBecome(layer, now[index]) {
                places[index] = index
            } else if let found = Self.only(same.filter { now[$0] == layer }) ?? Self.only(same) {
                places[index] = found
            }
        }
        let used = Set((proposal.known ?? []).map(\.layer)).union(proposal.added.map(\.layer))
            .union((proposal.inserted + proposal.replaced).map(\.item.layer))
        guard used.allSatisfy({ places[$0] != nil }) else { throw .layers }
        self.places = places
    }

    private static func only(_ indices: [Int]) -> Int? { indices.count == 1 ? indices[0] : nil }

    /// Whether a layer may be another one that was changed. One for the game master is never one that everyone sees.
    private static func mayBecome(_ layer: Drawing.Layer, _ other: Drawing.Layer) -> Bool {
        layer.id == other.id && (layer.audience != .gameMaster || other.audience == .gameMaster)
    }

    /// Whether an item is in a layer for the game master.
    func isSecret(_ item: Item) -> Bool { secret.contains(item.layer) }

    private func place(_ layer: Int) -> Int { places[layer] ?? layer }

    /// Returns an item of the edit in its layer of today.
    func placed(_ item: Item) -> Item {
        var item = item
        item.layer = place(item.layer)
        return item
    }

    /// Returns the layer of what the edit makes of an item. A layer for the game master always counts.
    func layer(of mine: Item, with theirs: Item, since old: Item) -> Int {
        let isOpened = secret.contains(theirs.layer) && !secret.contains(place(old.layer))
        return isOpened || mine.layer == old.layer ? theirs.layer : place(mine.layer)
    }

    /// Returns one version of an item merged with another one: the parts that only one of them has changed count, and where
    /// both have, the edit's does.
    func merged(_ mine: Item, with theirs: Item, since old: Item) -> Item {
        var result = mine
        switch (mine, theirs, old) {
        case (.stroke(let own), .stroke(let other), .stroke(let before)):
            var stroke = own
            if own.brush == before.brush { stroke.brush = other.brush }
            if own.points == before.points { stroke.points = other.points }
            result = .stroke(stroke)
        case (.object(.picture), .object(.picture), .object(.picture)):
            if mine.resembles(old) { result = theirs }
        default:
            if mine.bare == old.bare { result = theirs }
        }
        result.layer = layer(of: mine, with: theirs, since: old)
        return result
    }
}

/// The last edits of a page, by what they have removed.
package struct EditHistoryIndex: Sendable {
    /// An item that an edit has removed.
    private struct Place: Sendable {
        let edit: Int
        let number: Int
    }

    private let edits: [Edit]
    private var places: LikenessIndex<Place>

    /// - Parameter edits: the edits in the order in which they were made.
    package init(_ edits: [Edit]) {
        self.edits = edits
        var places = LikenessIndex<Place>()
        for (index, edit) in edits.enumerated() {
            for (number, removed) in edit.removed.enumerated() {
                places.insert(Place(edit: index, number: number), like: removed.item)
            }
        }
        self.places = places
    }

    /// Finds the last removal of an item after an edit, once.
    ///
    /// - Returns: the edit, and what it puts into the place of the item; nil if there is none.
    fileprivate mutating func takeRemoval(of item: Item, after edit: Int) -> (edit: Int, next: [Item])? {
        let edits = edits
        let found = places.take(like: item) { place in
            place.edit > edit && edits[place.edit].removed[place.number].item.resembles(item)
        }
        return found.map { ($0.edit, next($0)) }
    }

    private func next(_ place: Place) -> [Item] {
        let edit = edits[place.edit]
        let old = edit.removed[place.number]
        if edit.removed.count == edit.inserted.count {
            let new = edit.inserted[place.number]
            if old.item.continues(as: new.item, isInPlace: old.index == new.index) { return [new.item] }
        }
        let below = old.index - place.number
        return edit.inserted.enumerated().filter {
            $1.index - $0 == below && old.item.continues(as: $1.item, isInPlace: true)
        }.map(\.element.item)
    }
}

/// Finds items that resemble each other.
private struct LikenessIndex<Value: Sendable>: Sendable {
    /// What items which resemble each other share, apart from roundings.
    private struct Likeness: Hashable {
        let size: Int
        let x: Int
        let y: Int
    }

    private var values: [Likeness: [Value]] = [:]

    mutating func insert(_ value: Value, like item: Item) {
        values[Self.likeness(item, 0, 0), default: []].append(value)
    }

    /// Removes the last value that fits, and returns it.
    mutating func take(like item: Item, where fits: (Value) -> Bool) -> Value? {
        for likeness in Self.likenesses(item) {
            if let index = values[likeness]?.lastIndex(where: fits) { return values[likeness]?.remove(at: index) }
        }
        return nil
    }

    /// A number near the border of two whole ones may have been rounded to either.
    private static func likenesses(_ item: Item) -> Set<Likeness> {
        Set(
            [(-1.0, -1.0), (-1, 1), (1, -1), (1, 1)].map {
                likeness(item, $0.0 * Point.nearness, $0.1 * Point.nearness)
            })
    }

    private static func likeness(_ item: Item, _ dx: Double, _ dy: Double) -> Likeness {
        let anchor = item.anchor
        return Likeness(size: item.size, x: cell(anchor.x + dx), y: cell(anchor.y + dy))
    }

    private static func cell(_ value: Double) -> Int { Int(exactly: value.rounded()) ?? 0 }
}

extension Item {
    /// A point by which an item is looked up.
    fileprivate var anchor: Point {
        switch self {
        case .stroke(let stroke): stroke.points.positions.first ?? .zero
        case .object(.picture(let picture)):
            Point(x: picture.frame.minX + picture.transform.tx, y: picture.frame.minY + picture.transform.ty)
        case .object(.text(let text)): Point(x: text.transform.tx, y: text.transform.ty)
        case .object(.note(let note)): note.place
        case .object(.link(let link)): Point(x: link.area.minX, y: link.area.minY)
        case .object(.markup(let markup)): markup.quads.first?.upperStart ?? .zero
        }
    }

    /// Whether this is the same item after it was sent, where numbers may have been rounded.
    func resembles(_ other: Item) -> Bool {
        switch (self, other) {
        case (.stroke(let one), .stroke(let two)):
            let (ones, twos) = (one.points.positions, two.points.positions)
            return one.brush.kind == two.brush.kind && one.brush.color.isNear(two.brush.color)
                && abs(one.brush.width - two.brush.width) < Point.nearness && ones.count == twos.count
                && zip(ones.prefix(4), twos.prefix(4)).allSatisfy { $0.isNear($1) }
                && zip(ones.suffix(4), twos.suffix(4)).allSatisfy { $0.isNear($1) }
        case (.object(.picture(let one)), .object(.picture(let two))):
            // A client that only names a picture does not send it.
            return one.frame.isNear(two.frame) && one.transform.isNear(two.transform)
        case (.object(.text(let one)), .object(.text(let two))):
            return one.string == two.string && one.transform.isNear(two.transform)
        case (.object(.note(let one)), .object(.note(let two))):
            return one.title == two.title && one.text == two.text && one.place.isNear(two.place)
        case (.object(.link(let one)), .object(.link(let two))):
            return one.target == two.target && one.area.isNear(two.area)
        case (.object(.markup(let one)), .object(.markup(let two))):
            return one.style == two.style && one.text == two.text && one.quads.count == two.quads.count
                && zip(one.quads, two.quads).allSatisfy {
                    $0.upperStart.isNear($1.upperStart) && $0.lowerEnd.isNear($1.lowerEnd)
                }
        default: return false
        }
    }

    fileprivate func isSameBesideLayer(as other: Item) -> Bool {
        var copy = other
        copy.layer = layer
        return self == copy
    }
}

extension Point {
    /// Numbers closer than this may be the same one, rounded.
    fileprivate static let nearness = 0.02

    fileprivate func isNear(_ other: Point) -> Bool {
        abs(x - other.x) < Self.nearness && abs(y - other.y) < Self.nearness
    }
}

extension Rect {
    fileprivate func isNear(_ other: Rect) -> Bool {
        Point(x: minX, y: minY).isNear(Point(x: other.minX, y: other.minY))
            && Point(x: maxX, y: maxY).isNear(Point(x: other.maxX, y: other.maxY))
    }
}

extension AffineTransform {
    fileprivate func isNear(_ other: AffineTransform) -> Bool {
        zip([a, b, c, d, tx, ty], [other.a, other.b, other.c, other.d, other.tx, other.ty]).allSatisfy {
            abs($0 - $1) < Point.nearness
        }
    }
}

extension Color {
    fileprivate func isNear(_ other: Color) -> Bool {
        zip([red, green, blue, alpha], [other.red, other.green, other.blue, other.alpha]).allSatisfy {
            abs($0 - $1) < Point.nearness
        }
    }
}
