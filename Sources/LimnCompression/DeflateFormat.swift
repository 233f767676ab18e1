// SPDX-License-Identifier: Apache-2.0

/// What surrounds a deflate stream (RFC 1951).
public enum DeflateFormat: Hashable, Sendable, CaseIterable {
    /// Nothing.
    case raw
    /// A two-byte header and an Adler-32 checksum (RFC 1950); what PDF calls FlateDecode.
    case zlib
    /// A gzip member (RFC 1952) with a CRC-32 and the length.
    case gzip

    /// zlib's `windowBits`: 15 is the window of 32 KiB, the sign and 16 choose what surrounds the stream.
    var windowBits: Int32 {
        switch self {
        case .raw: -15
        case .zlib: 15
        case .gzip: 15 + 16
        }
    }

    /// How an error names the data.
    var subject: String {
        switch self {
        case .raw: "the deflate data"
        case .zlib: "the zlib data"
        case .gzip: "the gzip data"
        }
    }
}
