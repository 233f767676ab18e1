// SPDX-License-Identifier: GPL-3.0-or-later

internal import CXXHash

/// The 128-bit XXH3 hash of some content, with seed 0. It is used for cache keys and to detect accidental changes.
///
/// XXH3 is many times faster than SHA-256. Anyone can construct two contents with the same hash, so equal hashes do not
/// prove that contents are equal; use ``ContentHash`` for that. The algorithm has been stable since xxHash 0.8.0, so
/// stored hashes stay valid.
public struct QuickHash: Hashable, Sendable, LosslessStringConvertible {
    private let high: UInt64
    private let low: UInt64

    fileprivate init(_ hash: XXH128_hash_t) { (high, low) = (hash.high64, hash.low64) }

    /// Computes the hash of bytes in memory.
    public init(_ bytes: [UInt8]) {
        self.init(bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) })
    }

    /// Computes the hash of a whole file. The file is read in chunks of at most 1 MiB.
    ///
    /// - Throws: ``FileError``; `changed` if the file has changed since it was opened.
    public init(of file: InputFile) throws(FileError) {
        let hasher = QuickHasher()
        try file.forEachChunk { hasher.update($0) }
        self = hasher.hash
    }

    /// Parses a hash in the form of ``description``. Returns nil for any other text, including upper-case digits.
    public init?(_ description: String) {
        let digits = description.utf8
        guard digits.count == 32, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let high = UInt64(description.prefix(16), radix: 16), let low = UInt64(description.suffix(16), radix: 16)
        else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// 32 lower-case hexadecimal digits, the upper 64 bits first.
    public var description: String {
        [high, low].map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// Computes a ``QuickHash`` of content that arrives in chunks. Chunks of any size give the same hash.
public final class QuickHasher {
    private let state: OpaquePointer

    /// Creates a hasher that has received no bytes.
    public init() {
        guard let state = XXH3_createState() else { preconditionFailure("out of memory for a hash state") }
        self.state = state
        XXH3_128bits_reset(state)
    }

    deinit { XXH3_freeState(state) }

    /// Adds bytes to the hashed content.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        _ = XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
    }

    /// The hash of all bytes added so far. More bytes can be added afterwards.
    public var hash: QuickHash { QuickHash(XXH3_128bits_digest(state)) }
}
