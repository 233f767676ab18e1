// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a page that poppler draws differently than other viewers, and that no mend covers.
package enum MendingDoubt: Hashable, Sendable, CaseIterable {
    case knockoutGroup, hugePicture

    /// A sentence for the user.
    package var text: String {
        switch self {
        case .knockoutGroup: "The page may look different, because it has transparent parts in a knockout group."
        case .hugePicture: "The page may lack a picture that is larger than 32767 pixels on a side."
        }
    }
}
