// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// The JSON form of native ink. It has sorted keys and is lossless.
///
/// `{"limnInk": 3, "title", "template", "pages": [{"size": [w, h], "background",
/// "layers": [{"name", "id", "hidden", "locked", "audience"}],
/// "strokes": [{"brush", "layer", "xy": [x, y, …], "width": w | "widths": [w, …], "pressure": […], …}],
/// "objects": [{"strokesBelow", "layer", "text" | "picture" | "note" | "link" | "markup": {…}}],
/// "foreign": [{"kind", "format", "layer", "position", "content"}], "placement"}],
/// "pictures": [{"format", "bytes"}]}`. Version 4 is written if words are marked (`markup`). In version 2, there are no objects, layers have only names, and the key
/// `foreign` is called `items`. Version 1 has no foreign items and no `tool` in brushes.
public enum InkJSON {
    /// The newest format version, written as `limnInk`. All versions up to this one can be read.
    public static let version = 4

    /// Returns whether bytes look like JSON ink: an object with the key `limnInk` in its first or last 4096 bytes.
    public static func recognizes(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first(where: { $0 > 32 }), first == UInt8(ascii: "{") else { return false }
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        let tail = String(decoding: bytes.suffix(4096), as: UTF8.self)
        return head.firstRange(of: "\"limnInk\"") != nil || tail.firstRange(of: "\"limnInk\"") != nil
    }

    /// Encodes a document as UTF-8 JSON with a trailing newline. Equal documents produce equal bytes.
    ///
    /// - Throws: ``InkError`` with `invalidValue` if a value is not finite or a width is negative.
    public static func encode(_ document: InkDocument) throws(InkError) -> [UInt8] {
        try document.validate()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(JSONDocument(document))) + [10]
        } catch {
            throw InkError(.invalidValue, "The ink contains a value that JSON cannot represent.")
        }
    }

    /// Decodes a document from JSON. Unknown keys are ignored.
    ///
    /// - Throws: ``InkError`` with `notInk` if this is not JSON ink, with `unsupportedVersion` if a newer Limn wrote
    ///   it, or with `corrupt` if it is damaged.
    public static func decode(_ bytes: [UInt8]) throws(InkError) -> InkDocument {
        let header: JSONHeader
        do { header = try BoundedJSON.decode(JSONHeader.self, from: bytes) } catch {
            throw InkError(.notInk, "This is not Limn ink in JSON form.")
        }
        guard (1...version).contains(header.limnInk) else {
            throw InkError(
                .unsupportedVersion,
                "The ink has version \(header.limnInk), but this Limn reads versions up to \(version). Use a newer Limn."
            )
        }
        do {
            return try BoundedJSON.decode(JSONDocument.self, from: bytes).document()
        } catch let error as InkError {
            throw error
        } catch let error as DecodingError {
            throw InkError(.corrupt, "The ink is damaged: \(Self.sentence(error)).")
        } catch {
            throw InkError(.corrupt, "The ink is damaged.")
        }
    }

    static func sentence(_ error: DecodingError) -> String {
        func place(_ path: [any CodingKey]) -> String {
            let joined = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return joined.hasPrefix(".") ? String(joined.dropFirst()) : joined
        }
        return switch error {
        case .keyNotFound(let key, let context): "“\(place(context.codingPath + [key]))” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "“\(place(context.codingPath))” has an unexpected value"
        @unknown default: "a value is unexpected"
        }
    }
}
