// SPDX-License-Identifier: GPL-3.0-or-later

/// The view of a document that is burned: the screen or the printed page.
public enum BurnedView: String, Hashable, Sendable, Codable, CaseIterable {
    /// The view on the screen, including content that is not printed.
    case screen
    /// The printed view: everything with the flag Print, including content that the screen does not show.
    case paper
}
