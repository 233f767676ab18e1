// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension TraitsJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let objects = try session.document().objects()
        let signatures = try objects.signatures()
        var traits = DocumentTraits()
        traits.isSigned = signatures.isSigned
        traits.permitsAnnotations = signatures.permitsAnnotations
        traits.permissionLevel = signatures.permissionLevel
        traits.isEncrypted = objects.isEncrypted
        traits.hasSecretInk = try objects.sourceInk(lookingAtAnnotations: signatures.isSigned).contains { bytes in
            ((try? NativeInk.decode(bytes))?.secretLayerCount ?? 0) > 0
        }
        return traits
    }
}
