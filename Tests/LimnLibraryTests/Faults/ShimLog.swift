// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The shim's log; `log.c` defines the events.
struct ShimLog {
    struct Event {
        let kind: Character
        let numbers: [Int]
        let bytes: [UInt8]

        /// The bytes as zero-terminated names.
        var names: [String] {
            bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }

        /// Whether a step was acknowledged.
        var isSuccess: Bool { kind == "A" && bytes.starts(with: Array("done ".utf8)) }
    }

    let events: [Event]

    init(_ path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var events: [Event] = []
        var place = 0
        while place < bytes.count {
            guard let end = bytes[place...].firstIndex(of: 10) else { throw CocoaError(.fileReadCorruptFile) }
            let words = String(decoding: bytes[place..<end], as: UTF8.self).split(separator: " ")
            let numbers = words.dropFirst().compactMap { Int($0) }
            guard numbers.count == 4, let kind = words.first?.first, end + numbers[3] < bytes.count else {
                throw CocoaError(.fileReadCorruptFile)
            }
            events.append(Event(kind: kind, numbers: numbers, bytes: Array(bytes[(end + 1)...].prefix(numbers[3]))))
            place = end + 1 + numbers[3]
        }
        self.events = events
    }
}
