// SPDX-License-Identifier: GPL-3.0-or-later

/// The limits on the size of a file or of a pipe's content.
///
/// The size of a file is known before it is read; the size of a pipe's content is not. A pipe's content that does not
/// begin like a document can therefore have a lower limit.
public struct InputLimits: Sendable {
    /// The largest allowed size of any input, in bytes.
    public var bytes: Int
    /// The largest allowed size, in bytes, of content from a pipe that is not recognized. This limit takes effect above
    /// 32 MiB, when the content is moved from memory to a temporary file.
    public var unknownBytes: Int
    /// Returns whether content is recognized, given at most its first 4,096 bytes. Recognized content may have
    /// ``bytes`` bytes.
    public var recognizes: @Sendable ([UInt8]) -> Bool

    /// No limit.
    public static let none = InputLimits(bytes: .max)

    /// Creates limits. By default, all content is recognized.
    public init(
        bytes: Int, unknownBytes: Int = .max, recognizes: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
    ) {
        self.bytes = bytes
        self.unknownBytes = unknownBytes
        self.recognizes = recognizes
    }

    /// Returns the largest allowed size, in bytes, of content from a pipe that begins with `head`.
    func bytes(beginning head: [UInt8]) -> Int { recognizes(head) ? bytes : min(bytes, unknownBytes) }
}
