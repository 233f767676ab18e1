// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
public import LimnGeometry

extension ObjectDocument {
    /// Whether the file is encrypted, even if it opens without a password.
    public var isEncrypted: Bool { ((try? file.call(qpdf_is_encrypted)) ?? QPDF_FALSE) != QPDF_FALSE }

    /// Writes the whole document anew, with all changes, and returns its bytes.
    ///
    /// Streams of the original are copied unchanged, except that libqpdf always decompresses XMP metadata. If the
    /// original has object streams, the result has them too, and they contain the new annotations. Encryption and
    /// permissions are kept. Unreferenced objects are left out, and linearization is lost. The same document and
    /// changes give the same bytes, unless the document is encrypted, because initialization vectors are random. The
    /// document can still be used afterwards, even after an error.
    ///
    /// - Throws: ``PDFObjectsError`` with `unwritable`, `damaged`, `outOfMemory`.
    public func rewritten() throws(PDFObjectsError) -> [UInt8] {
        let encrypted = isEncrypted
        do throws(PDFObjectsError) {
            // Crypt filters of version 4 always use 128 bits (ISO 32000-1, table 25). But libqpdf's writer takes a
            // missing /Length as 40 bits and encrypts with a key that does not match the written file.
            if encrypted, let encryption = try file.trailer()["/Encrypt"], encryption["/V"]?.int == 4 {
                try encryption.set("/Length", try file.newInteger(128))
            }
            // libqpdf puts new objects into object streams only if it does so with all objects.
            var generates = false
            if hasCompressible { generates = try source.contains(Array("/ObjStm".utf8)) }
            return try file.written { handle in
                qpdf_set_stream_data_mode(handle, qpdf_s_preserve)
                qpdf_set_object_stream_mode(handle, generates ? qpdf_o_generate : qpdf_o_preserve)
                qpdf_set_preserve_encryption(handle, QPDF_TRUE)
                // PDF/A requires endstream on a line of its own.
                qpdf_set_newline_before_endstream(handle, QPDF_TRUE)
                // libqpdf does not support a deterministic /ID for encrypted files.
                if !encrypted { qpdf_set_deterministic_ID(handle, QPDF_TRUE) }
                if let minimumVersion { qpdf_set_minimum_pdf_version(handle, minimumVersion) }
            }
        } catch {
            throw error.code == .internal ? PDFObjectsError(.unwritable, cause: error.cause) : error
        }
    }

    /// Writes the whole document anew, without encryption, and returns its bytes.
    package func decrypted() throws(PDFObjectsError) -> [UInt8] {
        try file.written { handle in
            qpdf_set_stream_data_mode(handle, qpdf_s_preserve)
            qpdf_set_preserve_encryption(handle, QPDF_FALSE)
            qpdf_set_static_ID(handle, QPDF_TRUE)
        }
    }

    /// Returns a PDF made by cairo without its creation date, so that equal pages give equal bytes.
    ///
    /// - Throws: the errors of ``init(bytes:password:)`` and ``rewritten()``.
    public static func cleaned(cairoOutput bytes: [UInt8]) throws(PDFObjectsError) -> [UInt8] {
        try cleaned(cairoOutput: bytes, pageBoxes: [])
    }

    /// Returns a PDF made by cairo without its creation date, with its first pages cropped.
    ///
    /// - Parameter boxes: the boxes to which pages are cropped, in user space.
    /// - Throws: the errors of ``init(bytes:password:)`` and ``rewritten()``.
    public static func cleaned(
        cairoOutput bytes: [UInt8], pageBoxes boxes: [Rect]
    ) throws(PDFObjectsError) -> [UInt8] {
        let document = try ObjectDocument(bytes: bytes)
        if let info = try document.file.trailer()["/Info"], info.isDictionary { try info.remove("/CreationDate") }
        for (index, box) in boxes.enumerated() {
            let value = try document.file.parsed(try PDFValue.rect(box).text())
            try document.tree.leaf(at: index).page.set("/MediaBox", value)
        }
        return try document.rewritten()
    }
}
