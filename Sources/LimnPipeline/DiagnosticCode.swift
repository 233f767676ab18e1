// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

extension Diagnostic {
    /// The kind of a diagnostic. More kinds may be added.
    public struct Code: Hashable, Sendable {
        private enum Storage: Hashable {
            case error(LimnError.Code)
            case archiveClaimLost, encryptionLost, appearanceMissing, appearanceDoubtful
            case inkUnscaled, inkBeyondPage, inkHidden, inkLeftOut, inkEmpty, dropped, toleranceRaised
            case backgroundCopied, backgroundRenamed, backgroundLeft, backgroundReplaced
            case libraryWarning, thumbnailMissing, textIncomplete, resolutionLowered, inkDamaged
            case paperUnknown, pagesArranged
            case layersLeftOut, layersTakenAlong, layerMissing, itemDoubtful
            case fieldRefused, fieldDoubtful, xfaRemoved, kept
        }
        private let storage: Storage

        /// Returns the code for an error with the given code. An error means that there is no result.
        ///
        /// - Parameter code: the code of the error.
        public static func error(_ code: LimnError.Code) -> Code { Code(storage: .error(code)) }

        /// The code of the error; nil for a warning or a note.
        public var error: LimnError.Code? {
            if case .error(let code) = storage { code } else { nil }
        }

        /// The new document no longer claims to be PDF/A.
        public static let archiveClaimLost = Code(storage: .archiveClaimLost)
        /// The original is encrypted and the new document is not.
        public static let encryptionLost = Code(storage: .encryptionLost)
        /// A form field or an annotation has no appearance and was left out.
        public static let appearanceMissing = Code(storage: .appearanceMissing)
        /// A form field may show a value other than its own, or a page may look different from before.
        public static let appearanceDoubtful = Code(storage: .appearanceDoubtful)
        /// The page of the ink differs in size from the page of the PDF, and the ink was not scaled.
        public static let inkUnscaled = Code(storage: .inkUnscaled)
        /// Ink lies beyond its page or is cut off by the page's edge.
        public static let inkBeyondPage = Code(storage: .inkBeyondPage)
        /// Form fields or annotations cover a part of the ink.
        public static let inkHidden = Code(storage: .inkHidden)
        /// A page of the ink has no corresponding page of the PDF and was left out.
        public static let inkLeftOut = Code(storage: .inkLeftOut)
        /// The ink has no stroke.
        public static let inkEmpty = Code(storage: .inkEmpty)
        /// An item of an ink file was dropped.
        public static let dropped = Code(storage: .dropped)
        /// The ink was simplified more than the requested tolerance allows, to make the document small enough.
        public static let toleranceRaised = Code(storage: .toleranceRaised)
        /// The PDF below the ink was written next to the new ink file.
        public static let backgroundCopied = Code(storage: .backgroundCopied)
        /// The new ink file refers to the PDF below it by an absolute path.
        public static let backgroundRenamed = Code(storage: .backgroundRenamed)
        /// The new ink file refers to its PDF by a path that is not valid there.
        public static let backgroundLeft = Code(storage: .backgroundLeft)
        /// The PDF below the ink is missing or may not be read, and plain paper stands in for it.
        public static let backgroundReplaced = Code(storage: .backgroundReplaced)
        /// A PDF library reported something, or damage was repaired.
        public static let libraryWarning = Code(storage: .libraryWarning)
        /// A page is very large, so its picture has a lower resolution than usual.
        public static let resolutionLowered = Code(storage: .resolutionLowered)
        /// The thumbnail of the document could not be made.
        public static let thumbnailMissing = Code(storage: .thumbnailMissing)
        /// A part of the document's text cannot be searched.
        public static let textIncomplete = Code(storage: .textIncomplete)
        /// The stored ink of a page is damaged and was left out.
        public static let inkDamaged = Code(storage: .inkDamaged)
        /// The ruling of the ink's paper is unknown and was replaced by plain paper.
        public static let paperUnknown = Code(storage: .paperUnknown)
        /// The pages of the PDF are in the order of the ink, in which they may be missing or repeated.
        public static let pagesArranged = Code(storage: .pagesArranged)
        /// Layers were left out, because they are not meant for the audience.
        public static let layersLeftOut = Code(storage: .layersLeftOut)
        /// Layers for the game master were taken along, because the result is for the game master.
        public static let layersTakenAlong = Code(storage: .layersTakenAlong)
        /// A requested layer does not exist in the ink.
        public static let layerMissing = Code(storage: .layerMissing)
        /// A text or a picture may look different from what its author saw, for example because a font is missing.
        public static let itemDoubtful = Code(storage: .itemDoubtful)
        /// A form field was not filled.
        public static let fieldRefused = Code(storage: .fieldRefused)
        /// A form field was filled, but the user should check it.
        public static let fieldDoubtful = Code(storage: .fieldDoubtful)
        /// An existing document was kept and not replaced.
        public static let kept = Code(storage: .kept)
        /// The XFA form that accompanied the form fields was removed.
        public static let xfaRemoved = Code(storage: .xfaRemoved)
    }
}
