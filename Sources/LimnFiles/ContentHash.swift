// SPDX-License-Identifier: GPL-3.0-or-later

internal import CXXHash
internal import SystemPackage

/// 128 bits that stand for some content: XXH3, which tells accidental changes apart, not deliberate ones.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// The hash of bytes in memory.
    public init(_ bytes: [UInt8]) {
        let hash = bytes.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
        (high, low) = (hash.high64, hash.low64)
    }

    /// The hash of a whole file, read in pieces.
    ///
    /// - Throws: ``FileError``.
    public init(of file: InputFile) throws(FileError) {
        guard let state = XXH3_createState() else { throw FileError(.other, file.path, .read, cause: .noMemory) }
        defer { XXH3_freeState(state) }
        XXH3_128bits_reset(state)
        try file.forEachPiece { piece in _ = XXH3_128bits_update(state, piece.baseAddress, piece.count) }
        let hash = XXH3_128bits_digest(state)
        (high, low) = (hash.high64, hash.low64)
    }

    /// 32 hexadecimal digits.
    public var description: String {
        [high, low].map { value in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
