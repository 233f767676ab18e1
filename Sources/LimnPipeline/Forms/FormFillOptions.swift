// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

/// How a form is filled.
public struct FormFillOptions: Sendable {
    /// How the new document comes about.
    public var save: SaveStrategy = .auto
    /// Whether the fields become part of their pages, so that nobody can change them any more.
    public var flattens = false
    /// Whether the fields that were filled are made read-only.
    public var locks = false
    /// Whether fields are filled that the form says nobody may change, and signed documents although that breaks their
    /// signatures.
    public var force = false
    /// Whether read-only fields are filled with values that were accepted before.
    package var fillsReadOnly = false
    /// Whether the new document is compared with the original before it is published.
    public var verifies = true
    /// Whether an existing file is left alone.
    public var keepsExisting = false
    /// Password and limits.
    public var access: Access
    /// Where the document is read.
    package var context = JobContext.standard

    /// Makes the usual choices.
    public init(access: Access = Access()) { self.access = access }
}
