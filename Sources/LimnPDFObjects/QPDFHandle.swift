// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

/// Owns one `qpdf_data` and the bytes it reads.
///
/// "Individual instances of qpdf_data are not thread-safe" (qpdf-c.h): this class is not Sendable, and neither is
/// anything that holds it.
final class QPDFHandle {
    private var data: qpdf_data?
    /// qpdf_read_memory does not copy: "the buffer must remain valid for the lifetime of the object".
    private let bytes: UnsafeMutableRawBufferPointer

    private init(copying source: some Collection<UInt8>) {
        bytes = .allocate(byteCount: max(source.count, 1), alignment: 16)
        bytes.copyBytes(from: source)
        data = qpdf_init()
        qpdf_silence_errors(data)
        qpdf_set_suppress_warnings(data, QPDF_TRUE)
    }

    deinit {
        qpdf_cleanup(&data)
        bytes.deallocate()
    }

    /// Opens a document; `password` in the encoding of the file.
    convenience init(reading source: [UInt8], password: [UInt8]?) throws(PDFObjectsError) {
        self.init(copying: source)
        qpdf_set_attempt_recovery(data, QPDF_TRUE)
        let secret = (password ?? []).map { CChar(bitPattern: $0) } + [0]
        let status = qpdf_read_memory(
            data, "document", bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(source.count), secret)
        try check(status)
    }

    /// Makes an empty document.
    convenience init() throws(PDFObjectsError) {
        self.init(copying: EmptyCollection<UInt8>())
        try check(qpdf_empty_pdf(data))
    }

    /// Calls a function that returns a value rather than a status.
    ///
    /// "The only way to know whether a function that does not return an error code has encountered an error is to call
    /// qpdf_has_error after each function" (qpdf-c.h).
    func call<R>(_ body: (qpdf_data?) -> R) throws(PDFObjectsError) -> R {
        let result = body(data)
        guard qpdf_has_error(data) == QPDF_FALSE else { throw takeError() }
        return result
    }

    /// Calls a function that returns a status.
    func run(_ body: (qpdf_data?) -> QPDF_ERROR_CODE) throws(PDFObjectsError) { try check(body(data)) }

    private func check(_ status: QPDF_ERROR_CODE) throws(PDFObjectsError) {
        // The warnings bit alone is success; bits that are not known are not.
        guard status & ~1 == 0, qpdf_has_error(data) == QPDF_FALSE else { throw takeError() }
    }

    /// The one place where libqpdf's errors become ours; fetching the error also clears it.
    private func takeError() -> PDFObjectsError {
        guard let error = qpdf_get_error(data) else { return PDFObjectsError(.internal) }
        let code = qpdf_get_error_code(data, error)
        let detail = qpdf_get_error_message_detail(data, error).map { String(cString: $0) } ?? ""
        return switch code {
        case qpdf_e_password: PDFObjectsError(.passwordWrong, cause: detail)
        case qpdf_e_damaged_pdf: PDFObjectsError(.damaged, cause: detail)
        case qpdf_e_pages: PDFObjectsError(.damaged, cause: detail)
        case qpdf_e_unsupported: PDFObjectsError(.unsupported, cause: detail)
        case _ where detail.contains("bad_alloc"): PDFObjectsError(.outOfMemory, cause: detail)
        default: PDFObjectsError(.internal, cause: detail)
        }
    }

    /// Takes the warnings that have come up since the last call.
    func takeWarnings() -> [String] {
        var all: [String] = []
        while qpdf_more_warnings(data) != QPDF_FALSE, let warning = qpdf_next_warning(data) {
            all.append(String(cString: qpdf_get_error_full_text(data, warning)))
        }
        return all
    }
}
