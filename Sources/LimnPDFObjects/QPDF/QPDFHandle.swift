// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

/// Owns a `qpdf_data` and the source that it reads.
///
/// "Individual instances of qpdf_data are not thread-safe" (qpdf-c.h). So this class is not Sendable, and neither is
/// anything that holds it.
final class QPDFHandle {
    private var data: qpdf_data?
    /// The source must live as long as libqpdf reads from it.
    private let source: QPDFSource
    /// The bytes of the password with which the document opened.
    let password: [UInt8]
    private var warnings: [String] = []
    private var hasReconstructed = false
    /// libqpdf's warnings from opening the file. Two harmless kinds are left out: a wrong /Size, and white space before
    /// a cross-reference table.
    private(set) var openingWarnings: [String] = []

    /// Opens a document.
    ///
    /// - Parameters:
    ///   - original: the file.
    ///   - update: bytes to read as if they were appended to the file.
    ///   - password: the bytes of the password, in the file's encoding.
    ///   - recovers: whether to repair damage. Without repair, a damaged file may still open, but objects with wrong
    ///     offsets are null.
    init(
        reading original: Original, followedBy update: [UInt8] = [], password: [UInt8]?, recovers: Bool = true
    ) throws(PDFObjectsError) {
        source = QPDFSource(original, followedBy: update)
        self.password = password ?? []
        data = qpdf_init()
        qpdf_silence_errors(data)
        qpdf_set_suppress_warnings(data, QPDF_TRUE)
        qpdf_set_attempt_recovery(data, recovers ? QPDF_TRUE : QPDF_FALSE)
        try check(try source.open(in: data, password: self.password.map { CChar(bitPattern: $0) } + [0]))
        collectWarnings()
        openingWarnings = warnings.filter { warning in
            !["reported number of objects", "extraneous whitespace seen before xref"].contains { warning.contains($0) }
        }
    }

    // Swift releases the source after this.
    deinit { qpdf_cleanup(&data) }

    /// Calls a libqpdf function that returns a value rather than a status.
    ///
    /// "The only way to know whether a function that does not return an error code has encountered an error is to call
    /// qpdf_has_error after each function" (qpdf-c.h).
    func call<R>(_ body: (qpdf_data?) -> R) throws(PDFObjectsError) -> R {
        let result = body(data)
        guard qpdf_has_error(data) == QPDF_FALSE else { throw takeError() }
        return result
    }

    /// Calls a libqpdf function that returns a status.
    func run(_ body: (qpdf_data?) -> QPDF_ERROR_CODE) throws(PDFObjectsError) { try check(body(data)) }

    private func check(_ status: QPDF_ERROR_CODE) throws(PDFObjectsError) {
        // A status with the warnings bit alone is a success. Any unknown bit is an error.
        guard status & ~1 == 0, qpdf_has_error(data) == QPDF_FALSE else { throw takeError() }
    }

    /// Fetches and clears libqpdf's error, and converts it. All errors of libqpdf are converted here.
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

    /// Returns the warnings since the last call.
    func takeWarnings() -> [String] {
        collectWarnings()
        defer { warnings = [] }
        return warnings
    }

    /// Whether libqpdf has had to rebuild the cross-reference table.
    var isReconstructed: Bool {
        collectWarnings()
        return hasReconstructed
    }

    private func collectWarnings() {
        while qpdf_more_warnings(data) != QPDF_FALSE, let warning = qpdf_next_warning(data) {
            let text = String(cString: qpdf_get_error_full_text(data, warning))
            if text.contains("reconstruct") { hasReconstructed = true }
            warnings.append(text)
        }
    }
}
