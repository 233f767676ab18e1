// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import SystemPackage

extension VisitPageJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        guard page >= 1 else { throw WorkerSession.invalidRequest }
        // This opens the document both as pictures and as objects.
        _ = try session.document().page(page)
        return Answer()
    }
}
