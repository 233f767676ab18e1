// SPDX-License-Identifier: Apache-2.0

/// What was done to the ink of a page, and what was taken back: undo and redo.
///
/// It is a value that can be stored (``encoded()``), so that history survives a restart.
public struct EditHistory: Hashable, Sendable {
    /// How many edits are remembered at most; the oldest are forgotten first.
    public let limit: Int
    /// The edits that can be undone, the last one last.
    public private(set) var done: [Edit] = []
    /// The edits that can be redone, the next one last.
    public private(set) var undone: [Edit] = []

    /// Makes an empty history.
    public init(limit: Int = 1000) { self.limit = max(limit, 1) }

    init(limit: Int, done: [Edit], undone: [Edit]) {
        self.limit = limit
        self.done = done
        self.undone = undone
    }

    /// Whether there is something to undo.
    public var canUndo: Bool { !done.isEmpty }
    /// Whether there is something to redo.
    public var canRedo: Bool { !undone.isEmpty }

    /// Applies an edit and remembers it; what could be redone is forgotten. An edit that changes nothing is not remembered.
    ///
    /// - Throws: ``InkError`` with `conflict`; nothing has changed then.
    public mutating func perform(_ edit: Edit, on drawing: inout Drawing) throws(InkError) {
        guard !edit.isEmpty else { return }
        try drawing.apply(edit)
        undone = []
        done.append(edit)
        if done.count > limit { done.removeFirst(done.count - limit) }
    }

    /// Takes back the last edit.
    ///
    /// - Returns: what was applied to the drawing; nil when there was nothing to undo.
    /// - Throws: ``InkError`` with `conflict` when the drawing was changed by other means; nothing has changed then.
    @discardableResult
    public mutating func undo(_ drawing: inout Drawing) throws(InkError) -> Edit? {
        guard let edit = done.last else { return nil }
        let inverse = edit.inverse
        try drawing.apply(inverse)
        done.removeLast()
        undone.append(edit)
        return inverse
    }

    /// Does again what was taken back last.
    ///
    /// - Returns: what was applied to the drawing; nil when there was nothing to redo.
    /// - Throws: as ``undo(_:)``.
    @discardableResult
    public mutating func redo(_ drawing: inout Drawing) throws(InkError) -> Edit? {
        guard let edit = undone.last else { return nil }
        try drawing.apply(edit)
        undone.removeLast()
        done.append(edit)
        return edit
    }
}
