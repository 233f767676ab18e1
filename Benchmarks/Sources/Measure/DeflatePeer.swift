// SPDX-License-Identifier: GPL-3.0-or-later

internal import CDeflatePeer

/// Libdeflate, the peer of the encoder's own compressor for scanlines.
final class DeflatePeer {
    private let compressor: OpaquePointer

    /// - Parameter level: 1 (fastest) … 12 (smallest).
    init(level: Int32) {
        guard let compressor = libdeflate_alloc_compressor(level) else { fatalError("There is not enough memory.") }
        self.compressor = compressor
    }

    deinit { libdeflate_free_compressor(compressor) }

    /// The size of some bytes in the zlib format.
    func size(of bytes: [UInt8]) -> Int {
        let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
        return withUnsafeTemporaryAllocation(byteCount: bound, alignment: 16) { output in
            bytes.withUnsafeBytes {
                libdeflate_zlib_compress(compressor, $0.baseAddress, $0.count, output.baseAddress, bound)
            }
        }
    }

    /// The filtered scanlines of a PNG file: what its compressor got.
    ///
    /// - Parameter limit: the largest size that they can have.
    static func scanlines(of png: [UInt8], limit: Int) -> [UInt8] {
        var data: [UInt8] = []
        var place = 8
        while place + 12 <= png.count {
            let length = png[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            if png[(place + 4)..<(place + 8)].elementsEqual("IDAT".utf8) {
                data += png[(place + 8)..<(place + 8 + length)]
            }
            place += 12 + length
        }
        guard let decompressor = libdeflate_alloc_decompressor() else { fatalError("There is not enough memory.") }
        defer { libdeflate_free_decompressor(decompressor) }
        return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
            let result = libdeflate_zlib_decompress(
                decompressor, data, data.count, output.baseAddress, limit, &count)
            precondition(result == LIBDEFLATE_SUCCESS, "A PNG file holds no scanlines.")
        }
    }
}
