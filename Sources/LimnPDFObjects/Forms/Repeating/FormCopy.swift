// SPDX-License-Identifier: GPL-3.0-or-later

/// One of several copies of a form's pages in one document.
public struct FormCopy: Hashable, Sendable {
    /// The first part of the full names of the copy's fields, which a period separates from the rest. It contains no
    /// periods.
    public var name: String
    /// The title of the copy's bookmark.
    public var title: String

    /// Describes a copy.
    ///
    /// - Parameters:
    ///   - name: the name that precedes the names of the fields in this copy.
    ///   - title: the title of its bookmark.
    public init(name: String, title: String) { (self.name, self.title) = (name, title) }

    /// Returns the full name of a field in this copy.
    public func name(of field: String) -> String { field.isEmpty ? name : "\(name).\(field)" }
}
