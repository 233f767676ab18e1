// SPDX-License-Identifier: Apache-2.0

/// A file format for ink.
public struct InkFormat: Hashable, Sendable, Identifiable, CustomStringConvertible {
    /// The short name that commands and JSON use, such as `xopp`.
    public let id: String
    /// The name that people use.
    public let name: String
    /// The usual extensions in lower case, without the dot; the first is the one to write.
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
