// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

/// Data in the zlib format that /FlateDecode reads.
///
/// libqpdf's writer compresses all streams of a document or none, and the original's must stay as they are. So a
/// scratch document with this one stream is written compressed and read back.
func flateEncoded(_ data: [UInt8]) throws(PDFObjectsError) -> [UInt8] {
    let scratch = try QPDFHandle()
    try scratch.root().set("/Data", try scratch.newStream(data))
    let file = try scratch.written { handle in
        qpdf_set_compress_streams(handle, QPDF_TRUE)
        qpdf_set_deterministic_ID(handle, QPDF_TRUE)
    }
    guard let stream = try QPDFHandle(reading: file, password: nil).root()["/Data"] else {
        throw PDFObjectsError(.internal, cause: "a compressed stream could not be read back")
    }
    return try stream.rawData()
}
