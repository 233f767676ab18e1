// SPDX-License-Identifier: GPL-3.0-or-later

/// The view of a document that is burned: on the screen or on paper.
public enum BurnedView: String, Hashable, Sendable, Codable, CaseIterable {
    /// Everything that a viewer shows on the screen, whether or not it is printed.
    case screen
    /// Everything that a viewer prints: annotations with the flag Print, whether or not the screen shows them.
    case paper
}
