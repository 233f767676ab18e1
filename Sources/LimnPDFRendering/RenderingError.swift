// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation
internal import LimnGeometry
internal import LimnPictures

/// The error for a PDF that cannot be opened or a page that cannot be drawn. The description does not name the file;
/// the caller adds the name.
public struct RenderingError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage: Hashable, Sendable {
            case unreadable, notPDF, damaged, passwordRequired, passwordWrong
            case noSuchPage, tooLarge, unusableSize, outOfMemory, drawingFailed
        }
        private let storage: Storage

        /// The system reported an error when the file was opened or read; see ``RenderingError/errno``.
        public static let unreadable = Code(storage: .unreadable)
        /// The content is not a PDF.
        public static let notPDF = Code(storage: .notPDF)
        /// The structure of the document or of the page is unusable.
        public static let damaged = Code(storage: .damaged)
        /// The document is encrypted and no password was given.
        public static let passwordRequired = Code(storage: .passwordRequired)
        /// The document is encrypted, and the password is wrong.
        public static let passwordWrong = Code(storage: .passwordWrong)
        /// The document has no page with that number.
        public static let noSuchPage = Code(storage: .noSuchPage)
        /// The picture would have too many pixels or too long a side. This is checked before any memory is allocated.
        public static let tooLarge = Code(storage: .tooLarge)
        /// A resolution or a length in pixels is not finite and positive.
        public static let unusableSize = Code(storage: .unusableSize)
        /// There is not enough memory.
        public static let outOfMemory = Code(storage: .outOfMemory)
        /// The page could not be drawn; see ``RenderingError/cause``.
        public static let drawingFailed = Code(storage: .drawingFailed)
    }

    /// The kind of failure.
    public let code: Code
    /// The page number, from 1; nil if the failure concerns the whole document.
    public let page: Int?
    /// The system's error number for `unreadable`, otherwise 0.
    public let errno: Int32
    /// The underlying error; nil if there is none.
    public let cause: (any Error)?
    /// A sentence that describes the failure and, if possible, its solution.
    public let description: String

    init(_ code: Code, page: Int? = nil, errno: Int32 = 0, cause: (any Error)? = nil, _ description: String) {
        self.code = code
        self.page = page
        self.errno = errno
        self.cause = cause
        self.description = description
    }

    /// The description, for Foundation.
    public var errorDescription: String? { description }
}

extension RenderingError {
    init(_ error: RenderSizeError) {
        self =
            switch error {
            case .unusableSize: .unusableSize
            case .tooLarge(let width, let height): .tooLarge(width, height, limit: PDFPage.defaultPixelLimit)
            }
    }

    static func unreadable(_ number: Int32) -> RenderingError {
        RenderingError(
            .unreadable, errno: number, "The file cannot be read: \(String(cString: strerror(number))).")
    }

    static let notPDF = RenderingError(.notPDF, "The file is not a PDF.")

    static func damaged(_ detail: String?) -> RenderingError {
        let reason = detail.map { " (\($0))" } ?? ""
        return RenderingError(
            .damaged, "The PDF is damaged and cannot be opened\(reason); no page of it was found.")
    }

    static let passwordRequired = RenderingError(.passwordRequired, "The file is encrypted; give its password.")
    static let passwordWrong = RenderingError(
        .passwordWrong, "The file is encrypted and this password does not open it.")

    static func noSuchPage(_ page: Int, of count: Int) -> RenderingError {
        let has = count == 0 ? "no pages" : count == 1 ? "one page" : "\(count) pages"
        return RenderingError(.noSuchPage, page: page, "There is no page \(page): the document has \(has).")
    }

    static func damagedPage(_ page: Int) -> RenderingError {
        RenderingError(.damaged, page: page, "Page \(page) is damaged and cannot be read.")
    }

    static func tooLarge(_ width: Double, _ height: Double, limit: Int) -> RenderingError {
        func text(_ side: Double) -> String { side < 1e15 ? "\(Int(clamping: side))" : "\(side)" }
        return RenderingError(
            .tooLarge,
            """
            The picture would have \(text(width)) × \(text(height)) pixels; at most 32767 a side and \(limit) in all \
            are allowed. Choose a lower resolution or raise the limit.
            """)
    }

    static let unusableSize = RenderingError(
        .unusableSize, "A resolution and a length in pixels must be positive, finite numbers.")
}
