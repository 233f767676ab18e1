// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

extension InkFormat {
    /// Limn's own binary format.
    public static let native = InkFormat(id: "limn", name: "Limn ink", extensions: ["limn"])
    /// The readable twin of ``native``.
    public static let json = InkFormat(id: "limn-json", name: "Limn ink as JSON", extensions: ["json"])
}

/// Reads ``InkFormat/native``.
struct NativeReader: InkFormatReader {
    let format = InkFormat.native

    func recognizes(_ bytes: [UInt8]) -> Bool { NativeInk.recognizes(bytes) }

    func read(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> InkImport {
        do throws(InkError) { return InkImport(format: format, document: try NativeInk.decode(bytes)) } catch {
            throw InkFormatError(error, format: format)
        }
    }
}

/// Reads ``InkFormat/json``.
struct JSONReader: InkFormatReader {
    let format = InkFormat.json

    func recognizes(_ bytes: [UInt8]) -> Bool { InkJSON.recognizes(bytes) }

    func read(_ bytes: [UInt8], limits: InkLimits) throws(InkFormatError) -> InkImport {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "\(bytes.count) bytes")
        }
        do throws(InkError) { return InkImport(format: format, document: try InkJSON.decode(bytes)) } catch {
            throw InkFormatError(error, format: format)
        }
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

extension InkFormatError {
    /// The sentence of LimnInk's own error, under the nearest code of this module.
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
