// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the pieces of handwriting in the second descriptor, JSON of an array of ``HandwritingPiece``, with the model whose
/// file is the third one. Writes what they say to the first one: JSON of an array of ``HandwritingReading``, one for each piece.
///
/// The worker has loaded the library that runs the model before it confined itself.
package struct ReadHandwritingJob: Job {
    package typealias Answer = WrittenAnswer

    package static let name = "read-handwriting"
    /// The maximum number of pieces per job. It keeps the answer small, and the work within the time of a job.
    package static let limit = 64
    /// The maximum size of the pieces as JSON, in bytes.
    package static let sizeLimit = 32 << 20
    /// The maximum size of the model's file, in bytes.
    package static let modelSizeLimit = 64 << 20
    package var descriptorCount: Int { 3 }
    /// The number of pieces.
    package var count: Int

    package init(count: Int) { self.count = count }
}
