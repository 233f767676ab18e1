// SPDX-License-Identifier: Apache-2.0

/// A 64-bit FNV-1a hash (Fowler, Noll, Vo). Unlike the hashes of `Hasher`, it is the same in every run. It is not a
/// cryptographic hash.
package struct FNVHash {
    /// The hash of all bytes so far.
    package private(set) var value: UInt64

    /// Starts a hash.
    ///
    /// - Parameter start: the initial value; by default the one that the authors recommend.
    package init(start: UInt64 = 0xcbf2_9ce4_8422_2325) { value = start }

    /// Adds bytes to the hash.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
}
