// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody may do in a library.
public enum AccessRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// Sees and does everything.
    case owner
    /// Sees and changes the characters that are named, and sees their templates.
    case player
    /// Sees the characters that are named, and their templates.
    case viewer
}
