// SPDX-License-Identifier: Apache-2.0

/// The container format of a deflate stream (RFC 1951).
public enum DeflateFormat: Hashable, Sendable, CaseIterable {
    /// No container, only the stream, as in the entries of ZIP archives. It has no checksum, so damage may go
    /// unnoticed.
    case raw
    /// A two-byte header and an Adler-32 checksum (RFC 1950), as in PDF's FlateDecode.
    case zlib
    /// A gzip member (RFC 1952) with a CRC-32 checksum and the length. ``Gzip`` reads files with several members.
    case gzip

    /// zlib's `windowBits`. 15 selects a window of 32 KiB. A negative value means no container, and adding 16 means
    /// gzip.
    var windowBits: Int32 {
        switch self {
        case .raw: -15
        case .zlib: 15
        case .gzip: 15 + 16
        }
    }

    /// The name of the data in error messages.
    var subject: String {
        switch self {
        case .raw: "the deflate data"
        case .zlib: "the zlib data"
        case .gzip: "the gzip data"
        }
    }
}
