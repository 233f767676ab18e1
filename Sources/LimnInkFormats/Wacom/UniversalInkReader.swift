// SPDX-License-Identifier: Apache-2.0

internal import LimnGeometry
public import LimnInk

/// Reads Wacom's Universal Ink Model 3.1.0 (`.uim`): a RIFF file with protobuf messages.
///
/// The ink of the chunk `INKD` is read: splines with their sizes and colors. A unit is 1/96 inch. Meaning, views and
/// recordings of the pen's sensors are ignored.
public struct UniversalInkReader: InkFormatReader {
    /// Makes a reader.
    public init() {}

    /// The format ``InkFormat/universalInk``.
    public var format: InkFormat { .universalInk }

    /// Returns whether the bytes start as a RIFF file of the form `UINK`.
    public func recognizes(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 12 && bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12].elementsEqual("UINK".utf8)
    }

    /// Reads a file as one page, which is the bounding box of the ink with a margin.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - limits: the limits for the size of the file and the numbers of strokes and points.
    /// - Throws: ``InkFormatError`` with `corrupt`, `tooLarge`, `unsupported` for compressed chunks, or
    ///   `unsupportedVersion` for other versions of the model.
    public func read(_ bytes: [UInt8], limits: InkLimits = .standard) throws(InkFormatError) -> InkImport {
        guard bytes.count <= limits.maximumBytes else {
            throw InkFormatError(.tooLarge, format: format, "it has more than \(limits.maximumBytes) bytes")
        }
        var canvas = CanvasItems(page: 1, dropped: DroppedItems(), counter: InkCounter(limits, format))
        for range in try inkChunks(bytes) {
            try UniversalInkData(ProtobufMessage(bytes, range, as: format)).read(into: &canvas)
        }
        return InkImport(
            format: format, document: InkDocument(pages: [Canvas.page(canvas.items)]), dropped: canvas.dropped.items)
    }

    /// Returns the ranges of the chunks with ink. The chunk `HEAD` describes all others, in their order.
    private func inkChunks(_ bytes: [UInt8]) throws(InkFormatError) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var head: Range<Int>?
        var (at, place) = (12, 0)
        while at + 8 <= bytes.count {
            let name = String(decoding: bytes[at..<(at + 4)], as: UTF8.self)
            let length = Int(bytes.uint16(at + 4)) | Int(bytes.uint16(at + 6)) << 16
            guard length <= bytes.count - at - 8 else {
                throw InkFormatError(.corrupt, format: format, at: .init(byte: at), "a chunk is longer than the file")
            }
            let body = (at + 8)..<(at + 8 + length)
            if name == "HEAD" {
                guard length >= 4 else { throw InkFormatError(.corrupt, format: format, "its head is cut off") }
                let version = (bytes[body.lowerBound], bytes[body.lowerBound + 1])
                guard version == (3, 1) else {
                    throw InkFormatError(
                        .unsupportedVersion, format: format, "version \(version.0).\(version.1) of the model")
                }
                head = body
            } else {
                // A description has the version, the kind of content and the compression, and is 8 bytes long.
                let description = (head?.lowerBound ?? body.lowerBound) + 4 + 8 * place
                let isDescribed = head.map { description + 8 <= $0.upperBound } ?? false
                if name == "INKD" {
                    guard isDescribed else {
                        throw InkFormatError(.corrupt, format: format, "its ink is not described")
                    }
                    guard bytes[description + 3] == 1, bytes[description + 4] == 0 else {
                        throw InkFormatError(.unsupported, format: format, "its ink is compressed or no protobuf")
                    }
                    found.append(body)
                }
                place += 1
            }
            at = body.upperBound + (length & 1)
        }
        guard !found.isEmpty else { throw InkFormatError(.corrupt, format: format, "it contains no ink") }
        return found
    }
}
