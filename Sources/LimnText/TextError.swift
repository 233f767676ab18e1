// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// The error for a text that cannot be laid out or a font that cannot be embedded.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage: Hashable, Sendable { case tooLarge, invalidStyle, noFonts, notEmbeddable, damagedFont }
        private let storage: Storage

        /// The text is longer or larger than ``TextLimits`` allows.
        public static let tooLarge = Code(storage: .tooLarge)
        /// A font size, a line width or a line height is out of range.
        public static let invalidStyle = Code(storage: .invalidStyle)
        /// The machine has no font at all.
        public static let noFonts = Code(storage: .noFonts)
        /// The font cannot be embedded in a PDF, or its license forbids it.
        public static let notEmbeddable = Code(storage: .notEmbeddable)
        /// HarfBuzz cannot make a subset of the font.
        public static let damagedFont = Code(storage: .damagedFont)
    }

    /// The kind of failure.
    public let code: Code
    /// The error as a sentence.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The description, for Foundation.
    public var errorDescription: String? { description }
}
