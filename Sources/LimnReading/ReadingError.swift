// SPDX-License-Identifier: GPL-3.0-or-later

/// The error for handwriting that cannot be read.
package struct ReadingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package struct Code: Hashable, Sendable {
        private enum Storage: Hashable, Sendable { case noLibrary, unusableModel, failed }
        private let storage: Storage

        /// The library that runs the model is not loaded, or it is too old.
        package static let noLibrary = Code(storage: .noLibrary)
        /// The model is none that Limn knows.
        package static let unusableModel = Code(storage: .unusableModel)
        /// The library reports a failure.
        package static let failed = Code(storage: .failed)
    }

    /// The kind of failure.
    package let code: Code
    /// The error as a sentence.
    package let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
