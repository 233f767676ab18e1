// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Foundation

extension PDFObject {
    /// Returns the decoded data of a stream; nil if a filter is unknown.
    ///
    /// - Throws: ``PDFObjectsError`` if the data cannot be decoded.
    func decodedData() throws(PDFObjectsError) -> [UInt8]? {
        var filtered = QPDF_FALSE
        let bytes = try data(level: qpdf_dl_specialized, filtered: &filtered)
        return filtered == QPDF_FALSE ? nil : bytes
    }

    /// Returns the samples of an image, decoding JPEG as well; nil if a filter is unknown.
    ///
    /// - Throws: ``PDFObjectsError`` if the data cannot be decoded.
    func decodedImageData() throws(PDFObjectsError) -> [UInt8]? {
        var filtered = QPDF_FALSE
        let bytes = try data(level: qpdf_dl_all, filtered: &filtered)
        return filtered == QPDF_FALSE ? nil : bytes
    }

    /// Returns the data of a stream as stored in the file, decrypted but not decoded.
    func rawData() throws(PDFObjectsError) -> [UInt8] {
        var filtered = QPDF_FALSE
        return try data(level: qpdf_dl_none, filtered: &filtered)
    }

    private func data(
        level: qpdf_stream_decode_level_e, filtered: inout QPDF_BOOL
    ) throws(PDFObjectsError) -> [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        var length = 0
        // "The buffer is allocated with malloc and must be freed by the caller."
        defer { free(start) }
        try file.run { qpdf_oh_get_stream_data($0, oh, level, &filtered, &start, &length) }
        return Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : length))
    }
}
