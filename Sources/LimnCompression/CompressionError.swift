// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An error in compressed data or in a ZIP archive.
public struct CompressionError: Error, Hashable, Sendable {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case corrupt, truncated, checksumMismatch, trailingBytes, tooLarge, encrypted, unsupported
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The data violates its format.
        public static let corrupt = Code(.corrupt)
        /// The data is truncated.
        public static let truncated = Code(.truncated)
        /// The data was read, but its checksum does not match.
        public static let checksumMismatch = Code(.checksumMismatch)
        /// There are extra bytes after the data.
        public static let trailingBytes = Code(.trailingBytes)
        /// The data exceeds a limit set by the caller.
        public static let tooLarge = Code(.tooLarge)
        /// The data is encrypted.
        public static let encrypted = Code(.encrypted)
        /// The data uses an unsupported method or feature.
        public static let unsupported = Code(.unsupported)

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    /// The kind of failure.
    public let code: Code
    /// The object with the error, such as `the gzip data` or `the entry “content.xml”`.
    public let subject: String
    /// Details, as the end of a sentence; nil if the code is sufficient.
    public let detail: String?

    init(_ code: Code, _ subject: String, _ detail: String? = nil) {
        self.code = code
        self.subject = subject
        self.detail = detail
    }
}

extension CompressionError: CustomStringConvertible, LocalizedError {
    /// A sentence that describes the error and, if possible, the remedy.
    public var description: String {
        let reason = detail.map { ": \($0)" } ?? ""
        return switch code {
        case .truncated: "The file ends in the middle of \(subject)\(reason); it may not have been copied completely."
        case .checksumMismatch: "The checksum of \(subject) does not match\(reason); the file is damaged."
        case .trailingBytes: "There are extra bytes after \(subject)\(reason)."
        case .tooLarge: "\(subject.capitalizedFirst) would become too large\(reason); raise the limit to read it."
        case .encrypted: "\(subject.capitalizedFirst) is encrypted\(reason); decrypt it first."
        case .unsupported: "\(subject.capitalizedFirst) uses a feature that is not supported\(reason)."
        default: "\(subject.capitalizedFirst) is damaged\(reason)."
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
