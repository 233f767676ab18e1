// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import SystemPackage

extension WorkerSession {
    /// The maximum size of the JSON with the fillings, in bytes.
    private static let fillingLimit = 512 << 20

    /// Reads the fillings from a JSON file that the parent wrote.
    func fillings(_ descriptor: FileDescriptor) throws -> [FieldFilling] {
        let file = try InputFile(adopting: try descriptor.duplicate(), named: "fillings")
        return try BoundedJSON.decode([FieldFilling].self, from: Data(try file.bytes(limit: Self.fillingLimit)))
    }
}
