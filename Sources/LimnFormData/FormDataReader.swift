// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms

/// A reader for form data: JSON, JSON Lines, CSV, TSV, FDF, XFDF and pdfcpu's JSON.
///
/// A text that starts with `@` stays unchanged here. Its meaning depends on the field: the path of a picture for a push
/// button, the number of a button for radio buttons, plain text for a text field.
public struct FormDataReader: Sendable {
    /// The purpose of reading the data.
    public enum Purpose: Hashable, Sendable {
        /// The names in the data are field names. Nested JSON objects become dotted names.
        case fields
        /// A mapping reads the data. JSON keeps its structure and produces trees instead of rows.
        case mapping
    }

    /// The format; nil to detect it.
    public var format: FormDataFormat?
    /// The separator between the cells of a CSV file; nil to guess it from the header.
    public var delimiter: Unicode.Scalar?
    /// The purpose of reading the data.
    public var purpose: Purpose
    /// The limits.
    public var limits: FormDataLimits

    /// Makes a reader.
    public init(
        format: FormDataFormat? = nil, delimiter: Unicode.Scalar? = nil, purpose: Purpose = .fields,
        limits: FormDataLimits = .standard
    ) {
        self.format = format
        self.delimiter = delimiter
        self.purpose = purpose
        self.limits = limits
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - fileName: The file's name. Its extension helps to detect the format.
    /// - Throws: ``FormDataError``. A problem that concerns only one row is added to the document instead.
    public func read(_ bytes: [UInt8], fileName: String? = nil) throws(FormDataError) -> FormDataDocument {
        guard bytes.count <= limits.bytes else {
            throw FormDataError(
                .tooLarge, format: format, "it has \(bytes.count) bytes, and at most \(limits.bytes) are read")
        }
        try Self.refuseOthers(bytes)
        let format = self.format ?? .detected(in: bytes, fileName: fileName)
        if format == .fdf { return try FDFReader(bytes, limits: limits).document() }
        let text = try DecodedText(bytes, format: format)
        var json = JSONRows(limits: limits, purpose: purpose)
        var document =
            switch format {
            case .json, .jsonLines, .pdfcpu: try json.document(text.utf8, as: format)
            case .xfdf: try XFDFReader(limits: limits).document(text.utf8)
            case .csv, .tsv, .fdf:
                try CSVReader(format: format, delimiter: delimiter, limits: limits).document(text.utf8)
            }
        if let warning = text.warning { document.warnings.insert(warning, at: 0) }
        return document
    }

    /// Throws for files that users mistake for data.
    private static func refuseOthers(_ bytes: [UInt8]) throws(FormDataError) {
        let others: [(StaticString, String)] = [
            ("%PDF-", "this is a PDF document"),
            ("PK\u{3}\u{4}", "this is a ZIP archive. A spreadsheet can be saved as CSV"),
        ]
        for (signature, sentence) in others where bytes.prefix(16).firstRange(of: signature) != nil {
            throw FormDataError(.unrecognized, format: nil, sentence)
        }
    }
}
