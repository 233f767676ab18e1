// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Decodes JSON from outside. All JSON of files, messages and requests enters here.
///
/// One linear pass bounds the depth, the number of values and every number, before anything is decoded. Later code may
/// therefore add and multiply decoded numbers without overflow. An index still needs a check before it is used.
package enum BoundedJSON {
    /// The bounds of a text.
    package struct Limits: Sendable {
        /// The highest number of arrays and objects inside one another.
        package var depth: Int
        /// The highest number of values, counting those inside arrays and objects.
        package var values: Int
        /// The largest magnitude of a number with a fraction or an exponent.
        package var magnitude: Double

        package init(depth: Int, values: Int, magnitude: Double = 1e15) {
            (self.depth, self.values, self.magnitude) = (depth, values, magnitude)
        }

        /// For files, and for messages between a program and its workers. Documents may have boxes of any size.
        package static let file = Limits(depth: 100, values: 100_000_000, magnitude: 1e100)
        /// For ink, which has many numbers and little depth.
        package static let ink = Limits(depth: 24, values: 4_000_000)
        /// For the options of a request.
        package static let options = Limits(depth: 16, values: 20_000)
    }

    /// The largest magnitude of an integer, 2⁵³: up to there, JSON numbers are exact (RFC 8259, 6).
    package static let largestInteger = 1 << 53
    /// The most characters of a number.
    private static let longestNumber = 100

    /// The reason why a text was refused, as the end of a sentence.
    package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Decodes a value.
    ///
    /// - Parameter hasMilliseconds: whether dates are numbers of milliseconds since 1970.
    /// - Throws: ``Refusal`` for a text beyond the limits; `DecodingError`, and errors of the type's own decoder.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, limits: Limits = .file, hasMilliseconds: Bool = false
    ) throws -> Value {
        try data.withUnsafeBytes { bytes in try check(bytes, limits) }
        let decoder = JSONDecoder()
        if hasMilliseconds { decoder.dateDecodingStrategy = .millisecondsSince1970 }
        return try decoder.decode(type, from: data)
    }

    /// Decodes a value from UTF-8. See ``decode(_:from:limits:hasMilliseconds:)``.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], limits: Limits = .file
    ) throws -> Value {
        try decode(type, from: Data(bytes), limits: limits)
    }

    /// Checks a text against limits. A text that is no JSON may pass.
    ///
    /// - Throws: ``Refusal``.
    package static func check(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(Refusal) {
        var (place, depth, values) = (0, 0, 1)
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: "\""):
                place = endOfString(bytes, from: place + 1)
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                values += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): values += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let end = endOfNumber(bytes, from: place)
                try check(number: UnsafeRawBufferPointer(rebasing: bytes[place..<end]), limits)
                place = end
                continue
            // Foundation also takes UTF-16, in which this check would see no numbers.
            case 0: throw Refusal(description: "it is not UTF-8")
            default: break
            }
            guard depth <= limits.depth else {
                throw Refusal(description: "it nests deeper than \(limits.depth) levels")
            }
            guard values <= limits.values else {
                throw Refusal(description: "it has more than \(limits.values) values")
            }
            place += 1
        }
    }

    private static func endOfString(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return place + 1
    }

    private static func endOfNumber(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                place += 1
            default: return place
            }
        }
        return place
    }

    private static func check(number bytes: UnsafeRawBufferPointer, _ limits: Limits) throws(Refusal) {
        // A number of 15 digits without an exponent is below all limits.
        let isShort = bytes.count <= 15 && !bytes.contains { $0 | 0x20 == UInt8(ascii: "e") }
        guard !isShort else { return }
        guard bytes.count <= longestNumber else {
            throw Refusal(description: "a number has more than \(longestNumber) characters")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let isInteger = !bytes.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        // A text that is no number is left to the decoder.
        guard let value = Double(text) else { return }
        let limit = isInteger ? Double(largestInteger) : limits.magnitude
        guard value.magnitude <= limit else { throw Refusal(description: "the number \(text.prefix(40)) is too large") }
    }
}

extension Int {
    /// The number that people count with, for an index from 0: one more. It never overflows, whatever the index is.
    package var ordinal: Int { self == .max ? self : self + 1 }
}
