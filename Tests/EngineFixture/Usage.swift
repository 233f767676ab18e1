// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// What this process uses, as the kernel counts it.
enum Usage {
    /// The most memory that was resident at once, in KiB.
    static var peakMemory: Int { status("VmHWM") }
    /// The memory that is resident, in KiB.
    static var memory: Int { status("VmRSS") }
    /// How many descriptors are open.
    static var descriptors: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
    }

    private static func status(_ name: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

/// Gives freed memory back to the system, as malloc.h declares it, which Swift's module of glibc leaves out.
@_silgen_name("malloc_trim") @discardableResult func malloc_trim(_ kept: Int) -> Int32

/// Prints a line at once: whoever reads it wants to know what came before a death.
func tell(_ words: Any...) {
    let line = words.map { "\($0)" }.joined(separator: " ") + "\n"
    try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
}
