// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// The name of a blob: the hash of its content, in lower-case hexadecimal digits.
///
/// Names come from untrusted databases. Only names that this type has parsed become paths.
struct BlobName: Hashable, Sendable, CustomStringConvertible {
    private enum Hash: Hashable {
        case content(ContentHash)
        /// The kind of hash used before version 3 of the schema.
        case quick(QuickHash)
    }
    private let hash: Hash

    /// Parses a name; nil for anything but the digits of a hash.
    init?(_ text: String) {
        if let content = ContentHash(text) {
            hash = .content(content)
        } else if let quick = QuickHash(text) {
            hash = .quick(quick)
        } else {
            return nil
        }
    }

    var description: String {
        switch hash {
        case .content(let hash): hash.description
        case .quick(let hash): hash.description
        }
    }

    /// Whether the name is of the kind used before version 3 of the schema.
    var isOld: Bool { if case .quick = hash { true } else { false } }

    /// Returns whether the content of a file matches the name.
    ///
    /// - Throws: ``FileError``.
    func fits(_ file: InputFile) throws(FileError) -> Bool {
        switch hash {
        case .content(let hash): try ContentHash(of: file) == hash
        case .quick(let hash): try QuickHash(of: file) == hash
        }
    }
}
