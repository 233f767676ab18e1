// SPDX-License-Identifier: GPL-3.0-or-later

/// A copy of all pages of a form, for one of several sheets in one document.
public struct FormCopy: Hashable, Sendable {
    /// What stands before the full names of its fields, with a period between; a name without periods.
    public var name: String
    /// Its bookmark.
    public var title: String

    /// Describes a copy.
    public init(name: String, title: String) { (self.name, self.title) = (name, title) }

    /// The full name of a field in this copy.
    public func name(of field: String) -> String { field.isEmpty ? name : "\(name).\(field)" }
}
