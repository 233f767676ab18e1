// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnJobs

extension Flattener {
    /// Refuses documents that carry secrets, and changes that would break a signature, and warns if encryption is lost.
    ///
    /// - Returns: the strategy for saving the document; always `append` if a signature must be preserved.
    func checkTraits(
        _ traits: DocumentTraits, of document: OpenDocument, _ result: inout FlattenResult
    ) throws(LimnError) -> FlattenRequest.Save {
        if traits.hasSecretInk {
            guard request.options.layers.audience == .gameMaster else {
                throw LimnError(
                    .refused, about: document.input.path,
                    "It has ink for the game master from an earlier export, so a copy of it is not for players. Export "
                        + "over the document without that ink.")
            }
            result.diagnostics.append(
                Diagnostic(
                    .layersTakenAlong, "The ink for the game master that it carries was kept.",
                    about: document.input.path, .note))
        }
        if !request.mode.keepsPages, traits.isEncrypted {
            result.diagnostics.append(
                Diagnostic(
                    .encryptionLost,
                    "The document is encrypted, but the export is not: it opens without a password.",
                    about: document.input.path))
        }
        guard traits.isSigned, !request.force else { return request.save }
        if request.switchesLayers {
            throw LimnError(.signed, "The document is signed, and a list of layers would break the signature.")
        }
        let reason =
            switch request.mode {
            case .overlay: "ink as page content would break the signature (annotations may keep it)"
            case .annotate where !traits.permitsAnnotations:
                "its signature permits no annotations" + (traits.permissionLevel.map { " (level \($0))" } ?? "")
            case .annotate where request.save == .rewrite: "rewriting it would break the signature"
            case .annotate: ""
            case .burn, .redraw, .raster: "this mode would break the signature"
            }
        guard reason.isEmpty else {
            throw LimnError(.signed, "The document is signed, and \(reason).")
        }
        return .append
    }
}
