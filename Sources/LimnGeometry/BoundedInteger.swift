// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
    /// Makes the integer part of a number, clamped to the range of this type. NaN becomes 0.
    ///
    /// `Int(x)` traps if `x` is too large, infinite or NaN, and many numbers come from files. So Limn converts numbers
    /// to integers only with this initializer. A check of the built modules (`Scripts/lib/checks/integers.py`) finds
    /// other conversions.
    @inlinable public init(clamping value: Double) {
        self = value.isNaN ? 0 : Self(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }
}
