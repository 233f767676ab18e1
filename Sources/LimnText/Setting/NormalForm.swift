// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPango

extension String {
    /// The text with composed characters, in Unicode's form NFC.
    package var composed: String { normalized(G_NORMALIZE_NFC) }

    /// The text with compatible characters as one, taken apart, in Unicode's form NFKD.
    package var decomposedCompatibly: String { normalized(G_NORMALIZE_NFKD) }

    /// GLib knows the forms. Foundation's tables for them would triple the size of a worker.
    private func normalized(_ form: GNormalizeMode) -> String {
        // To GLib, a NUL is the end.
        if utf8.contains(0) {
            return unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
                .map { String($0).normalized(form) }.joined(separator: "\0")
        }
        guard let made = withCString({ g_utf8_normalize($0, -1, form) }) else { return self }
        defer { g_free(made) }
        return String(cString: made)
    }
}
