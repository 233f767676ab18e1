// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnWorker

/// Tries what a worker must not be able to do.
package struct ProbeJob: Job {
    package struct Answer: Codable, Sendable {
        /// What was refused.
        package var probe: Probe
        /// The layers of confinement that hold.
        package var confinement: Confinement
        package init(probe: Probe, confinement: Confinement) { (self.probe, self.confinement) = (probe, confinement) }
    }

    package static let name = "probe"
    package var descriptorCount: Int { 0 }
    package init() {}
}
