// SPDX-License-Identifier: Apache-2.0

/// A file format of form data.
public enum FormDataFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// JSON: one object, or an array of objects.
    case json
    /// JSON Lines: one object per line.
    case jsonLines
    /// Comma-separated values, or values with another separator.
    case csv
    /// Tab-separated values.
    case tsv
    /// Forms Data Format (ISO 32000-2, 12.7.8).
    case fdf
    /// XML Forms Data Format (ISO 19444-1).
    case xfdf
    /// The JSON that pdfcpu exports.
    case pdfcpu

    /// The format's usual name.
    public var name: String {
        switch self {
        case .json: "JSON"
        case .jsonLines: "JSON Lines"
        case .csv: "CSV"
        case .tsv: "TSV"
        case .fdf: "FDF"
        case .xfdf: "XFDF"
        case .pdfcpu: "pdfcpu JSON"
        }
    }
}
