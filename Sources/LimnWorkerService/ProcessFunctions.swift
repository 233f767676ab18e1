// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker process tells its service. A process that only trusts its documents has the defaults.
package struct ProcessFunctions {
    /// Returns whether libraries have printed warnings since the current request arrived.
    package var hasWarnings: () -> Bool = { false }
    /// Forgets the warnings that libraries have printed since the current request arrived.
    package var discardWarnings: () -> Void = {}
    /// Prints a line as libraries do. Sentences begin with `LibraryText.mark`.
    package var warn: (String) -> Void = { _ in }
    /// Returns the number of times this process has searched for system fonts.
    package var fontSearches: () -> Int = { 0 }

    package init() {}
}
