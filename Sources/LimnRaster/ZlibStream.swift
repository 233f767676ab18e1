// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflate

/// Compresses bytes whole into the zlib format (RFC 1950) with libdeflate, which is several times as fast as zlib.
package enum ZlibStream {
    /// The compressed bytes; nil where there is no memory. Equal input and level give equal bytes with the same version
    /// of libdeflate.
    ///
    /// - Parameter level: 1 (fastest) … 12 (smallest).
    /// - Precondition: `level` is in 1…12.
    package static func compress(_ bytes: [UInt8], level: Int) -> [UInt8]? {
        precondition(1...12 ~= level, "a level of libdeflate is in 1…12")
        guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        return bytes.withUnsafeBytes { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                // "Returns the compressed size, or 0 if the data did not fit": it does, by the bound.
                count = libdeflate_zlib_compress(compressor, input.baseAddress, input.count, output.baseAddress, bound)
            }
        }
    }
}
