// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension ReadFormJob: PerformableValueJob {
    static let needsFonts = false

    func value(in session: WorkerSession, _ inputs: [FileDescriptor]) throws -> Value {
        try session.document().form()
    }
}
