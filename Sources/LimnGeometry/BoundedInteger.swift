// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
    /// The integer part of a number, or the nearest integer that this type has. What is no number counts as 0.
    ///
    /// `Int(x)` ends the program where `x` is too large, infinite or no number, and numbers come from files. This is the one
    /// way from numbers to integers in Limn; a check of the built modules finds others (`Scripts/lib/integers.py`).
    @inlinable public init(clamping value: Double) {
        self = value.isNaN ? 0 : Self(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }
}
