// SPDX-License-Identifier: GPL-3.0-or-later

/// How many bytes of a file or a pipe are read at most.
///
/// The size of a file is known before it is read. The size of what comes through a pipe is not, so a lower limit can
/// hold for content that does not begin like a document.
public struct InputLimits: Sendable {
    /// The largest allowed size of any input, in bytes.
    public var bytes: Int
    /// The largest allowed size, in bytes, of what comes through a pipe and is not recognised. This limit takes effect
    /// above 32 MiB, where the bytes of a pipe move from memory to a temporary file.
    public var unknownBytes: Int
    /// Tells from the first bytes, at most 4,096, whether the input may have the full size.
    public var recognizes: @Sendable ([UInt8]) -> Bool

    /// No limit.
    public static let none = InputLimits(bytes: .max)

    /// Makes limits. By default, all content is recognised.
    public init(
        bytes: Int, unknownBytes: Int = .max, recognizes: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
    ) {
        self.bytes = bytes
        self.unknownBytes = unknownBytes
        self.recognizes = recognizes
    }

    /// The largest allowed size, in bytes, of content from a pipe that begins with `head`.
    func bytes(beginning head: [UInt8]) -> Int { recognizes(head) ? bytes : min(bytes, unknownBytes) }
}
