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
    package var descriptorCount: Int { 0 }
    package init() {}
}
