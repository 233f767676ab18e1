// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
package import LimnInk
internal import LimnLibrary

/// Merges an edit that was made for an earlier state of a page with what others have changed since, by the rules of
/// `Documentation/Sync.md`. The edit is found by what it removes, not by a revision: whoever was offline may have made
/// several edits, each for the state after the one before.
package struct EditMerge {
    private let proposal: EditProposal
    private let known: [Item]
    private let drawing: Drawing
    private let history: [Edit]?
    private let items: [Item]
    /// The indices of items that nothing was found in yet, by a hash that similar ones share.
    private var places: [Int: [Int]] = [:]
    private var removed: Set<Int> = []
    private var replacements: [Int: [Item]] = [:]
    private var bottom: [Item] = []
    private var top: [Item] = []

    /// Thrown where the journal has to tell what has become of an item.
    package struct NeedsHistory: Error {}

    /// Returns an edit of a page as it is now.
    ///
    /// - Parameters:
    ///   - proposal: an edit with ``EditProposal/known`` items.
    ///   - history: the last edits of the page's journal, in their order; nil if they are not read yet.
    ///   - hidden: the layers whose items the person does not know.
    /// - Throws: `NeedsHistory` where an item is not there any more and `history` is nil.
    package static func edit(
        _ proposal: EditProposal, on drawing: Drawing, history: [Edit]?, hiding hidden: Set<Int> = []
    ) throws -> Edit {
        var merge = EditMerge(proposal, drawing, history, hidden)
        try merge.take()
        return merge.edit()
    }

    private init(
        _ proposal: EditProposal, _ drawing: Drawing, _ history: [Edit]?, _ hidden: Set<Int>
    ) {
        (self.proposal, self.drawing, self.history) = (proposal, drawing, history)
        known = proposal.known ?? []
        items = drawing.items
        precondition(
            known.count == proposal.removed.count + proposal.replaced.count, "whoever decodes an edit checks this")
        for index in items.indices.reversed() where !hidden.contains(items[index].layer) {
            places[items[index].likeness, default: []].append(index)
        }
    }

    // MARK: What the edit does

    /// What an edit puts into the place of items.
    private struct Exchange {
        /// The numbers of the items among those that it removes.
        var old: [Int] = []
        var new: [Item] = []
    }

    /// Divides an edit into removals, replacements, and items that have a place of their own.
    private func exchanges() -> (exchanges: [Exchange], free: [EditProposal.Placed]) {
        let gone = (proposal.removed + proposal.replaced.map(\.index)).sorted()
        let numbers = Dictionary(zip(gone, gone.indices)) { first, _ in first }
        var exchanges = proposal.replaced.map { Exchange(old: [numbers[$0.index] ?? 0], new: [$0.item]) }
        // What takes the place of an item has as many others below it that stay.
        var groups: [Int: Exchange] = [:]
        for (rank, index) in proposal.removed.sorted().enumerated() {
            groups[index - rank, default: Exchange()].old.append(numbers[index] ?? 0)
        }
        var free: [EditProposal.Placed] = []
        for (rank, placed) in proposal.inserted.sorted(by: { $0.index < $1.index }).enumerated() {
            let below = placed.index - rank
            if groups[below] != nil {
                groups[below]?.new.append(placed.item)
            } else {
                free.append(.init(index: below, item: placed.item))
            }
        }
        for group in groups.sorted(by: { $0.key < $1.key }).map(\.value) {
            guard group.old.count == group.new.count else {
                exchanges.append(group)
                continue
            }
            exchanges += zip(group.old, group.new).map { Exchange(old: [$0], new: [$1]) }
        }
        return (exchanges, free)
    }

    private mutating func take() throws {
        var (exchanges, free) = exchanges()
        for exchange in exchanges {
            // An item that only changes its place among the others is in two lists.
            guard exchange.new.isEmpty, exchange.old.count == 1, case let item = known[exchange.old[0]],
                let moved = free.firstIndex(where: { $0.item.bare.resembles(item.bare) })
            else {
                try take(exchange)
                continue
            }
            let placed = free.remove(at: moved)
            let now = try find(item)
            if now.count == 1 { removed.insert(now[0]) }
            put(now.count == 1 ? placed.item.merged(items[now[0]], since: item) : placed.item, above: placed.index)
        }
        for placed in free { put(placed.item, above: placed.index) }
        top += proposal.added
    }

    private mutating func take(_ exchange: Exchange) throws {
        if exchange.old.count == 1, exchange.new.count == 1 {
            let (item, wanted) = (known[exchange.old[0]], exchange.new[0])
            let now = try find(item)
            guard now.count == 1 else {
                top.append(wanted)
                return
            }
            replacements[now[0]] = [wanted.merged(items[now[0]], since: item)]
            return
        }
        var place: Int?
        for number in exchange.old {
            let item = known[number]
            let now = try find(item)
            // Somebody else's change of an item counts, not its removal. Pieces of what others have cut stay, too.
            guard now.count == 1, !exchange.new.isEmpty || items[now[0]].resembles(item) else { continue }
            removed.insert(now[0])
            place = place ?? now[0]
        }
        if let place {
            replacements[place] = exchange.new
        } else {
            top += exchange.new
        }
    }

    private mutating func put(_ item: Item, above count: Int) {
        if count == 0 { bottom.append(item) } else { top.append(item) }
    }

    // MARK: What has become of an item

    /// Returns the indices of what an item is now; none if it is gone.
    private mutating func find(_ item: Item) throws -> [Int] {
        if let index = takePlace(of: item) { return [index] }
        guard let history else { throw NeedsHistory() }
        return successors(of: item, in: history[...]).sorted()
    }

    /// Returns the index of an equal item that nothing else was found in.
    private mutating func takePlace(of item: Item) -> Int? {
        guard let number = places[item.likeness]?.lastIndex(where: { items[$0].resembles(item) }) else { return nil }
        return places[item.likeness]?.remove(at: number)
    }

    private mutating func successors(of item: Item, in edits: ArraySlice<Edit>) -> [Int] {
        for index in edits.indices.reversed() {
            let edit = edits[index]
            guard let number = edit.removed.firstIndex(where: { $0.item.resembles(item) }) else { continue }
            var found: [Int] = []
            for next in Self.next(number, in: edit) {
                if let place = takePlace(of: next) {
                    found.append(place)
                } else {
                    found += successors(of: next, in: edits[(index + 1)...])
                }
            }
            return found
        }
        return []
    }

    /// Returns what an edit puts into the place of an item that it removes.
    private static func next(_ number: Int, in edit: Edit) -> [Item] {
        if edit.removed.count == edit.inserted.count {
            let (old, new) = (edit.removed[number], edit.inserted[number])
            if old.item.continues(as: new.item, isInPlace: old.index == new.index) { return [new.item] }
        }
        let below = edit.removed[number].index - number
        return edit.inserted.enumerated().filter { $1.index - $0 == below }.map(\.element.item)
    }

    // MARK: The edit

    private func edit() -> Edit {
        let layers = proposal.layers.map { wanted in
            MergedLayers(from: proposal.knownLayers ?? drawing.layers, to: wanted, and: drawing.layers)
        }
        var edit = Edit()
        var recovered: Int?
        var all = layers?.layers ?? drawing.layers
        /// Puts an item in after those before it.
        var count = 0
        func insert(_ item: Item, isMine: Bool) {
            var item = item
            if let layers {
                let place = isMine ? layers.mine[item.layer] : layers.theirs[item.layer]
                if let place {
                    item.layer = place
                } else if !isMine {
                    // The layer is gone, and may have been for the game master.
                    if recovered == nil {
                        recovered = all.count
                        all.append(Drawing.Layer(name: "Recovered", audience: .gameMaster))
                    }
                    item.layer = recovered ?? 0
                }
            }
            edit.inserted.append(.init(index: count, item: item))
            count += 1
        }
        bottom.forEach { insert($0, isMine: true) }
        for (index, item) in items.enumerated() {
            if let new = replacements[index] {
                edit.removed.append(.init(index: index, item: item))
                new.forEach { insert($0, isMine: true) }
            } else if removed.contains(index) {
                edit.removed.append(.init(index: index, item: item))
            } else if let layers, layers.theirs[item.layer] != item.layer {
                edit.removed.append(.init(index: index, item: item))
                insert(item, isMine: false)
            } else {
                count += 1
            }
        }
        top.forEach { insert($0, isMine: true) }
        if all != drawing.layers { edit.layers = .init(before: drawing.layers, after: all) }
        return edit
    }
}

