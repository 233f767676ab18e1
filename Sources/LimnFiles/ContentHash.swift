// SPDX-License-Identifier: GPL-3.0-or-later

internal import CXXHash

/// 128 bits that stand for some content: XXH3, which tells accidental changes apart, not deliberate ones.
public struct ContentHash: Hashable, Sendable, LosslessStringConvertible {
    private let high: UInt64
    private let low: UInt64

    fileprivate init(_ hash: XXH128_hash_t) { (high, low) = (hash.high64, hash.low64) }

    /// The hash of bytes in memory.
    public init(_ bytes: [UInt8]) {
        self.init(bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) })
    }

    /// The hash of a whole file, read in pieces.
    ///
    /// - Throws: ``FileError``.
    public init(of file: InputFile) throws(FileError) {
        let hasher = ContentHasher()
        try file.forEachPiece { hasher.update($0) }
        self = hasher.hash
    }

    /// Reads a hash as ``description`` writes it; nil where it is none.
    public init?(_ description: String) {
        let digits = description.utf8
        guard digits.count == 32, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let high = UInt64(description.prefix(16), radix: 16), let low = UInt64(description.suffix(16), radix: 16)
        else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// 32 hexadecimal digits, in lower case.
    public var description: String {
        [high, low].map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// Hashes content that comes in pieces.
public final class ContentHasher {
    private let state: OpaquePointer

    /// Makes the hasher of nothing.
    public init() {
        guard let state = XXH3_createState() else { preconditionFailure("a hash of some hundred bytes finds room") }
        self.state = state
        XXH3_128bits_reset(state)
    }

    deinit { XXH3_freeState(state) }

    /// Adds bytes.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        _ = XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
    }

    /// The hash of everything that was added so far.
    public var hash: ContentHash { ContentHash(XXH3_128bits_digest(state)) }
}
