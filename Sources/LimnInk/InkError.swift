// SPDX-License-Identifier: Apache-2.0

/// What can go wrong with ink.
public struct InkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage { case notInk, corrupt, unsupportedVersion, invalidValue, conflict }
        private let storage: Storage

        /// The bytes are no native ink.
        public static let notInk = Code(storage: .notInk)
        /// The bytes are native ink but damaged.
        public static let corrupt = Code(storage: .corrupt)
        /// A newer Limn wrote the bytes.
        public static let unsupportedVersion = Code(storage: .unsupportedVersion)
        /// A drawing holds values that no format can hold, such as NaN.
        public static let invalidValue = Code(storage: .invalidValue)
        /// An edit was made for another state of the drawing.
        public static let conflict = Code(storage: .conflict)
    }

    /// The kind of failure.
    public let code: Code
    /// What it happened to and what can be done, as a sentence.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
