// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import GRDB

/// Decodes records, the payloads of rows (sqlite.org/fileformat2.html, 2.1).
enum StoredRecord {
    /// Returns the values of a record; nil if it is damaged.
    static func values(_ payload: [UInt8]) -> [DatabaseValue]? {
        var place = 0
        guard let headerSize = payload.varint(at: &place, end: payload.count), headerSize >= place,
            headerSize <= payload.count
        else { return nil }
        var body = Int(headerSize)
        var values: [DatabaseValue] = []
        while place < headerSize {
            guard let type = payload.varint(at: &place, end: Int(headerSize)), let size = size(of: type),
                body + size <= payload.count, values.count < 64
            else { return nil }
            guard let value = value(type, payload[body..<(body + size)]) else { return nil }
            values.append(value)
            body += size
        }
        return body == payload.count ? values : nil
    }

    private static func size(of type: Int64) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 12...(1 << 32): Int((type - 12) / 2)
        default: nil
        }
    }

    private static func value(_ type: Int64, _ bytes: ArraySlice<UInt8>) -> DatabaseValue? {
        switch type {
        case 0: .null
        case 8: Int64(0).databaseValue
        case 9: Int64(1).databaseValue
        case 1...6: integer(bytes).databaseValue
        case 7: Double(bitPattern: UInt64(bitPattern: integer(bytes))).databaseValue
        case let type where type.isMultiple(of: 2): Data(bytes).databaseValue
        default: String(validating: bytes, as: UTF8.self)?.databaseValue
        }
    }

    /// Returns a big-endian number in two's complement.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let isNegative = (bytes.first ?? 0) >= 0x80
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
    }
}
