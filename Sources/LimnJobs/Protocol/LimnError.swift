// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
package import SystemPackage

/// The error of a failed request.
public struct LimnError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, Codable {
        private enum Storage: String, Codable {
            case noSuchPage, locked, refused, limit, crashed, cancelled, busy, failed
            case outputsCollide, needsKeptFolders, needsFolder, outputExists
            case noBackground, backgroundMissing, backgroundForbidden, noTemplate, heldBack
            case needsOnePage, needsInkOfOnePage, unknownFormat, unrecognized
            case signed, unverified, inkNotShown, tooBig, libraryDamaged, unconfined, tooLarge, stale
            case noSpace, storageFailed, needsAudience, readerGone
        }
        private let storage: Storage

        /// The requested page does not exist.
        public static let noSuchPage = Code(storage: .noSuchPage)
        /// The document needs a password, or the password is wrong.
        public static let locked = Code(storage: .locked)
        /// The request was rejected before any work, because it exceeds a limit or is dangerous.
        public static let refused = Code(storage: .refused)
        /// The work took too much time or memory and was stopped.
        public static let limit = Code(storage: .limit)
        /// The worker that read the document died.
        public static let crashed = Code(storage: .crashed)
        /// Two results would have the same name, or a result would have the name of an input.
        public static let outputsCollide = Code(storage: .outputsCollide)
        /// Two results would have the same name, because their names omit the inputs' folders.
        public static let needsKeptFolders = Code(storage: .needsKeptFolders)
        /// The output is one file, but there are several results.
        public static let needsFolder = Code(storage: .needsFolder)
        /// The output exists and must not be replaced.
        public static let outputExists = Code(storage: .outputExists)
        /// The ink does not refer to a PDF, and none was given.
        public static let noBackground = Code(storage: .noBackground)
        /// The PDF that the ink refers to does not exist.
        public static let backgroundMissing = Code(storage: .backgroundMissing)
        /// The ink refers to a PDF outside the allowed folders.
        public static let backgroundForbidden = Code(storage: .backgroundForbidden)
        /// The character has no template.
        public static let noTemplate = Code(storage: .noTemplate)
        /// The document is valid, but another document of the same request is not, so neither was imported.
        public static let heldBack = Code(storage: .heldBack)
        /// The format stores one page, but the ink has several.
        public static let needsOnePage = Code(storage: .needsOnePage)
        /// One page of the PDF was chosen, but the ink has several pages.
        public static let needsInkOfOnePage = Code(storage: .needsInkOfOnePage)
        /// A layer is for the game master, and it was not said who gets the result.
        public static let needsAudience = Code(storage: .needsAudience)
        /// Ink cannot be written in the format that the output's extension names.
        public static let unknownFormat = Code(storage: .unknownFormat)
        /// The library's database is inconsistent.
        public static let libraryDamaged = Code(storage: .libraryDamaged)
        /// The document is signed and the change would break the signature.
        public static let signed = Code(storage: .signed)
        /// The comparison of the new document with the original found a fault.
        public static let unverified = Code(storage: .unverified)
        /// The comparison of the new document with the original showed that ink added as page content would not be
        /// visible.
        public static let inkNotShown = Code(storage: .inkNotShown)
        /// The new document cannot be made as small as requested.
        public static let tooBig = Code(storage: .tooBig)
        /// Another program has changed the same data in the meantime; read them again.
        public static let stale = Code(storage: .stale)
        /// The work was cancelled.
        public static let cancelled = Code(storage: .cancelled)
        /// Too many requests wait for a worker, or this one waited too long.
        public static let busy = Code(storage: .busy)
        /// The machine has no sandbox for reading documents.
        public static let unconfined = Code(storage: .unconfined)
        /// The input is larger than allowed.
        public static let tooLarge = Code(storage: .tooLarge)
        /// The content has no known format.
        public static let unrecognized = Code(storage: .unrecognized)
        /// The disk or a quota is full.
        public static let noSpace = Code(storage: .noSpace)
        /// A disk or a network file system failed. A retry may succeed.
        public static let storageFailed = Code(storage: .storageFailed)
        /// The program that reads standard output has closed it. This needs no message.
        public static let readerGone = Code(storage: .readerGone)
        /// A file cannot be read, rendered or written; the sentence says why.
        public static let failed = Code(storage: .failed)
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the file that caused the error; nil for the request's own document.
    public let subject: String?
    /// A sentence that describes the failure, to be shown after the file's name. It does not mention command-line
    /// options; a program may add advice based on the ``code``.
    public let sentence: String

    package init(_ code: Code, about subject: FilePath? = nil, _ sentence: String) {
        self.init(code, named: subject?.shownAsInput, sentence)
    }

    /// Makes an error about something that has a name but no path, such as a template.
    package init(_ code: Code, named subject: String?, _ sentence: String) {
        self.code = code
        self.subject = subject
        self.sentence = sentence
    }

    /// The error for cancelled work.
    package static let cancelled = LimnError(.cancelled, "The work was stopped before it was done.")

    /// The sentence, after the file's name if there is a ``subject``.
    public var description: String { subject.map { "\($0): \(sentence)" } ?? sentence }

    /// Converts an error from any module. An ``LimnErrorConvertible`` error provides its own code.
    package init(_ error: any Error) {
        switch error {
        case let error as LimnError: self = error
        case let error as FileError:
            let code: Code =
                switch error.code {
                case .exists: .outputExists
                case .tooLarge: .tooLarge
                case .noSpace: .noSpace
                case _ where error.path == "-" && error.cause == .brokenPipe: .readerGone
                default: error.isPassing ? .storageFailed : .failed
                }
            // A read error names its own file. A write error concerns the document whose result is being written.
            self.init(
                code, about: error.isReading ? error.path : nil,
                error.isReading ? error.sentence : error.description)
        case let error as any LimnErrorConvertible: self.init(error.limnCode, error.limnSentence)
        default: self.init(.failed, "\(error)")
        }
    }
}

/// An error of a lower-level module that can be converted to a ``LimnError``.
package protocol LimnErrorConvertible: Error {
    var limnCode: LimnError.Code { get }
    var limnSentence: String { get }
}

extension LimnErrorConvertible where Self: CustomStringConvertible {
    package var limnSentence: String { description }
}

extension FilePath {
    /// The name of an input, for messages.
    package var shownAsInput: String { self == "-" ? "standard input" : displayName }
}
