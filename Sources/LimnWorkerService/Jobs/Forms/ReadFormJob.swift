// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnForms
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension ReadFormJob: PerformableJob {
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let bytes = Array(try JSONEncoder().encode(try session.document().form()))
        try session.write(bytes, to: descriptors[0])
        return Answer(bytes: bytes.count)
    }
}
