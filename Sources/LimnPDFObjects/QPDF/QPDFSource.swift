// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import CVirtualFile

/// Lets libqpdf read a file and an update, as if the update were appended to the file.
///
/// libqpdf can read bytes in memory, which is fastest, or a file by name. For a descriptor, it gets the name of a
/// virtual file. That works only if the program replaces `fopen()`; otherwise everything is read into memory.
final class QPDFSource {
    private let original: Original
    private let update: UnsafeMutableRawBufferPointer
    private var file: OpaquePointer?
    private var joined: UnsafeMutableRawBufferPointer?

    init(_ original: Original, followedBy update: [UInt8]) {
        self.original = original
        self.update = .allocate(byteCount: max(update.count, 1), alignment: 16)
        self.update.copyBytes(from: update)
        size = original.size + update.count
        if let descriptor = original.descriptor {
            file = virtualfile_add(descriptor, original.size, self.update.baseAddress, update.count)
        }
    }

    private let size: Int

    deinit {
        if let file { virtualfile_remove(file) }
        update.deallocate()
        joined?.deallocate()
    }

    /// Opens the source in a handle. The source must live as long as the handle.
    ///
    /// - Returns: libqpdf's status.
    /// - Throws: ``PDFObjectsError`` with `unreadable`.
    func open(in data: qpdf_data?, password: [CChar]) throws(PDFObjectsError) -> QPDF_ERROR_CODE {
        if let file {
            let status = qpdf_read(data, virtualfile_name(file), password)
            if virtualfile_openings(file) > 0 { return status }
            // The program does not replace fopen(), so libqpdf found no file of that name. This error is discarded.
            _ = qpdf_get_error(data)
            return read(try joinedBytes(), data, password)
        }
        return read(size == original.size ? original.memory : try joinedBytes(), data, password)
    }

    private func read(_ bytes: UnsafeRawBufferPointer, _ data: qpdf_data?, _ password: [CChar]) -> QPDF_ERROR_CODE {
        // "The buffer must remain valid for the lifetime of the object" (qpdf-c.h).
        qpdf_read_memory(
            data, "document", bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), password)
    }

    private func joinedBytes() throws(PDFObjectsError) -> UnsafeRawBufferPointer {
        let all = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
        joined = all
        var place = 0
        try original.forEachWindow(overlap: 0) { window, _ in
            UnsafeMutableRawBufferPointer(rebasing: all[place...]).copyBytes(from: window)
            place += window.count
            return true
        }
        UnsafeMutableRawBufferPointer(rebasing: all[place...]).copyBytes(from: update.prefix(size - place))
        return UnsafeRawBufferPointer(start: all.baseAddress, count: size)
    }
}
