// SPDX-License-Identifier: Apache-2.0

/// The undo and redo stacks of a page.
///
/// A history can be stored with ``encoded()`` and restored later.
public struct EditHistory: Hashable, Sendable {
    /// The maximum number of edits on the undo stack, at least 1. The oldest edits are dropped first.
    public let limit: Int
    /// The undo stack. The next edit to undo is the last element.
    public private(set) var done: [Edit] = []
    /// The redo stack. The next edit to redo is the last element.
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

    /// Applies an edit, pushes it onto the undo stack and clears the redo stack. An empty edit does nothing.
    ///
    /// - Throws: ``InkError`` with `conflict` or `invalidValue`, like ``Drawing/apply(_:)``. After an error, the
    ///   drawing and the history are unchanged.
    public mutating func perform(_ edit: Edit, on drawing: inout Drawing) throws(InkError) {
        guard !edit.isEmpty else { return }
        try drawing.apply(edit)
        undone = []
        done.append(edit)
        if done.count > limit { done.removeFirst(done.count - limit) }
    }

    /// Undoes the last edit.
    ///
    /// - Returns: the edit that was applied to the drawing; nil if there was nothing to undo.
    /// - Throws: ``InkError`` with `conflict` if the drawing was changed without this history. After an error, the
    ///   drawing and the history are unchanged.
    @discardableResult
    public mutating func undo(_ drawing: inout Drawing) throws(InkError) -> Edit? {
        guard let edit = done.last else { return nil }
        let inverse = edit.inverse
        try drawing.apply(inverse)
        done.removeLast()
        undone.append(edit)
        return inverse
    }

    /// Redoes the most recently undone edit.
    ///
    /// - Returns: the edit that was applied to the drawing; nil if there was nothing to redo.
    /// - Throws: the same errors as ``undo(_:)``.
    @discardableResult
    public mutating func redo(_ drawing: inout Drawing) throws(InkError) -> Edit? {
        guard let edit = undone.last else { return nil }
        try drawing.apply(edit)
        undone.removeLast()
        done.append(edit)
        return edit
    }
}
