// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate

/// Compresses bytes in memory to a zlib stream (RFC 1950) with libdeflate, which is several times as fast as zlib.
package enum ZlibStream {
    /// Compresses bytes; nil if there is not enough memory. The output is deterministic for one version of libdeflate.
    ///
    /// - Parameter level: 1 (fastest) … 12 (smallest).
    /// - Precondition: `level` is in 1…12.
    package static func compress(_ bytes: [UInt8], level: Int) -> [UInt8]? {
        precondition(1...12 ~= level, "the level is in 1…12")
        guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        return bytes.withUnsafeBytes { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                // The result always fits into the bound, so the size is never 0.
                count = libdeflate_zlib_compress(compressor, input.baseAddress, input.count, output.baseAddress, bound)
            }
        }
    }
}