/// The layers that two lists come to, which were made from the same one.
private struct MergedLayers {
    var layers: [Drawing.Layer] = []
    /// The indices in ``layers`` of those of the one list, and of the other.
    var mine: [Int: Int] = [:]
    var theirs: [Int: Int] = [:]

    init(from old: [Drawing.Layer], to new: [Drawing.Layer], and other: [Drawing.Layer]) {
        func state(_ layers: [Drawing.Layer], _ number: UInt64, from unit: SyncUnit) -> SyncUnit {
            // The edit that comes in is the later one.
            var recorder = SyncRecorder(unit, by: ReplicaID(bits: number), at: Int64(number))
            PageInk.record(Drawing(layers: layers), in: &recorder)
            return recorder.finished()
        }
        let base = state(old, 1, from: SyncUnit())
        let (mine, theirs) = (state(new, 3, from: base), state(other, 2, from: base))
        var joined = theirs
        joined.join(mine)
        let merged = PageInk.layers(joined)
        layers = merged.isEmpty ? [Drawing.Layer()] : merged.map(\.layer)
        let places = Dictionary(zip(merged.map(\.key), merged.indices)) { first, _ in first }
        for (index, layer) in PageInk.layers(mine).enumerated() { self.mine[index] = places[layer.key] }
        for (index, layer) in PageInk.layers(theirs).enumerated() { self.theirs[index] = places[layer.key] }
    }
}

