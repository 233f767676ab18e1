// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor

extension FlattenRequest.Mode {
    /// Whether the new document can be made by appending to the original.
    public var canAppend: Bool { self == .overlay }

    /// Whether pages stay what they are, with their boxes and user units, rather than being drawn anew.
    var keepsPages: Bool { self != .redraw }

    /// Whether an encrypted document stays encrypted.
    var keepsEncryption: Bool { keepsPages }

    /// How pixels apart from the ink are compared.
    var strictness: PageVerifier.Strictness { keepsPages ? .exact : .coarse }
}
