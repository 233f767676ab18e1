// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// One end of a socket pair. It transfers whole messages with file descriptors.
///
/// Each message begins with an 8-byte little-endian number. A response has the number of its request.
final class Channel {
    /// The maximum size of a message in bytes. Larger data are passed through a file descriptor.
    static let messageLimit = 128 << 10
    private static let numberLength = 8
    /// The maximum number of descriptors in a message.
    static let descriptorLimit = 4

    let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: messageLimit + numberLength, alignment: 8)

    /// Takes ownership of a socket.
    init(adopting descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// Makes a pair of connected channels; nil if the system cannot create them.
    static func pair() -> (Channel, Channel)? {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        return (Channel(adopting: ends[0]), Channel(adopting: ends[1]))
    }

    /// Whether a message is small enough and has few enough descriptors.
    static func fits(_ message: [UInt8], descriptors: [Int32] = []) -> Bool {
        message.count <= messageLimit && descriptors.count <= descriptorLimit
    }

    /// Sends a message. Returns false if the other end is closed or the message does not fit.
    ///
    /// - Parameter waits: Whether to wait if the other end does not read. If false, that case counts as a failure.
    func send(_ message: [UInt8], number: UInt64, descriptors: [Int32] = [], waits: Bool) -> Bool {
        guard Self.fits(message, descriptors: descriptors) else { return false }
        let bytes = withUnsafeBytes(of: number.littleEndian) { Array($0) } + message
        return csandbox_send(descriptor, bytes, bytes.count, descriptors, descriptors.count, waits ? 1 : 0) == 0
    }

    /// Waits for a message; nil if the other end is closed or the message does not fit.
    func receive() -> (number: UInt64, message: [UInt8], descriptors: [Int32])? {
        var count = buffer.count
        var descriptors = [Int32](repeating: -1, count: Self.descriptorLimit)
        var descriptorCount = descriptors.count
        guard csandbox_receive(descriptor, buffer.baseAddress, &count, &descriptors, &descriptorCount) == 0
        else { return nil }
        descriptors.removeSubrange(descriptorCount...)
        guard count >= Self.numberLength else {
            for descriptor in descriptors { close(descriptor) }
            return nil
        }
        let number = UInt64(littleEndian: buffer.load(as: UInt64.self))
        return (number, Array(buffer[Self.numberLength..<count]), descriptors)
    }

    /// Waits until a message can be received or the other end is closed. Returns false if the time runs out first.
    func wait(seconds: Double) -> Bool {
        let deadline = Self.now() + seconds
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = max(0, deadline - Self.now())
            let status = poll(&entry, 1, Int32(exactly: min(left * 1000, 2e9).rounded(.up)) ?? .max)
            if status > 0 { return true }
            if status == 0, Self.now() >= deadline { return false }
            if status < 0, errno != EINTR { return true }
        }
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
