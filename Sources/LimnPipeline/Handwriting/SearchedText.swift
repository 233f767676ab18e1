// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

extension String {
    /// The text as search in handwriting compares it: in lower case, and in Unicode's form NFKD.
    var searched: String { lowercased().decomposedStringWithCompatibilityMapping }
}
