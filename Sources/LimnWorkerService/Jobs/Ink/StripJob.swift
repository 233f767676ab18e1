// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension StripJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let objects = try session.document().original()
        let sources = try objects.removeSourceInk()
        guard sources > 0 else { return Answer(bytes: 0, sources: 0, messages: []) }
        let bytes = try objects.rewritten()
        try session.write(bytes, to: descriptors[0])
        let left = try ObjectDocument(bytes: bytes, password: session.access.password).sourceInk().count
        guard left == 0 else { throw LimnError(.unverified, "Source ink is still there; nothing is published.") }
        return Answer(bytes: bytes.count, sources: sources, messages: objects.takeWarnings())
    }
}
