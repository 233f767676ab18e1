// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
internal import LimnWorker
internal import SystemPackage

extension ProbeJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        Answer(
            probe: Probe.run(isConfined: !session.confinement.layers.isEmpty), confinement: session.confinement)
    }
}
