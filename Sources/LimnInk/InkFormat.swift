// SPDX-License-Identifier: Apache-2.0

/// A file format for ink.
public struct InkFormat: Hashable, Sendable, Identifiable, CustomStringConvertible {
    /// The short name for commands and JSON, such as `xopp`.
    public let id: String
    /// The name for display.
    public let name: String
    /// The usual file extensions, in lower case and without the dot. The first one is used for writing.
    public let extensions: [String]

    /// Makes a format.
    public init(id: String, name: String, extensions: [String]) {
        self.id = id
        self.name = name
        self.extensions = extensions
    }

    /// The format's ``id``.
    public var description: String { id }

}
