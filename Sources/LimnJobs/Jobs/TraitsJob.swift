// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns the properties that determine how a document may be written.
package struct TraitsJob: Job {
    package typealias Answer = DocumentTraits

    package static let name = "traits"
    package var descriptorCount: Int { 0 }
    package init() {}
}
