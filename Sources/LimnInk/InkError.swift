// SPDX-License-Identifier: Apache-2.0

/// An error in ink data or in an edit.
public struct InkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage { case notInk, corrupt, unsupportedVersion, invalidValue, conflict }
        private let storage: Storage

        /// The bytes are not native ink.
        public static let notInk = Code(storage: .notInk)
        /// The bytes are damaged native ink.
        public static let corrupt = Code(storage: .corrupt)
        /// The bytes have a format version that only a newer Limn can read.
        public static let unsupportedVersion = Code(storage: .unsupportedVersion)
        /// A drawing contains a value that cannot be stored, such as NaN.
        public static let invalidValue = Code(storage: .invalidValue)
        /// An edit was made for another state of the drawing.
        public static let conflict = Code(storage: .conflict)
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence that describes the problem and, if possible, the remedy.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
