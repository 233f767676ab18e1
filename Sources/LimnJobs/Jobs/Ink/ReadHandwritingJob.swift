// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// Reads the pieces of handwriting in the second descriptor, JSON of an array of ``HandwritingPiece``, with the model whose
/// file is the third one. Writes what they say to the first one: JSON of an array of ``HandwritingReading``, one for each piece.
///
/// The worker has loaded the library that runs the model before it confined itself.
package struct ReadHandwritingJob: ValueJob {
    package typealias Answer = WrittenAnswer

    package static let name = "read-handwriting"
    /// The maximum number of pieces per job. It keeps the answer small, and the work within the time of a job.
    package static let limit = 64
    /// The maximum size of the pieces as JSON, in bytes.
    package static let sizeLimit = 32 << 20
    /// The maximum size of the model's file, in bytes.
    package static let modelSizeLimit = 64 << 20
    package static let task = WorkerTask.reads
    package var files: JobFiles<Answer> { .reading(2, writing: 2 << 20) }
    /// The number of pieces.
    package var count: Int

    package init(count: Int) { self.count = count }

    /// A lattice is checked where it is decoded.
    package func accepts(_ value: [HandwritingReading]) -> Bool {
        value.count == count
            && value.allSatisfy { reading in
                reading.text.utf8.count <= HandwritingReading.textLimit && reading.outside.isFinite
                    && reading.outside >= 0
            }
    }

    /// Few bytes can stand for much, so no more readings are decoded than there are pieces.
    package var limits: BoundedJSON.Limits { BoundedJSON.Limits(depth: 4, values: 5 * count + 8) }
}
