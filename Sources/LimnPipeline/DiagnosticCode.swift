// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

extension Diagnostic {
    /// What kind of thing a diagnostic tells; more kinds may be added.
    public struct Code: Hashable, Sendable {
        private enum Storage: Hashable {
            case error(LimnError.Code)
            case archiveClaimLost, encryptionLost, appearanceMissing, appearanceDoubtful
            case inkUnscaled, inkHidden, inkLeftOut, inkEmpty, dropped, toleranceRaised
            case backgroundCopied, backgroundRenamed, backgroundLeft
            case libraryWarning, thumbnailMissing, textIncomplete, resolutionLowered, inkDamaged
            case paperUnknown
            case layersLeftOut, layerMissing, itemDoubtful
            case fieldRefused, fieldDoubtful, xfaRemoved, kept
        }
        private let storage: Storage

        /// Nothing was made, for the reason that the error's code tells.
        public static func error(_ code: LimnError.Code) -> Code { Code(storage: .error(code)) }

        /// The code of the error; nil for a warning.
        public var error: LimnError.Code? {
            if case .error(let code) = storage { code } else { nil }
        }

        /// The new document no longer claims to be PDF/A.
        public static let archiveClaimLost = Code(storage: .archiveClaimLost)
        /// The original is encrypted and the new document is not.
        public static let encryptionLost = Code(storage: .encryptionLost)
        /// A form field or an annotation has no appearance and was left out.
        public static let appearanceMissing = Code(storage: .appearanceMissing)
        /// A form field may show another value than it has, or a page may look different than before.
        public static let appearanceDoubtful = Code(storage: .appearanceDoubtful)
        /// The ink was made for a page of another size and was not scaled.
        public static let inkUnscaled = Code(storage: .inkUnscaled)
        /// Form fields or annotations cover a part of the ink.
        public static let inkHidden = Code(storage: .inkHidden)
        /// A page of the ink has no page of the PDF behind it and was left out.
        public static let inkLeftOut = Code(storage: .inkLeftOut)
        /// The ink has no stroke.
        public static let inkEmpty = Code(storage: .inkEmpty)
        /// Something of an ink file could not be carried over.
        public static let dropped = Code(storage: .dropped)
        /// The ink was simplified more than was allowed, because the document was to be small.
        public static let toleranceRaised = Code(storage: .toleranceRaised)
        /// The PDF that the ink is on was written beside the new ink file.
        public static let backgroundCopied = Code(storage: .backgroundCopied)
        /// The new ink file names the PDF that it is on by its whole path.
        public static let backgroundRenamed = Code(storage: .backgroundRenamed)
        /// The PDF that the ink is on will not be found from the new ink file.
        public static let backgroundLeft = Code(storage: .backgroundLeft)
        /// A library that read the document had something to say, such as that it repaired damage.
        public static let libraryWarning = Code(storage: .libraryWarning)
        /// A page is so large that its picture has fewer pixels an inch than usual.
        public static let resolutionLowered = Code(storage: .resolutionLowered)
        /// No small picture of the document could be made.
        public static let thumbnailMissing = Code(storage: .thumbnailMissing)
        /// A part of the document's text will not be searched.
        public static let textIncomplete = Code(storage: .textIncomplete)
        /// The stored ink of a page is damaged and was left out.
        public static let inkDamaged = Code(storage: .inkDamaged)
        /// The ruling of the ink's paper is not known, and plain paper stands in for it.
        public static let paperUnknown = Code(storage: .paperUnknown)
        /// Layers that are not meant for those who get the result are left out.
        public static let layersLeftOut = Code(storage: .layersLeftOut)
        /// A layer was named that the ink does not have.
        public static let layerMissing = Code(storage: .layerMissing)
        /// A text or a picture is not shown as its author saw it, for example because a font is missing.
        public static let itemDoubtful = Code(storage: .itemDoubtful)
        /// A form field was not filled.
        public static let fieldRefused = Code(storage: .fieldRefused)
        /// A form field was filled, and a person should look at it.
        public static let fieldDoubtful = Code(storage: .fieldDoubtful)
        /// A document that was there already was left as it is.
        public static let kept = Code(storage: .kept)
        /// The XFA form beside the fields was removed.
        public static let xfaRemoved = Code(storage: .xfaRemoved)
    }
}
