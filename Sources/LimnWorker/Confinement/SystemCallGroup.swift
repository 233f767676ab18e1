// SPDX-License-Identifier: GPL-3.0-or-later

/// System calls that workers may make for one purpose.
public struct SystemCallGroup: Sendable {
    /// The purpose, in a word or two.
    public let name: String
    /// Why workers need these calls, in one sentence.
    public let reason: String
    /// The calls.
    public let calls: [AllowedCall]
}

/// A system call that workers may make.
public struct AllowedCall: Sendable, ExpressibleByStringLiteral {
    /// The kernel's name for it. A name that this processor's kernel interface lacks stands for no call.
    public let name: String
    /// What its arguments must be like; all conditions must hold. Other arguments are free.
    let conditions: [ArgumentCondition]
    /// Whether a probe can make the call with senseless arguments and go on.
    let canBeTried: Bool

    init(_ name: String, _ conditions: ArgumentCondition..., canBeTried: Bool = true) {
        self.name = name
        self.conditions = conditions
        self.canBeTried = canBeTried
    }

    /// Allows a call with any arguments.
    public init(stringLiteral name: String) { self.init(name) }
}

/// What one argument of a system call must be like: its bits under a mask equal one of some values.
struct ArgumentCondition: Sendable {
    /// The position of the argument, from 0.
    let argument: UInt32
    let mask: UInt64
    /// At least one.
    let values: [UInt64]

    /// All 64 bits equal one of the values.
    static func argument(_ argument: UInt32, is values: Int32...) -> ArgumentCondition {
        ArgumentCondition(argument: argument, mask: .max, values: values.map { UInt64($0) })
    }

    /// None of some flags is set.
    static func argument(_ argument: UInt32, lacks flags: Int32) -> ArgumentCondition {
        ArgumentCondition(argument: argument, mask: UInt64(flags), values: [0])
    }

    /// The lower 32 bits, some flags aside, equal one of the values.
    static func argument(_ argument: UInt32, besides flags: UInt32, is values: Int32...) -> ArgumentCondition {
        ArgumentCondition(argument: argument, mask: UInt64(~flags), values: values.map { UInt64($0) })
    }
}
