// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the open document with a filled form into the first descriptor, or what turns the original into it where it is
/// put behind that. What is filled comes in the second one (``FieldFilling``s as JSON), pictures in the third.
package struct FillFormJob: Job {
    package typealias Answer = FillReport

    package static let name = "fill-form"
    package var descriptorCount: Int { 3 }
    package var save: SaveStrategy
    /// Whether the fields become part of their pages, and the form is removed.
    package var flattens: Bool
    /// Whether only what would be said is wanted: nothing is written.
    package var isRehearsal: Bool

    package init(save: SaveStrategy, flattens: Bool = false, isRehearsal: Bool = false) {
        (self.save, self.flattens, self.isRehearsal) = (save, flattens, isRehearsal)
    }
}
