// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
package import LimnJobs
package import LimnReading
internal import SystemPackage

extension ReadHandwritingJob: PerformableJob {
    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let json = try session.bytes(descriptors[1], limit: Self.sizeLimit)
        let pieces = try BoundedJSON.decode([HandwritingPiece].self, from: json, limits: .ink)
        guard pieces.count == count, count <= Self.limit else { throw WorkerSession.invalidRequest }
        let reader = try session.handwritingReader(model: descriptors[2])
        let readings = try pieces.map { piece in
            guard let reading = try reader.read(piece.points, leastHeight: piece.leastHeight) else {
                return HandwritingReading()
            }
            return HandwritingReading(text: reading.text, lattice: reading.lattice)
        }
        let bytes = Array(try JSONEncoder().encode(readings))
        try session.write(bytes, to: descriptors[0])
        return Answer(bytes: bytes.count)
    }
}

extension ReadingError: LimnErrorConvertible {
    package var limnCode: LimnError.Code { .failed }
}
