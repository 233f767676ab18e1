// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

extension QPDFHandle {
    /// Writes the document to memory and returns its bytes.
    ///
    /// - Parameter configure: sets libqpdf's write parameters.
    func written(_ configure: (qpdf_data?) -> Void) throws(PDFObjectsError) -> [UInt8] {
        try run(qpdf_init_write_memory)
        try call(configure)
        try run(qpdf_write)
        let length = try call(qpdf_get_buffer_length)
        guard let start = try call(qpdf_get_buffer), length > 0 else {
            throw PDFObjectsError(.unwritable, cause: "libqpdf wrote nothing")
        }
        return Array(UnsafeBufferPointer(start: start, count: length))
    }
}
