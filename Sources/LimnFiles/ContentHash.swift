// SPDX-License-Identifier: GPL-3.0-or-later

internal import CNettle

/// The SHA-256 of some content (FIPS 180-4). Contents with equal hashes can be treated as equal, because there is no
/// known way to construct two contents with the same hash.
///
/// A library names its PDFs by this hash.
public struct ContentHash: Hashable, Sendable, LosslessStringConvertible {
    private let digits: String

    fileprivate init(digest bytes: [UInt8]) {
        let hexadecimal = Array("0123456789abcdef".utf8)
        digits = String(
            decoding: bytes.flatMap { [hexadecimal[Int($0 >> 4)], hexadecimal[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Computes the hash of bytes in memory.
    public init(_ bytes: [UInt8]) {
        let hasher = ContentHasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        self = hasher.hash
    }

    /// Computes the hash of a whole file. The file is read in chunks of at most 1 MiB.
    ///
    /// - Throws: ``FileError``; `changed` if the file has changed since it was opened.
    public init(of file: InputFile) throws(FileError) {
        let hasher = ContentHasher()
        try file.forEachChunk { hasher.update($0) }
        self = hasher.hash
    }

    /// Parses a hash in the form of ``description``. Returns nil for any other text, including upper-case digits.
    public init?(_ description: String) {
        let isDigit = { (byte: UInt8) in (48...57).contains(byte) || (97...102).contains(byte) }
        guard description.utf8.count == 64, description.utf8.allSatisfy(isDigit) else { return nil }
        digits = description
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String { digits }
}

/// Computes a ``ContentHash`` of content that arrives in chunks. Chunks of any size give the same hash.
public final class ContentHasher {
    private var state = sha256_ctx()

    /// Creates a hasher that has received no bytes.
    public init() { nettle_sha256_init(&state) }

    /// Adds bytes to the hashed content.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        nettle_sha256_update(&state, bytes.count, bytes.bindMemory(to: UInt8.self).baseAddress)
    }

    /// The hash of all bytes added so far. More bytes can be added afterwards.
    public var hash: ContentHash {
        // Computing the digest resets the state.
        var copy = state
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&copy, digest.count, &digest)
        return ContentHash(digest: digest)
    }
}

extension InputFile {
    /// Computes both hashes of the content in a single pass over the file.
    ///
    /// - Throws: ``FileError``; `changed` if the file has changed since it was opened.
    public func hashes() throws(FileError) -> (content: ContentHash, quick: QuickHash) {
        let (content, quick) = (ContentHasher(), QuickHasher())
        try forEachChunk {
            content.update($0)
            quick.update($0)
        }
        return (content.hash, quick.hash)
    }
}
