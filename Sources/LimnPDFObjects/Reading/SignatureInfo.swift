// SPDX-License-Identifier: GPL-3.0-or-later

/// The signatures of a document and the changes that they permit.
///
/// Nothing is verified cryptographically: a signature that is broken already counts like an intact one. Information that
/// cannot be read counts as the strictest.
public struct SignatureInfo: Hashable, Sendable {
    /// Whether a field is signed, or the author has certified the document.
    public internal(set) var isSigned = false
    /// The strictest permission level (ISO 32000-2, 12.8.2.2); nil if no signature limits changes.
    ///
    /// Level 1 permits no changes. Level 2 permits filling in forms and signing. Level 3 also permits annotations.
    /// Certifications set a level; locks of signature fields may also set one.
    public internal(set) var permissionLevel: Int?
    /// Whether a signature locks fields (FieldMDP). Ink is still permitted, because it does not change fields.
    public internal(set) var locksFields = false
    /// Whether some permissions of the signatures could not be read.
    public internal(set) var isMalformed = false

    /// Whether annotations may be added: all permissions could be read, and either nothing limits changes or the level
    /// is 3.
    public var permitsAnnotations: Bool { !isMalformed && (permissionLevel ?? 3) == 3 }

    mutating func note(level: PDFObject?) {
        guard let level else { return limit(2) }  // the default of /P
        guard let value = level.int, (1...3).contains(value) else {
            isMalformed = true
            return
        }
        limit(value)
    }

    private mutating func limit(_ level: Int) { permissionLevel = min(permissionLevel ?? 3, level) }
}

extension ObjectDocument {
    /// Finds signatures in form fields and the certification in the catalog. Pages are not visited.
    ///
    /// - Throws: ``PDFObjectsError`` if the catalog cannot be read.
    public func signatures() throws(PDFObjectsError) -> SignatureInfo {
        var info = SignatureInfo()
        let root = try file.root()
        if let certification = root["/Perms"]?["/DocMDP"] {
            info.isSigned = true
            if !certification.isDictionary { info.isMalformed = true }
            Self.note(certification, in: &info)
            // A certification without a level does not state what it permits.
            if info.permissionLevel == nil { info.isMalformed = true }
        }
        var walk = TreeWalk()
        for field in root["/AcroForm"]?["/Fields"]?.items ?? [] { walk.push(field) }
        while let field = walk.pop() {
            for kid in field["/Kids"]?.items ?? [] { walk.push(kid) }
            // If /FT is inherited or missing, /ByteRange identifies the value of a signature.
            guard let value = field["/V"], value.isDictionary,
                field["/FT"]?.isName("/Sig") == true || value["/ByteRange"] != nil
            else { continue }
            info.isSigned = true
            Self.note(value, in: &info)
            // The lock of a signed field counts as a permission of its signature (ISO 32000-2, 12.7.5.5).
            if let lock = field["/Lock"] {
                info.locksFields = info.locksFields || lock["/Action"] != nil
                if let level = lock["/P"] { info.note(level: level) }
            }
        }
        if walk.isTruncated { info.isMalformed = true }
        return info
    }

    private static func note(_ signature: PDFObject, in info: inout SignatureInfo) {
        guard let references = signature["/Reference"] else { return }
        if !references.isArray { info.isMalformed = true }
        for reference in references.items {
            guard let method = reference["/TransformMethod"]?.name else {
                info.isMalformed = true
                continue
            }
            let parameters = reference["/TransformParams"]
            switch method {
            case "DocMDP": info.note(level: parameters?["/P"])
            case "FieldMDP": info.locksFields = true
            default: break
            }
        }
    }
}
