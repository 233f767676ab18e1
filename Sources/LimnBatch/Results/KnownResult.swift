// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Limn
internal import SystemPackage

/// What is read back of a line of results.
struct KnownResult: Decodable, Sendable {
    /// A file that a task has made.
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

    /// The name of the task; nil if the line has none.
    var id: TaskID? { TaskID(task) }

    /// Reads a line; nil for anything that is no result.
    init?(_ line: [UInt8]) {
        guard let known = try? JSONLine.decode(KnownResult.self, line), known.id != nil,
            known.outputs.allSatisfy({ BatchFolder.isObject($0.object) && $0.bytes >= 0 })
        else { return nil }
        self = known
    }

    /// The first object that is not there, or has another size; nil if all are there.
    func missingObject(in folder: BatchFolder) -> String? {
        outputs.first { output in
            var status = stat()
            let path = folder.path.appending(output.object)
            return path.withPlatformString { stat($0, &status) } != 0 || Int(status.st_size) != output.bytes
                || status.st_mode & S_IFMT != S_IFREG
        }?.object
    }
}
