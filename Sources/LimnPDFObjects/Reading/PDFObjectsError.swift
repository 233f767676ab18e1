// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// An error from reading, changing or writing a document.
///
/// The description states the problem and, if possible, a remedy. It does not name the file; callers that know the name
/// add it.
public struct PDFObjectsError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure. More kinds may be added.
    public struct Code: Hashable, Sendable {
        private enum Kind: Hashable, Sendable {
            case notPDF, damaged, passwordRequired, passwordWrong, noPages, noSuchPage, tooComplex, unsupported
            case outOfMemory, unreadable, unwritable, unsound, `internal`
        }
        private let kind: Kind

        /// The bytes are not a PDF file.
        public static let notPDF = Code(kind: .notPDF)
        /// The bytes are a PDF file that is damaged beyond repair.
        public static let damaged = Code(kind: .damaged)
        /// The file is encrypted and no password was given.
        public static let passwordRequired = Code(kind: .passwordRequired)
        /// The file is encrypted, and the password is wrong.
        public static let passwordWrong = Code(kind: .passwordWrong)
        /// The document has no pages.
        public static let noPages = Code(kind: .noPages)
        /// The requested page does not exist, because the document has fewer pages.
        public static let noSuchPage = Code(kind: .noSuchPage)
        /// The document exceeds a limit that protects against hostile files.
        public static let tooComplex = Code(kind: .tooComplex)
        /// The file uses something that libqpdf does not support, such as public-key encryption.
        public static let unsupported = Code(kind: .unsupported)
        /// There was not enough memory.
        public static let outOfMemory = Code(kind: .outOfMemory)
        /// The operating system reported an error while the file was read.
        public static let unreadable = Code(kind: .unreadable)
        /// The document could be read, but not written.
        public static let unwritable = Code(kind: .unwritable)
        /// The document can be rewritten but not appended to, or an appended export failed a check. The cause states
        /// the reason.
        public static let unsound = Code(kind: .unsound)
        /// libqpdf failed for a reason that it does not classify.
        public static let `internal` = Code(kind: .internal)
    }

    /// The kind of failure.
    public let code: Code
    /// The page number, from 1; nil if the failure concerns the whole document.
    public let page: Int?
    /// The number of pages; nil if it is unknown or irrelevant.
    public let pageCount: Int?
    /// The message from libqpdf or from this module's own check; empty if the code is sufficient.
    public let cause: String

    init(_ code: Code, page: Int? = nil, pageCount: Int? = nil, cause: String = "") {
        self.code = code
        self.page = page
        self.pageCount = pageCount
        self.cause = cause
    }

    /// A sentence that states the problem and, if possible, a remedy.
    public var description: String {
        let because = cause.isEmpty ? "" : " (\(cause))"
        let place = page.map { "Page \($0): " } ?? ""
        return switch code {
        case .notPDF: "The file is not a PDF."
        case .damaged: "\(place)The PDF is damaged and could not be repaired\(because)."
        case .passwordRequired: "The file is encrypted; give its password."
        case .passwordWrong: "The password does not open this file; check it and try again."
        case .noPages: "The PDF has no pages\(because)."
        case .noSuchPage:
            switch pageCount {
            case 1: "There is no page \(page ?? 0): the document has 1 page."
            case let count?: "There is no page \(page ?? 0): the document has \(count) pages."
            case nil: "There is no page \(page ?? 0)."
            }
        case .tooComplex: "\(place)The PDF is too complex to be handled safely\(because)."
        case .unsupported: "\(place)The PDF uses a feature that is not supported\(because)."
        case .outOfMemory: "\(place)There is not enough memory for this PDF."
        case .unsound: "The PDF cannot be appended to\(because); it can be rewritten."
        case .unreadable: "The PDF cannot be read\(because)."
        case .unwritable: "The PDF could not be written\(because)."
        default: "\(place)The PDF could not be processed\(because)."
        }
    }

    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}
