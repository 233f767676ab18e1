// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Synchronization

/// What a worker needs around it before it reads anything, and what happens where the machine does not offer it.
public enum Sandbox {
    /// The environment variable that allows workers without a sandbox where it is `1`.
    public static let variable = "LIMN_UNCONFINED"

    /// The layers without which no worker reads a document, unless that is allowed: without the first one it could use
    /// every system call, without the second one read every file of the user.
    package static let neededLayers = ["seccomp", "Landlock"]

    /// Whether the environment allows workers without a sandbox.
    public static let isOptionalHere = ProcessInfo.processInfo.environment[variable] == "1"

    private static let used = Atomic<Bool>(false)

    /// Whether a worker of this process has answered a request without a sandbox.
    public static var wasMissing: Bool { used.load(ordering: .relaxed) }

    /// Notes that a worker without a sandbox has answered.
    static func noteMissing() { used.store(true, ordering: .relaxed) }

    /// How a worker ends that has no sandbox and needs one: with this code and a bit for each layer that is missing.
    static let exitCode: Int32 = 80

    /// The layers that are missing according to a worker that ended with a code; nil where it ended for another reason.
    static func missing(exitCode code: Int32) -> [String]? {
        let bits = code - exitCode
        guard (1..<(Int32(1) << Int32(neededLayers.count))).contains(bits) else { return nil }
        return neededLayers.enumerated().filter { bits & (Int32(1) << Int32($0.offset)) != 0 }.map(\.element)
    }
}

extension Confinement {
    /// The layers without which nothing is read, as far as they are missing.
    var missing: [String] {
        Sandbox.neededLayers.filter { name in !layers.contains { $0.name == name && $0.isActive } }
    }

    /// What a worker ends with that lacks layers.
    var exitCode: Int32 {
        let bits = Sandbox.neededLayers.enumerated().filter { missing.contains($0.element) }.map {
            Int32(1) << Int32($0.offset)
        }
        return Sandbox.exitCode + bits.reduce(0, |)
    }
}
