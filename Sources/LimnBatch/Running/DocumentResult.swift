// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import SystemPackage

/// The result of a task that makes one new document.
protocol DocumentResult: Encodable, Sendable {
    /// The new document; nil if none was written.
    var output: FilePath? { get set }
    var status: ResultStatus { get }
    /// Why no document was written; nil if one was.
    var error: LimnError? { get }
}

extension FlattenResult: DocumentResult {}
extension FormFillResult: DocumentResult {}
extension FormDetectionResult: DocumentResult {}
