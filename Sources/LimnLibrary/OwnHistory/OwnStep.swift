// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnInk

/// The directions in a person's history.
public enum OwnDirection: Sendable {
    /// Takes the last change back.
    case undo
    /// Does again what was taken back last.
    case redo
}

/// A change of a person that was taken back, or done again.
public struct OwnStep: Sendable {
    /// The ``EditGroup/version`` of the change that was taken back or done again.
    public let version: Int
    /// The ink version of the character afterwards.
    public let inkVersion: Int
    /// The changes of pages, in order.
    public let pages: [PageChange]
    /// The change of form values or of the list of pages; nil if there is none.
    public let form: FormChange?
}

/// What a person can take back and do again; see ``Library/ownHistory(of:by:)``.
public struct OwnHistory: Hashable, Sendable {
    /// The ``EditGroup/version`` of the person's changes that hold, earliest first.
    public var done: [Int]
    /// The ink versions of the groups that took changes back and that can be done again, the next one last.
    public var undone: [Int]

    /// Creates a history.
    public init(done: [Int] = [], undone: [Int] = []) { (self.done, self.undone) = (done, undone) }

    /// Adds a group of edits of the person.
    mutating func add(_ version: Int, takingBack taken: Int?) {
        guard let taken else {
            done.append(version)
            undone = []
            return
        }
        if let index = done.lastIndex(of: taken) {
            done.remove(at: index)
            undone.append(version)
        } else if let index = undone.lastIndex(of: taken) {
            undone.remove(at: index)
            done.append(version)
        }
    }
}

extension Edit {
    /// Returns the edit that takes this one back in a drawing that others may have changed since. Items are found by what
    /// they are, not by their indices.
    ///
    /// - Returns: the edit; nil if somebody else has removed or changed what this edit made. Of items that were only
    ///   added, those that are left are removed.
    func takenBack(in drawing: Drawing) -> Edit? {
        if let layers, drawing.layers != layers.after { return nil }
        let items = drawing.items
        var wanted = Dictionary(inserted.map { ($0.item, 1) }, uniquingKeysWith: +)
        var found: [Int] = []
        // Items on top come first: of equal ones, they are the later ones.
        for index in items.indices.reversed() where found.count < inserted.count {
            guard let count = wanted[items[index]], count > 0 else { continue }
            wanted[items[index]] = count - 1
            found.append(index)
        }
        let isAddition = removed.isEmpty && layers == nil
        guard isAddition ? !found.isEmpty : found.count == inserted.count else { return nil }
        found.reverse()
        let count = layers?.before.count ?? drawing.layers.count
        guard removed.allSatisfy({ (0..<count).contains($0.item.layer) }) else { return nil }
        var length = items.count - found.count
        let restored = removed.map { old in
            defer { length += 1 }
            return Edit.IndexedItem(index: min(old.index, length), item: old.item)
        }
        return Edit(
            removed: found.map { Edit.IndexedItem(index: $0, item: items[$0]) }, inserted: restored,
            layers: layers.map { LayerChange(before: $0.after, after: $0.before) })
    }
}

extension FormEdit {
    /// Returns the changes of this edit that can be taken back: those of fields that still have the value which it gave.
    func takenBack(in entries: [String: FieldEntry]) -> FormEdit? {
        let left = changes.filter { entries[$0.key] == $0.value.after }
        return left.isEmpty ? nil : FormEdit(changes: left).inverse
    }
}
