// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the form of the open document as JSON (`Form`) to the descriptor.
package struct ReadFormJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "form"
    package var descriptorCount: Int { 1 }
    package init() {}
}
