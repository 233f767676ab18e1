// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// The results of making every system call in a worker, with meaningless arguments.
///
/// A call is refused if it fails with `EPERM` or `ENOSYS`. Other calls reached the kernel, which rejected their
/// arguments.
public struct SystemCallProbe: Hashable, Sendable, Codable {
    /// The number of attempted calls: all known numbers, and further numbers that no kernel uses yet.
    public let tried: Int
    /// The calls that reached the kernel, in the order of their numbers.
    public let allowed: [String]
    /// The calls that reached the kernel although they are not on the list, or their arguments are not permitted.
    public let unlisted: [String]
    /// The listed calls that the kernel or an outer filter refused.
    public let unavailable: [String]
    /// The calls that were not attempted, because they end or create a process or thread, or because filters do not
    /// apply to them.
    public let untried: [String]

    /// The call numbers to attempt. Kernels of 2026 have fewer than 480 calls.
    private static let numbers: Range<Int32> = 0..<1024

    /// Calls that kernels since 6.11 insert into processes for their own use. Filters do not apply to them, and the
    /// kernel kills a process that makes them directly (`arch/x86/kernel/uprobes.c`).
    #if arch(x86_64)
        private static let kernelOwn: [Int32: String] = [335: "uretprobe", 336: "uprobe"]
    #else
        private static let kernelOwn: [Int32: String] = [:]
    #endif

    /// Attempts every call number in this process. Returns nil if no filter refuses unknown numbers, because the calls
    /// would then take effect.
    static func run() -> SystemCallProbe? {
        // Without a filter, the kernel returns ENOSYS for this number.
        guard call(numbers.upperBound) == -Int(EPERM) else { return nil }
        let list = SystemCallGroup.allowed.flatMap(\.calls)
        let listed = Dictionary(
            list.compactMap { call in SystemCallFilter.number(of: call.name).map { ($0, call) } },
            uniquingKeysWith: { first, _ in first })
        var tried = 0
        var (allowed, unlisted, unavailable, untried): ([String], [String], [String], [String]) = ([], [], [], [])
        for number in numbers {
            if let name = kernelOwn[number] {
                untried.append(name)
                continue
            }
            let entry = listed[number]
            let isFree = entry?.conditions.isEmpty ?? false
            if let entry, !entry.canBeTried { untried.append(entry.name) }
            if isFree, entry?.canBeTried == false { continue }
            tried += 1
            if !isFree, reachesKernel(call(number)) { unlisted.append(SystemCallFilter.name(of: number)) }
            guard let entry, entry.canBeTried else { continue }
            if reachesKernel(call(number, permitted: entry.conditions)) {
                allowed.append(entry.name)
            } else {
                unavailable.append(entry.name)
            }
        }
        return SystemCallProbe(
            tried: tried, allowed: allowed, unlisted: unlisted, unavailable: unavailable, untried: untried)
    }

    /// Makes a call with all bits set in every argument, except arguments that need a permitted value.
    private static func call(_ number: Int32, permitted conditions: [ArgumentCondition] = []) -> Int {
        var arguments = [Int](repeating: -1, count: 6)
        for condition in conditions { arguments[Int(condition.argument)] = Int(condition.values[0]) }
        return csandbox_call(Int(number), arguments)
    }

    private static func reachesKernel(_ result: Int) -> Bool { ![-Int(EPERM), -Int(ENOSYS)].contains(result) }
}

/// Makes system calls by name or number, for tests.
package enum SystemCall {
    /// Makes a call.
    ///
    /// - Parameters:
    ///   - name: The kernel's name of the call, or its number.
    ///   - arguments: At most six arguments; missing ones are 0.
    /// - Returns: The result, or the negative errno; nil if this processor architecture has no such call.
    package static func make(_ name: String, _ arguments: [Int]) -> Int? {
        guard let number = Int32(name) ?? SystemCallFilter.number(of: name) else { return nil }
        return csandbox_call(Int(number), Array((arguments + [0, 0, 0, 0, 0, 0]).prefix(6)))
    }
}
