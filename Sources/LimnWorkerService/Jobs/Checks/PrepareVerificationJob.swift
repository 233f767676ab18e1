// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import SystemPackage

extension PrepareVerificationJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let document = try session.document()
        guard page >= 1, resolution.isFinite, resolution > 0 else { throw WorkerSession.invalidRequest }
        try session.verification(token: token, ink: descriptors[0]).prepare(
            page: page, frame: frame, resolution: resolution, of: document)
        return Answer()
    }
}
