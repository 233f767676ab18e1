// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms
public import Foundation

/// The error for form data that cannot be read at all. A problem in a single row is a ``FormDataProblem`` instead.
public struct FormDataError: Error, Hashable, Sendable {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String { case unrecognized, damaged, tooLarge, unsupported }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The bytes are not form data.
        public static let unrecognized = Code(.unrecognized)
        /// The file violates its format.
        public static let damaged = Code(.damaged)
        /// The file exceeds a limit.
        public static let tooLarge = Code(.tooLarge)
        /// The file uses an unsupported feature.
        public static let unsupported = Code(.unsupported)

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    /// A location in the data. Every part is optional.
    public struct Location: Hashable, Sendable {
        /// The number of the row, from 1, not counting a header.
        public var row: Int?
        /// The column or field.
        public var column: String?
        /// The number of the line, from 1.
        public var line: Int?
        /// The byte offset, from 0.
        public var byte: Int?

        /// Makes a location.
        public init(row: Int? = nil, column: String? = nil, line: Int? = nil, byte: Int? = nil) {
            self.row = row
            self.column = column
            self.line = line
            self.byte = byte
        }
    }

    /// The kind of failure.
    public let code: Code
    /// The format of the file; nil if it is unknown.
    public let format: FormDataFormat?
    /// The location of the failure.
    public let location: Location
    /// The finding, as part of a sentence.
    public let detail: String

    /// Makes an error.
    public init(_ code: Code, format: FormDataFormat?, at location: Location = Location(), _ detail: String) {
        self.code = code
        self.format = format
        self.location = location
        self.detail = detail
    }
}

extension FormDataError.Location: CustomStringConvertible {
    /// The known parts, such as `row 3, column “Name”, line 17`; empty if there are none.
    public var description: String {
        [
            row.map { "row \($0)" }, column.map { "column \(Quotation.of($0))" }, line.map { "line \($0)" },
            byte.map { "byte \($0)" },
        ].compactMap { $0 }.joined(separator: ", ")
    }
}

extension FormDataError: CustomStringConvertible, LocalizedError {
    /// The failure and its location as a sentence.
    public var description: String {
        let place = location.description
        let found = detail + (place.isEmpty ? "" : " (\(place))")
        let name = format?.name ?? "data"
        return switch code {
        case .unrecognized: "The file contains no data for a form: \(found)."
        case .tooLarge: "The \(name) file is too large: \(found)."
        case .unsupported: "The \(name) file uses something that is not supported: \(found)."
        default: "The \(name) file cannot be read: \(found)."
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

/// Quotes untrusted text in sentences.
enum Quotation {
    /// Returns the text in quotation marks, on one line, truncated to 60 Unicode scalars.
    static func of(_ text: some StringProtocol) -> String {
        var scalars = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            if count == 60 { return "“\(String(scalars))…”" }
            scalars.append(scalar.value < 32 || 127...159 ~= scalar.value ? " " : scalar)
            count += 1
        }
        return "“\(String(scalars))”"
    }
}
