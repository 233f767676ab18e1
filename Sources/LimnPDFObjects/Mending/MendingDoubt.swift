// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a page that poppler draws differently than other viewers, and that no mend covers.
package enum MendingDoubt: Hashable, Sendable, CaseIterable {
    case blendingGroup, hugePicture, knockoutGroup, patternedOutline, shading

    /// A sentence for the user.
    package var text: String {
        switch self {
        case .blendingGroup: "The page may look different, because a transparent group blends with what is below it."
        case .patternedOutline: "The page may look different, because a pattern colors outlines of letters."
        case .shading: "The page may look different, because it has a shading that is only approximated."
        case .knockoutGroup: "The page may look different, because it has transparent parts in a knockout group."
        case .hugePicture: "The page may lack a picture that is larger than 32767 pixels on a side."
        }
    }
}
