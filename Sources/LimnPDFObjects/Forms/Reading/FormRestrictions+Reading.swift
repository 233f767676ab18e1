// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Foundation
internal import LimnForms

extension ObjectDocument {
    /// Returns the limits that encryption, signatures and usage rights set for filling in the form.
    ///
    /// - Throws: ``PDFObjectsError`` if the catalog cannot be read.
    func formRestrictions() throws(PDFObjectsError) -> FormRestrictions {
        let signatures = try signatures()
        let root = try file.root()
        var restrictions = FormRestrictions(
            isEncrypted: isEncrypted, isSigned: signatures.isSigned, permissionLevel: signatures.permissionLevel,
            isMalformed: signatures.isMalformed, hasUsageRights: root["/Perms"]?["/UR3"] != nil)
        if isEncrypted {
            // Permission to annotate includes permission to fill in forms (ISO 32000-2, table 22).
            let may = try file.call { handle in
                qpdf_allow_modify_form(handle) != QPDF_FALSE || qpdf_allow_modify_annotation(handle) != QPDF_FALSE
            }
            restrictions.permitsFilling = may || isOpenedByOwner
        }
        var walk = TreeWalk()
        for field in root["/AcroForm"]?["/Fields"]?.items ?? [] { walk.push(field) }
        while let field = walk.pop() {
            for kid in field["/Kids"]?.items ?? [] { walk.push(kid) }
            guard let value = field["/V"], value.isDictionary,
                field["/FT"]?.isName("/Sig") == true || value["/ByteRange"] != nil
            else { continue }
            if let lock = field["/Lock"] { Self.note(lock, in: &restrictions) }
            for reference in value["/Reference"]?.items ?? []
            where reference["/TransformMethod"]?.isName("/FieldMDP") == true {
                if let parameters = reference["/TransformParams"] {
                    Self.note(parameters, in: &restrictions)
                } else {
                    restrictions.isMalformed = true
                }
            }
        }
        return restrictions
    }

    private static func note(_ lock: PDFObject, in restrictions: inout FormRestrictions) {
        let names = (lock["/Fields"]?.items ?? []).compactMap(\.text)
        switch lock["/Action"]?.name {
        case "All": restrictions.locks.append(.all)
        case "Include": restrictions.locks.append(.only(names))
        case "Exclude": restrictions.locks.append(.allBut(names))
        case nil: restrictions.isMalformed = true
        default: restrictions.isMalformed = true
        }
    }

    /// Whether the document was opened with the owner password, which means that the password differs from the user
    /// password. The user password may be empty.
    ///
    /// libqpdf returns the user password if it was given and, up to revision 4, also if the owner password was given.
    /// Up to revision 4, passwords have at most 32 bytes (ISO 32000-2, 7.6.4.3.2).
    private var isOpenedByOwner: Bool {
        guard let password, !password.isEmpty,
            let user = try? file.call({ handle in
                qpdf_get_user_password(handle).map { start in
                    [UInt8](UnsafeRawBufferPointer(start: start, count: strlen(start)))
                } ?? []
            })
        else { return false }
        return !Self.encodings(of: password).contains { $0 == user || $0.count > 32 && user == Array($0.prefix(32)) }
    }
}
