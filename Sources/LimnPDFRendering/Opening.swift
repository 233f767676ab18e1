// SPDX-License-Identifier: GPL-3.0-or-later

internal import CPoppler
internal import Foundation

/// Opens a document through a file descriptor. Poppler "takes ownership" of the descriptor it receives, so each attempt
/// gets a duplicate.
func openDocument(descriptor: Int32, password: PDFPassword?) throws(RenderingError) -> OpaquePointer {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
        throw .unreadable(status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE)
    }
    var head = [UInt8](repeating: 0, count: headLength)
    // Reading at an offset does not change the caller's file position.
    let count = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress!, $0.count, 0) }
    guard count >= 0 else { throw .unreadable(errno) }
    return try attempt(password, hasHeader: hasHeader(head[..<count])) {
        (secret, error) throws(RenderingError) in
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw .unreadable(errno) }
        // The duplicate shares the file position, which poppler moves to determine the size, so restore it. Poppler's
        // reads seek to their own offsets.
        let position = lseek(descriptor, 0, SEEK_CUR)
        defer { lseek(descriptor, position, SEEK_SET) }
        return poppler_document_new_from_fd(own, secret, &error)
    }
}

/// Opens a document from bytes in memory. Poppler retains GLib's copy while the document is open.
func openDocument(bytes: [UInt8], password: PDFPassword?) throws(RenderingError) -> OpaquePointer {
    guard !bytes.isEmpty else { throw .notPDF }
    if password != nil { return try openInFile(bytes, password) }
    let copy = g_bytes_new(bytes, gsize(bytes.count))
    defer { g_bytes_unref(copy) }
    return try attempt(password, hasHeader: hasHeader(bytes.prefix(headLength))) { secret, error in
        poppler_document_new_from_bytes(copy, secret, &error)
    }
}

/// Opens a document from bytes through a file in memory.
///
/// With bytes and a wrong password, poppler 22.12 crashes, because its second attempt uses a null copy of the stream.
private func openInFile(_ bytes: [UInt8], _ password: PDFPassword?) throws(RenderingError) -> OpaquePointer {
    let file = limn_memory_file("limn-document")
    guard file >= 0 else { throw .unreadable(errno) }
    // Poppler has its own duplicate.
    defer { close(file) }
    var written = 0
    while written < bytes.count {
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress! + written, bytes.count - written) }
        guard count > 0 || errno == EINTR else { throw .unreadable(errno) }
        written += max(0, count)
    }
    return try openDocument(descriptor: file, password: password)
}

/// Tries to open a document with each encoding of the password, then without a password.
private func attempt(
    _ password: PDFPassword?, hasHeader: Bool,
    _ open: (String?, inout UnsafeMutablePointer<GError>?) throws(RenderingError) -> OpaquePointer?
) throws(RenderingError) -> OpaquePointer {
    func tryOpening(_ secret: String?) throws(RenderingError) -> Result<OpaquePointer, RenderingError> {
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        if let document = try open(secret, &error) { return .success(document) }
        return .failure(popplerFailure(error, hasHeader: hasHeader))
    }
    for candidate in password?.candidates ?? [] {
        if case .success(let document) = try tryOpening(PDFPassword.poppler(candidate)) { return document }
    }
    // Poppler reports a wrong password as damage. Only an attempt without a password distinguishes the two.
    switch (try tryOpening(nil), password) {
    case (.success(let document), nil): return document
    case (.success(let document), .some):
        g_object_unref(UnsafeMutableRawPointer(document))
        throw .passwordWrong
    case (.failure(let error), .some) where error.code == .passwordRequired: throw .passwordWrong
    case (.failure(let error), _): throw error
    }
}

/// Converts a poppler error. This is the only place that does.
///
/// Poppler may fail without an error, and reports files that are not PDFs as damaged. Therefore a file without a PDF
/// header counts as not a PDF.
private func popplerFailure(_ error: UnsafePointer<GError>?, hasHeader: Bool) -> RenderingError {
    guard let error = error?.pointee else { return hasHeader ? .damaged(nil) : .notPDF }
    let isPoppler = error.domain == poppler_error_quark()
    if isPoppler, error.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue) { return .passwordRequired }
    if error.domain == g_file_error_quark() { return .unreadable(EIO) }
    return hasHeader ? .damaged(error.message.map { String(cString: $0) }) : .notPDF
}

/// The number of bytes in which readers look for the header (PDF 1.7, appendix H, note 13).
private let headLength = 1024

private func hasHeader(_ head: ArraySlice<UInt8>) -> Bool {
    let mark = Array("%PDF-".utf8)
    return head.indices.contains { head[$0...].starts(with: mark) }
}
