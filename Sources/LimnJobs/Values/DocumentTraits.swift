// SPDX-License-Identifier: GPL-3.0-or-later

/// What decides how a document may be written.
package struct DocumentTraits: Codable, Hashable, Sendable {
    package var isSigned = false
    package var isEncrypted = false
    /// Whether its signatures allow annotations to be added.
    package var permitsAnnotations = true
    /// The level of changes that they allow (DocMDP), 1…3; nil where nothing limits them.
    package var permissionLevel: Int?

    package init() {}
}
