// SPDX-License-Identifier: GPL-3.0-or-later

/// Where annotations and form fields show that are burnt.
public enum BurnedView: String, Hashable, Sendable, Codable, CaseIterable {
    /// What a viewer shows on the screen, printed or not.
    case screen
    /// What goes to paper: that which has the flag Print, whether the screen shows it or not.
    case paper
}
