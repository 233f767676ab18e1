// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

/// Owns one `qpdf_data` and keeps what it reads.
///
/// "Individual instances of qpdf_data are not thread-safe" (qpdf-c.h): this class is not Sendable, and neither is
/// anything that holds it.
final class QPDFHandle {
    private var data: qpdf_data?
    /// libqpdf reads as long as it lives.
    private let source: QPDFSource
    private var warnings: [String] = []
    private var hasReconstructed = false
    /// What libqpdf found wrong with the cross-references when it opened the file, without what stops no reader: a wrong
    /// /Size, and white space before a table.
    private(set) var openingWarnings: [String] = []

    /// Opens a document.
    ///
    /// - Parameters:
    ///   - original: the file.
    ///   - update: what is to be read as if it stood behind the file.
    ///   - password: in the encoding of the file.
    ///   - recovers: whether damage is repaired; without it wrong offsets open, and resolve to null.
    init(
        reading original: Original, followedBy update: [UInt8] = [], password: [UInt8]?, recovers: Bool = true
    ) throws(PDFObjectsError) {
        source = QPDFSource(original, followedBy: update)
        data = qpdf_init()
        qpdf_silence_errors(data)
        qpdf_set_suppress_warnings(data, QPDF_TRUE)
        qpdf_set_attempt_recovery(data, recovers ? QPDF_TRUE : QPDF_FALSE)
        try check(try source.open(in: data, password: (password ?? []).map { CChar(bitPattern: $0) } + [0]))
        collectWarnings()
        openingWarnings = warnings.filter { warning in
            !["reported number of objects", "extraneous whitespace seen before xref"].contains { warning.contains($0) }
        }
    }

    // The source goes away after this.
    deinit { qpdf_cleanup(&data) }

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
        collectWarnings()
        defer { warnings = [] }
        return warnings
    }

    /// Whether libqpdf had to look for objects itself, so far, because a cross-reference was wrong.
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
