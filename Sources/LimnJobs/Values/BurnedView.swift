// SPDX-License-Identifier: GPL-3.0-or-later

/// Which appearance of a document is burned: that on the screen, or that on paper.
public enum BurnedView: String, Hashable, Sendable, Codable, CaseIterable {
    /// What a viewer shows on the screen, whether it prints or not.
    case screen
    /// What a viewer prints: everything with the flag Print, whether the screen shows it or not.
    case paper
}
