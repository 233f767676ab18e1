// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import CWorkerOverrides
internal import Foundation
internal import LimnWorker

/// Obeys requests of the form `command argument`.
final class FixtureService: WorkerService {
    private let confinement: Confinement
    private let hoard = Hoard()
    private var requests: UInt64 = 0
    /// A name that no other worker has, not even a later one with the same process number.
    private let name = "\(getpid()) since \(DispatchTime.now().uptimeNanoseconds)"

    init(_ confinement: Confinement) { self.confinement = confinement }

    func prepare() { _ = allocations_flag_failures(WorkerProcess.memoryFlagDescriptor) }

    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8] {
        requests += 1
        let words = request.split(separator: 32, maxSplits: 1)
        let command = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let argument = words.count > 1 ? Array(words[1]) : []
        let text = String(decoding: argument, as: UTF8.self)
        switch command {
        case "echo": return argument
        case "read": return descriptors.flatMap { read($0) }
        case "write":
            guard let descriptor = descriptors.first else { return bytes("no descriptor") }
            let count = argument.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            return bytes(count < 0 ? String(cString: strerror(errno)) : "\(count)")
        case "grow":
            guard let descriptor = descriptors.first else { return bytes("no descriptor") }
            lseek(descriptor, (off_t(text) ?? 1) - 1, SEEK_SET)
            return bytes(Glibc.write(descriptor, [0], 1) == 1 ? "done" : String(cString: strerror(errno)))
        case "probe":
            return (try? JSONEncoder().encode(Probe.run(isConfined: true))).map { Array($0) } ?? []
        case "confinement": return (try? JSONEncoder().encode(confinement)).map { Array($0) } ?? []
        case "environment":
            return bytes(
                ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "\n"))
        case "descriptors": return bytes(openDescriptors())
        case "work":
            // Processor time is counted in millionths of a second.
            let end = clock() + Int((Double(text) ?? 0) * 1e6)
            while clock() < end {}
            return bytes("done")
        case "symbol": return bytes(dlsym(nil, text) == nil ? "missing" : "found")
        case "pid": return bytes("\(getpid())")
        case "name": return bytes(name)
        case "requests": return bytes("\(requests)")
        case "call":
            let words = text.split(separator: " ")
            let result = SystemCall.make(
                String(words[0]),
                words.dropFirst().map { $0 == "parent" ? Int(getppid()) : $0 == "own" ? Int(getpid()) : Int($0) ?? 0 })
            return bytes(result.map { "\($0)" } ?? "no such call")
        case "threads": return bytes("\(Threads.count(Int(text) ?? 0))")
        case "complain":
            FileHandle.standardError.write(Data(argument))
            return bytes("complained")
        case "flood":
            let line = bytes(String(repeating: "x", count: 1000) + "\n")
            for _ in 0..<(Int(text) ?? 0) { line.withUnsafeBytes { _ = Glibc.write(2, $0.baseAddress, $0.count) } }
            bytes("the end\n").withUnsafeBytes { _ = Glibc.write(2, $0.baseAddress, $0.count) }
            return bytes("flooded")
        case "hoard":
            hoard.add(mebibytes: Int(text) ?? 0)
            return bytes("kept")
        default: return misbehave(command, text, descriptors)
        }
    }

    /// Ways to fail.
    private func misbehave(_ command: String, _ text: String, _ descriptors: [Int32]) -> [UInt8] {
        switch command {
        case "hang":
            // Where there is a file, it grows as soon as the request has come.
            if let descriptor = descriptors.first { _ = Glibc.write(descriptor, "x", 1) }
            while true { sleep(1000) }
        case "spin": while true {}
        case "abort": abort()
        case "trap": fatalError("a programmer's mistake")
        case "overrun":
            var page = UnsafeMutableRawPointer(bitPattern: 8)
            page?.storeBytes(of: 1, as: UInt8.self)
            page = nil
            return []
        case "exit": exit(Int32(text) ?? 0)
        case "words":
            bytes("\(text)\n").withUnsafeBytes { _ = Glibc.write(2, $0.baseAddress, $0.count) }
            abort()
        case "devour": while true { hoard.add(mebibytes: 16) }
        case "deafen":
            close(3)
            while true { sleep(1000) }
        case "large": return [UInt8](repeating: 65, count: Int(text) ?? 0)
        case "nothing": return []
        default: return Hostility.answer(command, text, request: requests, given: descriptors.first)
        }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func read(_ descriptor: Int32) -> [UInt8] {
        var space = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(descriptor, &space, space.count, 0)
        return count < 0 ? bytes("unreadable") : Array(space[..<count])
    }

    private func openDescriptors() -> String {
        (0..<256).filter { fcntl($0, F_GETFD) != -1 }.map { "\($0)" }.joined(separator: " ")
    }
}

/// Memory that is used and never given back.
final class Hoard {
    private var blocks: [UnsafeMutableRawPointer] = []

    func add(mebibytes: Int) {
        guard let block = malloc(mebibytes << 20) else { fatalError("out of memory") }
        memset(block, 1, mebibytes << 20)
        blocks.append(block)
    }
}

/// Threads that count.
enum Threads {
    /// Starts threads that add 1 each, and waits until all have.
    static func count(_ count: Int) -> Int {
        let condition = NSCondition()
        nonisolated(unsafe) var sum = 0
        for _ in 0..<count {
            Thread {
                condition.withLock {
                    sum += 1; condition.signal()
                }
            }.start()
        }
        return condition.withLock {
            while sum < count { condition.wait() }
            return sum
        }
    }
}
