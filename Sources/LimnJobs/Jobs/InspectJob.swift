// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the properties of the open document as JSON (``PDFInspection``) to the descriptor.
package struct InspectJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "inspect"
    package var descriptorCount: Int { 1 }
    package init() {}
}
