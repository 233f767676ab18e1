// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import LimnInk

/// An error while reading or writing an ink file.
public struct InkFormatError: Error, Hashable, Sendable {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case unrecognized, corrupt, tooLarge, unsupportedVersion, unsupported, invalidValue, unwritable,
                severalPages
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The data matches no known format.
        public static let unrecognized = Code(.unrecognized)
        /// The file violates its format.
        public static let corrupt = Code(.corrupt)
        /// The file exceeds a limit.
        public static let tooLarge = Code(.tooLarge)
        /// The file needs a newer reader.
        public static let unsupportedVersion = Code(.unsupportedVersion)
        /// The file uses an unsupported feature, such as encryption.
        public static let unsupported = Code(.unsupported)

        /// The document to write has a value that no format can store, such as NaN.
        public static let invalidValue = Code(.invalidValue)

        /// The document to write does not fit the format.
        public static let unwritable = Code(.unwritable)

        /// The document to write has several pages, but the format stores only one.
        public static let severalPages = Code(.severalPages)

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    /// A location in a file. Every part is optional.
    public struct Location: Hashable, Sendable {
        /// The page number, from 1.
        public var page: Int?
        /// The number of the stroke on its page, from 1.
        public var stroke: Int?
        /// The line number in the decompressed text, from 1.
        public var line: Int?
        /// The byte offset in the decompressed contents, from 0.
        public var byte: Int?

        /// Makes a location.
        public init(page: Int? = nil, stroke: Int? = nil, line: Int? = nil, byte: Int? = nil) {
            self.page = page
            self.stroke = stroke
            self.line = line
            self.byte = byte
        }
    }

    /// The kind of failure.
    public let code: Code
    /// The format of the file; nil if it is unknown.
    public let format: InkFormat?
    /// The location of the error.
    public let location: Location
    /// What was found, as a clause without a full stop. It may quote names from the file.
    public let detail: String
    /// The description of the underlying error, if there is one.
    public let cause: String?

    /// Makes an error.
    public init(
        _ code: Code, format: InkFormat?, at location: Location = Location(), _ detail: String, cause: String? = nil
    ) {
        self.code = code
        self.format = format
        self.location = location
        self.detail = detail
        self.cause = cause
    }
}

extension InkFormatError.Location: CustomStringConvertible {
    /// The known parts, such as `page 2, stroke 7, line 31`; empty if there are none.
    public var description: String {
        [("page", page), ("stroke", stroke), ("line", line), ("byte", byte)]
            .compactMap { name, number in number.map { "\(name) \($0)" } }
            .joined(separator: ", ")
    }
}

extension InkFormatError: CustomStringConvertible, LocalizedError {
    /// A sentence that describes the error.
    public var description: String {
        let place = location.description
        // The cause is a sentence. Its full stop is removed because this description adds one.
        let reason = cause.map { ": \($0.hasSuffix(".") ? String($0.dropLast()) : $0)" } ?? ""
        let found = detail + (place.isEmpty ? "" : " (\(place))") + reason
        let name = format?.name ?? "ink"
        return switch code {
        case .unrecognized: "This is not an ink file that Limn can read: \(found)."
        case .tooLarge: "The \(name) file is too large: \(found)."
        case .unsupportedVersion: "The \(name) file was written by a newer program: \(found)."
        case .unsupported: "The \(name) file uses something that is not supported: \(found)."
        case .invalidValue: "This ink cannot be written: \(found)."
        case .unwritable, .severalPages: "This ink cannot be written as \(name): \(found)."
        default: "The \(name) file is damaged: \(found)."
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
