// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk
internal import LimnInkFormats
internal import LimnLibrary
internal import LimnPackage
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import LimnRaster
internal import LimnWorker
internal import SystemPackage

/// Why a use case did not do its work.
public struct PipelineError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable, Codable {
        private enum Storage: String, Codable {
            case noSuchPage, locked, refused, limit, crashed, outputsCollide, outputExists, noBackground
            case backgroundForbidden, signed, unverified, tooBig, failed
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
        /// The output exists and is to be kept.
        public static let outputExists = Code(storage: .outputExists)
        /// The ink names no PDF, or one that is not there.
        public static let noBackground = Code(storage: .noBackground)
        /// The ink names a PDF outside the folders that may be read.
        public static let backgroundForbidden = Code(storage: .backgroundForbidden)
        /// The document is signed and the change would break the signature.
        public static let signed = Code(storage: .signed)
        /// The new document was compared with the original and is not what it should be.
        public static let unverified = Code(storage: .unverified)
        /// The new document cannot be made as small as asked.
        public static let tooBig = Code(storage: .tooBig)
        /// A file cannot be read, drawn or written; the sentence tells.
        public static let failed = Code(storage: .failed)
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the file that is at fault; nil for the document that was worked on.
    public let subject: String?
    /// What happened and what to do, as a sentence that stands behind the file's name.
    public let sentence: String

    init(_ code: Code, about subject: FilePath? = nil, _ sentence: String) {
        self.init(code, named: subject?.shownAsInput, sentence)
    }

    /// Makes an error about something that has a name but no path, such as a template.
    init(_ code: Code, named subject: String?, _ sentence: String) {
        self.code = code
        self.subject = subject
        self.sentence = sentence
    }

    /// What an orphan cannot be asked for.
    static let noTemplate = PipelineError(
        .failed, "The character has no template; attach it to one (limn character attach).")

    /// The sentence, behind the name of the file that is at fault where that is known.
    public var description: String { subject.map { "\($0): \(sentence)" } ?? sentence }

    /// The one place where the errors of other modules become ours.
    init(_ error: any Error) {
        switch error {
        case let error as PipelineError: self = error
        case let error as FileError:
            let code: Code = error.code == .exists ? .outputExists : .failed
            // What is read is told of by its own name; what is written, by the document that it comes from.
            self.init(
                code, about: error.isReading ? error.path : nil,
                error.isReading ? error.sentence : error.description)
        case let error as RenderingError:
            let code: Code =
                switch error.code {
                case .passwordRequired, .passwordWrong: .locked
                case .tooLarge, .unusableSize: .refused
                case .noSuchPage: .noSuchPage
                default: .failed
                }
            self.init(code, error.description)
        case let error as RasterError:
            self.init([.unsupportedSize, .hasAlpha].contains(error.code) ? .refused : .failed, error.description)
        case let error as PDFObjectsError:
            let code: Code =
                switch error.code {
                case .passwordRequired, .passwordWrong: .locked
                case .noSuchPage: .noSuchPage
                case .tooComplex: .refused
                default: .failed
                }
            self.init(code, error.description)
        case let error as PackageError:
            self.init(error.code == .refused || error.code == .newerVersion ? .refused : .failed, error.description)
        case let error as LibraryError:
            let code: Code =
                switch error.code {
                case .noSuchPage: .noSuchPage
                case .refused: .refused
                default: .failed
                }
            self.init(code, error.description)
        case let error as WorkerError:
            let code: Code =
                switch error.code {
                case .timedOut, .outOfMemory: .limit
                case .crashed, .misbehaved: .crashed
                default: .failed
                }
            self.init(code, error.description)
        default: self.init(.failed, "\(error)")
        }
    }
}
