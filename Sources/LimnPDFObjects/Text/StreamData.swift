// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate
internal import LimnCompression

/// The data of a stream and its filter, ready to be written.
struct StreamData: Hashable, Sendable {
    let bytes: [UInt8]
    /// The name of the filter, including the slash; nil if there is none.
    let filter: String?

    /// Makes stream data from encoded data.
    ///
    /// - Parameter filter: the name of the filter that decodes the data, including the slash.
    init(coded bytes: [UInt8], filter: String) {
        self.bytes = bytes
        self.filter = filter
    }

    /// Makes stream data from data that is already encoded. The stream's entries state the filter.
    init(stored bytes: [UInt8]) {
        self.bytes = bytes
        filter = nil
    }

    /// Compresses data if that makes it smaller.
    ///
    /// - Parameter level: the compression level of libdeflate, from 1 (fastest) to 12 (smallest).
    init(_ data: [UInt8], level: Int = 6) {
        let compressed = Self.compress(data, level: level) ?? Deflate.compress(data)
        // /Filter/FlateDecode costs 19 bytes.
        let isSmaller = compressed.count + 19 < data.count
        filter = isSmaller ? "/FlateDecode" : nil
        bytes = isSmaller ? compressed : data
    }

    /// Compresses data with libdeflate to the zlib format (RFC 1950), several times faster than zlib does. Returns nil
    /// if there is not enough memory. Equal data gives equal bytes with the same version of libdeflate.
    private static func compress(_ data: [UInt8], level: Int) -> [UInt8]? {
        guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, data.count)
        return data.withUnsafeBytes { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                // "Returns the compressed size, or 0 if the data did not fit." It always fits, because the buffer is as
                // large as the bound.
                count = libdeflate_zlib_compress(compressor, input.baseAddress, input.count, output.baseAddress, bound)
            }
        }
    }
}
