// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import LimnInk

/// Why an ink file could not be read or written.
public struct InkFormatError: Error, Hashable, Sendable {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case unrecognized, corrupt, tooLarge, unsupportedVersion, unsupported, invalidValue, unwritable,
                severalPages
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// No known format looks like this.
        public static let unrecognized = Code(.unrecognized)
        /// The file breaks the rules of its format.
        public static let corrupt = Code(.corrupt)
        /// The file exceeds a limit.
        public static let tooLarge = Code(.tooLarge)
        /// The file was written for a newer reader and says that this one must not try.
        public static let unsupportedVersion = Code(.unsupportedVersion)
        /// The file uses something that is refused or not supported, such as encryption.
        public static let unsupported = Code(.unsupported)

        /// A document to be written holds a value that no format can hold, such as NaN.
        public static let invalidValue = Code(.invalidValue)

        /// A document to be written is nothing that the format can hold.
        public static let unwritable = Code(.unwritable)

        /// A document to be written has several pages, and the format holds one.
        public static let severalPages = Code(.severalPages)

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    /// Where in a file something happened; every part may be unknown.
    public struct Location: Hashable, Sendable {
        /// The page, numbered from 1.
        public var page: Int?
        /// The stroke on the page, numbered from 1.
        public var stroke: Int?
        /// The line of the file's text, numbered from 1.
        public var line: Int?
        /// The byte of the file, numbered from 0.
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
    /// The format as which the file was read; nil when none was found.
    public let format: InkFormat?
    /// Where it happened.
    public let location: Location
    /// What was found; a few words.
    public let detail: String
    /// The error that caused this one, where there is one.
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
    /// The parts that are known, such as `page 2, stroke 7, line 31`; empty when none is.
    public var description: String {
        [("page", page), ("stroke", stroke), ("line", line), ("byte", byte)]
            .compactMap { name, number in number.map { "\(name) \($0)" } }
            .joined(separator: ", ")
    }
}

extension InkFormatError: CustomStringConvertible, LocalizedError {
    /// A sentence that says what is wrong and, where something can be done, what.
    public var description: String {
        let place = location.description
        // The cause is a sentence of its own, so its full stop ends this one too.
        let reason = cause.map { ": \($0.hasSuffix(".") ? String($0.dropLast()) : $0)" } ?? ""
        let found = detail + (place.isEmpty ? "" : " (\(place))") + reason
        let name = format?.name ?? "ink"
        return switch code {
        case .unrecognized: "This is not an ink file that can be read: \(found)."
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
