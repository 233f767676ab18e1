// SPDX-License-Identifier: GPL-3.0-or-later

/// What is looked at before a file is read, and before what comes through a pipe is kept.
public struct InputLimits: Sendable {
    /// The most bytes of any file.
    public var bytes: Int
    /// The most bytes through a pipe of content that ``recognizes`` does not know by its beginning.
    public var unknownBytes: Int
    /// Whether content of the kind that may be large begins like this.
    public var recognizes: @Sendable ([UInt8]) -> Bool

    /// No limit.
    public static let none = InputLimits(bytes: .max)

    /// Makes limits.
    public init(
        bytes: Int, unknownBytes: Int = .max, recognizes: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
    ) {
        self.bytes = bytes
        self.unknownBytes = unknownBytes
        self.recognizes = recognizes
    }

    /// The most bytes of content that begins in some way.
    func bytes(beginning head: [UInt8]) -> Int { recognizes(head) ? bytes : min(bytes, unknownBytes) }
}
