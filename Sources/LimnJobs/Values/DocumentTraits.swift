// SPDX-License-Identifier: GPL-3.0-or-later

/// The properties that determine how a document may be written.
package struct DocumentTraits: Codable, Hashable, Sendable {
    package var isSigned = false
    package var isEncrypted = false
    /// Whether the document's signatures allow new annotations.
    package var permitsAnnotations = true
    /// The level of changes that the signatures allow (DocMDP), 1…3; nil if they do not limit changes.
    package var permissionLevel: Int?
    /// Whether the document carries source ink with a layer for the game master.
    package var hasSecretInk = false

    package init() {}
}
