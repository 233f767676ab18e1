// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnWorker

/// Attempts the operations that a worker must not be able to perform.
package struct ProbeJob: Job {
    package struct Answer: Codable, Sendable {
        /// The attempted operations, and whether each was refused.
        package var probe: Probe
        /// The active layers of confinement.
        package var confinement: Confinement
        package init(probe: Probe, confinement: Confinement) { (self.probe, self.confinement) = (probe, confinement) }
    }

    package static let name = "probe"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(0) }
    package init() {}

    package func accepts(_ answer: Answer, _: Access) -> Bool {
        let layers = answer.confinement.layers
        let names =
            answer.probe.attempts.map(\.name) + layers.flatMap { [$0.name] + ($0.detail.isEmpty ? [] : [$0.detail]) }
        return names.allSatisfy { AnswerBounds.isName($0) }
    }
}
