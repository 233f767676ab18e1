// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
    /// The integer part of a number, clamped to the range of this type. NaN becomes 0.
    ///
    /// `Int(x)` ends the program if `x` is too large, infinite or NaN, and many numbers come from files. So Limn
    /// converts numbers to integers in this way only; a check of the built modules finds other conversions
    /// (`Scripts/lib/checks/integers.py`).
    @inlinable public init(clamping value: Double) {
        self = value.isNaN ? 0 : Self(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }
}
