// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import SystemPackage

/// The part of a line of results that is read back.
struct KnownResult: Decodable, Sendable {
    /// A file that a task has created.
    struct Output: Decodable, Sendable {
        var object: String
        var bytes: Int
        var name: String?
    }

    var task: String
    var status: ResultStatus
    var outputs: [Output]
    var seconds: Double?
    var verb: String?

    /// The id of the task; nil if it is not valid.
    var id: TaskID? { TaskID(task) }

    /// Parses a line; nil if it is not a result.
    init?(_ line: [UInt8]) {
        guard let known = try? JSONLine.decode(KnownResult.self, line), known.id != nil,
            known.outputs.allSatisfy({ BatchFolder.isObject($0.object) && $0.bytes >= 0 })
        else { return nil }
        self = known
    }

    /// Returns the first object that is missing or has a different size; nil if there is none.
    func missingObject(in folder: BatchFolder) -> String? {
        outputs.first { output in
            var status = stat()
            let path = folder.path.appending(output.object)
            return path.withPlatformString { stat($0, &status) } != 0 || Int(status.st_size) != output.bytes
                || status.st_mode & S_IFMT != S_IFREG
        }?.object
    }
}
