// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompression
internal import LimnRaster

/// The data of a stream as it will be written.
struct StreamData: Hashable, Sendable {
    let bytes: [UInt8]
    /// Whether it is in the zlib format that /FlateDecode reads.
    let isCompressed: Bool

    /// Compresses data where that makes it smaller.
    init(_ data: [UInt8]) {
        let compressed = ZlibStream.compress(data, level: 6) ?? Deflate.compress(data)
        // /Filter/FlateDecode costs 19 bytes.
        isCompressed = compressed.count + 19 < data.count
        bytes = isCompressed ? compressed : data
    }
}
