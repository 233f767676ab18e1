// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

extension InkImport {
    /// Reads a file in a native format. Nothing is dropped.
    fileprivate init(
        _ bytes: [UInt8], as format: InkFormat, limits: InkLimits, decode: ([UInt8]) throws(InkError) -> InkDocument
    ) throws(InkFormatError) {
        try limits.check(bytes: bytes.count, format)
        do throws(InkError) {
            self.init(format: format, document: try decode(bytes))
        } catch { throw InkFormatError(error, format: format) }
        try limits.check(document, format)
    }
}

/// Reads ``InkFormat/native``.
struct NativeReader: InkFormatReader {
    let format = InkFormat.native

    func recognizes(_ bytes: [UInt8]) -> Bool { NativeInk.recognizes(bytes) }

    func read(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> InkImport {
        try InkImport(bytes, as: format, limits: limits, decode: NativeInk.decode)
    }
}

/// Reads ``InkFormat/json``.
struct JSONReader: InkFormatReader {
    let format = InkFormat.json

    func recognizes(_ bytes: [UInt8]) -> Bool { InkJSON.recognizes(bytes) }

    func read(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> InkImport {
        try InkImport(bytes, as: format, limits: limits, decode: InkJSON.decode)
    }
}

/// Writes ``InkFormat/native``.
struct NativeWriter: InkFormatWriter {
    let format = InkFormat.native

    func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport {
        do throws(InkError) {
            let precision: NativeInk.Precision = options.isLossless ? .lossless : .compact
            return InkExport(bytes: try NativeInk.encode(document, precision: precision))
        } catch { throw InkFormatError(error, format: format) }
    }
}

/// Writes ``InkFormat/json``.
struct JSONWriter: InkFormatWriter {
    let format = InkFormat.json

    func write(_ document: InkDocument, options: InkWriteOptions) throws(InkFormatError) -> InkExport {
        do throws(InkError) { return InkExport(bytes: try InkJSON.encode(document)) } catch {
            throw InkFormatError(error, format: format)
        }
    }
}

extension InkLimits {
    /// Checks the size of a file.
    ///
    /// - Throws: `tooLarge` if it has too many bytes.
    fileprivate func check(bytes count: Int, _ format: InkFormat) throws(InkFormatError) {
        guard count <= maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(maximumBytes) bytes")
        }
    }

    /// Checks the numbers of pages, strokes and points. Native ink limits its own expansion, so this check can follow
    /// reading.
    ///
    /// - Throws: `tooLarge` if there are too many.
    fileprivate func check(_ document: InkDocument, _ format: InkFormat) throws(InkFormatError) {
        func check(_ count: Int, _ limit: Int, _ what: String) throws(InkFormatError) {
            guard count <= limit else {
                throw InkFormatError(.tooLarge, format: format, "it has more than \(limit) \(what)")
            }
        }
        // Every page has at least one layer. The first layer of each page does not count.
        let layers = document.pages.reduce(0) { $0 + $1.drawing.layers.count - 1 }
        try check(document.pages.count, maximumPages, "pages")
        try check(document.strokeCount + layers, maximumStrokes, "strokes")
        try check(document.pages.reduce(0) { $0 + $1.drawing.pointCount }, maximumPoints, "points")
    }
}

extension InkFormatError {
    /// Wraps an error of LimnInk and gives it the closest code of this module.
    fileprivate init(_ error: InkError, format: InkFormat) {
        let code: Code =
            switch error.code {
            case .notInk: .unrecognized
            case .unsupportedVersion: .unsupportedVersion
            case .invalidValue: .invalidValue
            default: .corrupt
            }
        let text = error.description
        self.init(code, format: format, text.hasSuffix(".") ? String(text.dropLast()) : text)
    }
}
