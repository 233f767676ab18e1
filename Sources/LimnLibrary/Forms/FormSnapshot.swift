// SPDX-License-Identifier: GPL-3.0-or-later

/// The form values of a character with their pictures, as they were at one moment.
///
/// ``LibraryStore/snapshot(of:)`` and ``LibraryStore/formSnapshot(of:)`` make it. Check ``damage`` before you treat
/// missing values as never set.
public struct FormSnapshot: Sendable {
    /// The values. If they cannot be read, there are none, at revision 0.
    public let values: FormValues
    /// The bytes of the pictures to which values refer, by their hashes. Damaged and lost pictures are omitted.
    public let pictures: [String: [UInt8]]
    /// The reason why the values cannot be read; nil if they can.
    public let damage: LibraryError?

    init(values: FormValues = .none, pictures: [String: [UInt8]] = [:], damage: LibraryError? = nil) {
        (self.values, self.pictures, self.damage) = (values, pictures, damage)
    }

    /// Whether there is nothing to fill in. It is false for damaged values.
    public var isEmpty: Bool { values.entries.isEmpty && damage == nil }
}
