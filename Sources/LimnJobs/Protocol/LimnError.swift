// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
package import SystemPackage

/// Why a use case did not do its work.
public struct LimnError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, Codable {
        private enum Storage: String, Codable {
            case noSuchPage, locked, refused, limit, crashed, cancelled, busy, failed
            case outputsCollide, needsKeptFolders, needsFolder, outputExists
            case noBackground, backgroundMissing, backgroundForbidden, noTemplate, heldBack
            case needsOnePage, needsInkOfOnePage, unknownFormat, unrecognized
            case signed, unverified, inkNotShown, tooBig, libraryDamaged, unconfined, tooLarge
        }
        private let storage: Storage

        /// A page that does not exist was asked for.
        public static let noSuchPage = Code(storage: .noSuchPage)
        /// The document needs a password, or another one.
        public static let locked = Code(storage: .locked)
        /// A limit that is known beforehand forbids it.
        public static let refused = Code(storage: .refused)
        /// It took too long or too much memory and was ended.
        public static let limit = Code(storage: .limit)
        /// The worker that read the document died.
        public static let crashed = Code(storage: .crashed)
        /// Two results would have the same name, or a result the name of an input.
        public static let outputsCollide = Code(storage: .outputsCollide)
        /// Two results would have the same name because their inputs' folders are left out of it.
        public static let needsKeptFolders = Code(storage: .needsKeptFolders)
        /// One file was asked for, and there are results for several.
        public static let needsFolder = Code(storage: .needsFolder)
        /// The output exists and is to be kept.
        public static let outputExists = Code(storage: .outputExists)
        /// The ink names no PDF, and none was given.
        public static let noBackground = Code(storage: .noBackground)
        /// The ink names a PDF that is not there.
        public static let backgroundMissing = Code(storage: .backgroundMissing)
        /// The ink names a PDF outside the folders that may be read.
        public static let backgroundForbidden = Code(storage: .backgroundForbidden)
        /// The character is attached to no template.
        public static let noTemplate = Code(storage: .noTemplate)
        /// The document is sound, and another one of the same request is not, so that neither was imported.
        public static let heldBack = Code(storage: .heldBack)
        /// The format holds one page, and the ink has several.
        public static let needsOnePage = Code(storage: .needsOnePage)
        /// A page of the PDF was chosen for the ink, and the ink has several pages.
        public static let needsInkOfOnePage = Code(storage: .needsInkOfOnePage)
        /// Ink cannot be written in the format that the output's name stands for.
        public static let unknownFormat = Code(storage: .unknownFormat)
        /// The library's database contradicts itself.
        public static let libraryDamaged = Code(storage: .libraryDamaged)
        /// The document is signed and the change would break the signature.
        public static let signed = Code(storage: .signed)
        /// The new document was compared with the original and is not what it should be.
        public static let unverified = Code(storage: .unverified)
        /// The new document was compared with the original, and its ink would not show as page content.
        public static let inkNotShown = Code(storage: .inkNotShown)
        /// The new document cannot be made as small as asked.
        public static let tooBig = Code(storage: .tooBig)
        /// Somebody ended the work before it was done.
        public static let cancelled = Code(storage: .cancelled)
        /// Too many requests wait for a worker, or this one waited too long.
        public static let busy = Code(storage: .busy)
        /// The machine offers no sandbox to read documents in.
        public static let unconfined = Code(storage: .unconfined)
        /// What was to be read is larger than allowed.
        public static let tooLarge = Code(storage: .tooLarge)
        /// The content is of no known format.
        public static let unrecognized = Code(storage: .unrecognized)
        /// A file cannot be read, drawn or written; the sentence tells.
        public static let failed = Code(storage: .failed)
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the file that is at fault; nil for the document that was worked on.
    public let subject: String?
    /// What happened, as a sentence that stands behind the file's name. It names no option of any program; a program
    /// puts its own advice to the ``code``.
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

    /// Somebody ended the work before it was done.
    package static let cancelled = LimnError(.cancelled, "The work was ended before it was done.")

    /// The sentence, behind the name of the file that is at fault where that is known.
    public var description: String { subject.map { "\($0): \(sentence)" } ?? sentence }

    /// Takes an error of any module; those that are ``LimnErrorConvertible`` say which code is theirs.
    package init(_ error: any Error) {
        switch error {
        case let error as LimnError: self = error
        case let error as FileError:
            let code: Code =
                error.code == .exists ? .outputExists : error.code == .tooLarge ? .tooLarge : .failed
            // What is read is told of by its own name; what is written, by the document that it comes from.
            self.init(
                code, about: error.isReading ? error.path : nil,
                error.isReading ? error.sentence : error.description)
        case let error as any LimnErrorConvertible: self.init(error.limnCode, error.limnSentence)
        default: self.init(.failed, "\(error)")
        }
    }
}

/// An error of a module below that knows which code of ``LimnError`` it is.
package protocol LimnErrorConvertible: Error {
    var limnCode: LimnError.Code { get }
    var limnSentence: String { get }
}

extension LimnErrorConvertible where Self: CustomStringConvertible {
    package var limnSentence: String { description }
}

extension FilePath {
    /// The name of something that is read, for people.
    package var shownAsInput: String { self == "-" ? "standard input" : displayName }
}
