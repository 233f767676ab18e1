// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnHandwriting
package import LimnJobs
package import LimnReading
internal import SystemPackage

extension ReadHandwritingJob: PerformableValueJob {
    static let needsFonts = false

    func value(in session: WorkerSession, _ inputs: [FileDescriptor]) throws -> Value {
        let json = try session.bytes(inputs[0], limit: Self.sizeLimit)
        let pieces = try BoundedJSON.decode([HandwritingPiece].self, from: json, limits: .ink)
        guard pieces.count == count, count <= Self.limit else { throw WorkerSession.invalidRequest }
        let reader = try session.handwritingReader(model: inputs[1])
        return try pieces.map { piece in
            let alphabet = piece.letters.map { FieldAlphabet($0) }
            guard let reading = try reader.read(piece.points, leastHeight: piece.leastHeight, alphabet) else {
                return HandwritingReading()
            }
            return HandwritingReading(text: reading.text, lattice: reading.lattice, outside: reading.outside)
        }
    }
}

extension ReadingError: LimnErrorConvertible {
    package var limnCode: LimnError.Code { .failed }
}
