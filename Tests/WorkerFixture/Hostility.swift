// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Foundation

/// A worker that was taken over and talks to its parent past the protocol.
enum Hostility {
    /// - Parameters:
    ///   - request: the number of the request that is being answered.
    ///   - given: a descriptor to give back.
    static func answer(_ command: String, _ text: String, request: UInt64, given: Int32?) -> [UInt8] {
        switch command {
        case "twice":
            // The first answer is right, the second one waits for the next request.
            send(number(request) + Array("first".utf8))
            return Array("second".utf8)
        case "guess":
            // Gives the answer to the next request before it is asked, and reads no more.
            send(number(request) + Array("now".utf8))
            for next in 1...8 { send(number(request + UInt64(next)) + Array("guessed".utf8)) }
            while true { sleep(1000) }
        case "other": send(number(request &+ 1) + Array("other".utf8))
        case "short": send([1, 2, 3])
        case "empty": send([])
        case "garbage": send((0..<(Int(text) ?? 100)).map { _ in UInt8.random(in: 0...255) })
        case "oversize": send([UInt8](repeating: 1, count: 160 << 10))
        case "extras":
            send(number(request) + Array("with descriptors".utf8), Array(repeating: given ?? 2, count: Int(text) ?? 1))
            exit(0)
        case "gift": send([], Array(repeating: given ?? 2, count: Int(text) ?? 1))
        default: return Array("unknown command".utf8)
        }
        while true { sleep(1000) }
    }

    private static func number(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) {
        _ = csandbox_send(3, bytes, bytes.count, descriptors, descriptors.count, 1)
    }
}
