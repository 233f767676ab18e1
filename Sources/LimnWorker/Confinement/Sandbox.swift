// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Synchronization

/// The sandbox layers that a worker requires before it reads anything, and the handling of machines that lack them.
public enum Sandbox {
    /// The environment variable that allows workers without a sandbox if its value is `1`.
    public static let variable = "LIMN_UNCONFINED"

    /// The layers that a worker requires to read documents. Without seccomp it could make every system call, and
    /// without Landlock it could read every file of the user.
    package static let neededLayers = ["seccomp", "Landlock"]

    /// Whether the environment allows workers without a sandbox.
    public static let isOptionalHere = ProcessInfo.processInfo.environment[variable] == "1"

    private static let used = Atomic<Bool>(false)

    /// Whether a worker of this process has answered a request without a sandbox.
    public static var wasMissing: Bool { used.load(ordering: .relaxed) }

    /// Records that a worker without a sandbox has answered a request.
    static func noteMissing() { used.store(true, ordering: .relaxed) }

    /// The base exit code of a worker whose required sandbox is missing. Each missing layer adds one bit.
    static let exitCode: Int32 = 80

    /// Returns the missing layers for a worker's exit code; nil if the worker ended for another reason.
    static func missing(exitCode code: Int32) -> [String]? {
        let bits = code - exitCode
        guard (1..<(Int32(1) << Int32(neededLayers.count))).contains(bits) else { return nil }
        return neededLayers.enumerated().filter { bits & (Int32(1) << Int32($0.offset)) != 0 }.map(\.element)
    }
}

extension Confinement {
    /// The required layers that are missing.
    var missing: [String] {
        Sandbox.neededLayers.filter { name in !layers.contains { $0.name == name && $0.isActive } }
    }

    /// The exit code for the missing layers.
    var exitCode: Int32 {
        let bits = Sandbox.neededLayers.enumerated().filter { missing.contains($0.element) }.map {
            Int32(1) << Int32($0.offset)
        }
        return Sandbox.exitCode + bits.reduce(0, |)
    }
}
