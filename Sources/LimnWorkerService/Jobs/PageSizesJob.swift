// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import SystemPackage

extension PageSizesJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let document = try session.document()
        guard pages.allSatisfy({ $0 >= 1 }) else { throw WorkerSession.invalidRequest }
        return try pages.map { page throws(LimnError) in try document.size(ofPage: page) }
    }
}
