// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
public import LimnForms

/// The values of a character for the fields of its template's form.
///
/// A picture is identified by the `ContentHash` of its bytes. ``LibraryStore/formPicture(_:of:)`` returns the bytes.
///
/// ```swift
/// let values = try library.formValues(of: maren.id)
/// try library.setFormValues(["Level": .number("4")], of: maren.id, expecting: values.revision)
/// ```
public struct FormValues: Equatable, Sendable {
    /// The values by the full names of the fields. All other fields have the values of the template. The path of a
    /// `FieldEntry.picture` is the picture's hash.
    public let entries: [String: FieldEntry]
    /// The number of changes, including undo and redo; 0 if no value was ever set. Callers can name the revision that a
    /// change expects.
    public let revision: Int
    /// Whether there is something to undo. The values of ``NewCharacter/formEntries`` cannot be undone, and a move to
    /// another template is undone with the ink.
    public let canUndo: Bool
    /// Whether there is something to redo.
    public let canRedo: Bool
    /// The time of the last change; nil if there was none.
    public let modified: Date?

    /// The values of a character for which none was ever set.
    static let none = FormValues(entries: [:], revision: 0, canUndo: false, canRedo: false, modified: nil)
}

/// An invertible change of a character's form values. Only the library makes such edits.
public struct FormEdit: Equatable, Sendable {
    /// The change of one field.
    public struct Change: Equatable, Sendable {
        /// The value before; nil for the template's value.
        public let before: FieldEntry?
        /// The value afterwards; nil for the template's value.
        public let after: FieldEntry?
    }

    /// The changes by the full names of the fields. Fields that keep their values are not listed.
    public let changes: [String: Change]
    /// The change of the template in the same group; nil if there is none.
    public let edition: EditionChange?
    /// The change of the character's pages; nil if there is none.
    public let pages: PageListEdit?

    /// Whether nothing changes.
    public var isEmpty: Bool { changes.isEmpty && !isWhole }
    /// Whether the edit belongs to a group that is undone as a whole.
    var isWhole: Bool { edition != nil || pages != nil }
    /// The number of pages whose ink changed in the same group, for an edit that is undone as a whole.
    var drawings: Int { edition?.pages ?? pages?.drawings ?? 0 }

    /// The edit that undoes this one.
    public var inverse: FormEdit {
        FormEdit(
            changes: changes.mapValues { Change(before: $0.after, after: $0.before) }, edition: edition?.inverse,
            pages: pages?.inverse)
    }

    init(changes: [String: Change], edition: EditionChange? = nil, pages: PageListEdit? = nil) {
        (self.changes, self.edition, self.pages) = (changes, edition, pages)
    }

    /// Returns the same edit with a change of the template.
    func moving(_ edition: EditionChange) -> FormEdit { FormEdit(changes: changes, edition: edition) }

    /// Makes the edit that sets some values and removes others. Fields that keep their values are not included.
    init(of old: [String: FieldEntry], setting new: [String: FieldEntry], removing names: Set<String>) {
        var changes: [String: Change] = [:]
        for (name, entry) in new where old[name] != entry { changes[name] = Change(before: old[name], after: entry) }
        for name in names where new[name] == nil && old[name] != nil {
            changes[name] = Change(before: old[name], after: nil)
        }
        self.init(changes: changes)
    }

    /// Returns the values after the edit.
    func applied(to entries: [String: FieldEntry]) -> [String: FieldEntry] {
        var entries = entries
        for (name, change) in changes { entries[name] = change.after }
        return entries
    }

    /// Returns whether some values may be the result of the edit.
    func leads(to entries: [String: FieldEntry]) -> Bool { changes.allSatisfy { entries[$0.key] == $0.value.after } }
}

/// A change of a character's form values, as ``LibraryStore/setFormValues(_:removing:pictures:of:expecting:by:)``, undo
/// and redo return it.
public struct FormChange: Equatable, Sendable {
    /// The edit that was made; for an undo, the inverse of the undone edit. It is empty if no value changed.
    public let edit: FormEdit
    /// The revision after the change, to expect in the next one.
    public let revision: Int
}
