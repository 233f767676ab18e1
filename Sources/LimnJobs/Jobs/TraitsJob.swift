// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns the properties that determine how a document may be written.
package struct TraitsJob: Job {
    package typealias Answer = DocumentTraits

    package static let name = "traits"
    package static let task = WorkerTask.makes
    package var files: JobFiles<Answer> { .reading(0) }
    package init() {}

    package func accepts(_ answer: Answer, _: Access) -> Bool { (1...3).contains(answer.permissionLevel ?? 1) }
}
