// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry

/// Encodes the pages and the outline of a template for the database.
///
/// A page has ten little-endian doubles: the MediaBox and the displayed box (each left, bottom, right, top), the
/// rotation and the user unit. An outline is JSON.
enum TemplateCoding {
    private static let numbersPerPage = 10

    static func encode(_ pages: [PageGeometry]) -> Data {
        var data = Data(capacity: pages.count * numbersPerPage * 8)
        for page in pages {
            let (media, shown) = (page.mediaBox, page.displayBox)
            let numbers = [
                media.minX, media.minY, media.maxX, media.maxY, shown.minX, shown.minY, shown.maxX, shown.maxY,
                Double(page.rotation.rawValue), page.userUnit,
            ]
            for number in numbers {
                withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        return data
    }

    static func decodePages(_ data: Data) throws(LibraryError) -> [PageGeometry] {
        let bytes = [UInt8](data)
        guard !bytes.isEmpty, bytes.count.isMultiple(of: numbersPerPage * 8) else { throw damaged }
        let numbers = stride(from: 0, to: bytes.count, by: 8).map { at in
            Double(bitPattern: bytes[at..<(at + 8)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        return try stride(from: 0, to: numbers.count, by: numbersPerPage).map { at throws(LibraryError) in
            let page = Array(numbers[at..<(at + numbersPerPage)])
            guard let degrees = Int(exactly: page[8]), PageGeometry.Rotation(rawValue: degrees) != nil else {
                throw damaged
            }
            return PageGeometry(
                mediaBox: Rect(x0: page[0], y0: page[1], x1: page[2], y1: page[3]),
                cropBox: Rect(x0: page[4], y0: page[5], x1: page[6], y1: page[7]), rotate: degrees, userUnit: page[9])
        }
    }

    static func encode(_ outline: [OutlineEntry]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try encoder.encode(outline)
    }

    static func decodeOutline(_ data: Data) throws(LibraryError) -> [OutlineEntry] {
        do { return try BoundedJSON.decode([OutlineEntry].self, from: data) } catch { throw damaged }
    }

    private static var damaged: LibraryError {
        LibraryError(.damaged, "The stored pages or outline of a template are damaged; import its PDF again.")
    }
}
