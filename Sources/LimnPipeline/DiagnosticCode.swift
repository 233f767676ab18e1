// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnJobs

extension Diagnostic {
    /// The kind of a diagnostic. More kinds may be added.
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

        /// The code for an error: there is no result, for the reason of the error's code.
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
        /// A form field may show another value than its own, or a page may look different from before.
        public static let appearanceDoubtful = Code(storage: .appearanceDoubtful)
        /// The ink's page has another size than the PDF's page, and the ink was not scaled.
        public static let inkUnscaled = Code(storage: .inkUnscaled)
        /// Form fields or annotations cover a part of the ink.
        public static let inkHidden = Code(storage: .inkHidden)
        /// A page of the ink has no corresponding page of the PDF and was left out.
        public static let inkLeftOut = Code(storage: .inkLeftOut)
        /// The ink has no stroke.
        public static let inkEmpty = Code(storage: .inkEmpty)
        /// A part of an ink file was dropped.
        public static let dropped = Code(storage: .dropped)
        /// The ink was simplified more than the tolerance allows, so that the document is small enough.
        public static let toleranceRaised = Code(storage: .toleranceRaised)
        /// The PDF below the ink was written next to the new ink file.
        public static let backgroundCopied = Code(storage: .backgroundCopied)
        /// The new ink file refers to the PDF below it by an absolute path.
        public static let backgroundRenamed = Code(storage: .backgroundRenamed)
        /// The new ink file refers to its PDF by a path that will not work.
        public static let backgroundLeft = Code(storage: .backgroundLeft)
        /// A library reported a warning, such as that it repaired damage.
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
        /// Layers were left out, because they are not meant for the audience.
        public static let layersLeftOut = Code(storage: .layersLeftOut)
        /// A requested layer does not exist in the ink.
        public static let layerMissing = Code(storage: .layerMissing)
        /// A text or a picture may look different from what its author saw, for example because a font is missing.
        public static let itemDoubtful = Code(storage: .itemDoubtful)
        /// A form field was not filled.
        public static let fieldRefused = Code(storage: .fieldRefused)
        /// A form field was filled, but the user should check it.
        public static let fieldDoubtful = Code(storage: .fieldDoubtful)
        /// An existing document was not replaced.
        public static let kept = Code(storage: .kept)
        /// The XFA form beside the fields was removed.
        public static let xfaRemoved = Code(storage: .xfaRemoved)
    }
}
