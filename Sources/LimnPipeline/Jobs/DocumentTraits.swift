// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects

/// What decides how a document may be written.
struct DocumentTraits: Codable, Hashable {
    var isSigned = false
    var isEncrypted = false
    /// Whether its signatures allow annotations to be added.
    var permitsAnnotations = true
    /// The level of changes that they allow (DocMDP), 1…3; nil where nothing limits them.
    var permissionLevel: Int?

    init(_ objects: ObjectDocument) throws(PDFObjectsError) {
        let signatures = try objects.signatures()
        isSigned = signatures.isSigned
        permitsAnnotations = signatures.permitsAnnotations
        permissionLevel = signatures.permissionLevel
        isEncrypted = objects.isEncrypted
    }
}