extension Item {
    /// A number that items which resemble each other share.
    fileprivate var likeness: Int { size }

    /// Whether this is the same item after it was sent, where numbers may have been rounded.
    func resembles(_ other: Item) -> Bool {
        switch (self, other) {
        case (.stroke(let one), .stroke(let two)):
            let (ones, twos) = (one.points.positions, two.points.positions)
            return one.brush.kind == two.brush.kind && one.brush.color.isNear(two.brush.color)
                && ones.count == twos.count
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

    /// Returns this version of an item merged with another one: the parts that only one of them has changed count, and
    /// where both have, this one does.
    ///
    /// - Parameter old: the version before both.
    fileprivate func merged(_ other: Item, since old: Item) -> Item {
        var result = self
        switch (self, other, old) {
        case (.stroke(let mine), .stroke(let theirs), .stroke(let before)):
            var stroke = mine
            if mine.brush == before.brush { stroke.brush = theirs.brush }
            if mine.points == before.points { stroke.points = theirs.points }
            result = .stroke(stroke)
        case (.object(.picture), .object(.picture), .object(.picture)):
            if resembles(old) { result = other }
        default:
            if bare == old.bare { result = other }
        }
        result.layer = layer == old.layer ? other.layer : layer
        return result
    }
}

extension Point {
    fileprivate func isNear(_ other: Point) -> Bool { abs(x - other.x) < 0.02 && abs(y - other.y) < 0.02 }
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
            abs($0 - $1) < 0.02
        }
    }
}

extension Color {
    fileprivate func isNear(_ other: Color) -> Bool {
        zip([red, green, blue, alpha], [other.red, other.green, other.blue, other.alpha]).allSatisfy {
            abs($0 - $1) < 0.02
        }
    }
}
