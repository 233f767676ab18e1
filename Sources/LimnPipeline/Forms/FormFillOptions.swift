// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

/// Options for filling a form.
public struct FormFillOptions: Sendable {
    /// How the new document is saved.
    public var save: SaveStrategy = .auto
    /// Whether the fields become page content, so that nobody can change them any more.
    public var flattens = false
    /// Whether the filled fields become read-only.
    public var locks = false
    /// Whether fields are filled even if they are read-only or locked, and signed documents even if that breaks their
    /// signatures.
    public var force = false
    /// Whether read-only fields are filled. The values must have been accepted before.
    package var fillsReadOnly = false
    /// Whether nothing is written for a row unless the form accepts every part of it.
    public var isStrict = false
    /// Whether the new document is compared with the original before it is published.
    public var verifies = true
    /// Whether filling fails instead of replacing an existing file.
    public var keepsExisting = false
    /// The password and the limits.
    public var access: Access
    /// The workers and the cancellation of the request.
    package var context = JobContext.standard

    /// Makes default options.
    ///
    /// - Parameter access: the password and the limits for the documents.
    public init(access: Access = Access()) { self.access = access }
}
