// SPDX-License-Identifier: GPL-3.0-or-later

/// A group of system calls that workers may make for one purpose.
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
    /// The kernel's name for the call. A name that this processor's kernel does not know has no effect.
    public let name: String
    /// The conditions for the arguments. All must hold; arguments without a condition may have any value.
    let conditions: [ArgumentCondition]
    /// Whether a probe can make the call with meaningless arguments and keep running.
    let canBeTried: Bool
    /// Whether the process answers the call itself. The kernel then refuses it.
    private(set) var isAnswered = false

    init(_ name: String, _ conditions: ArgumentCondition..., canBeTried: Bool = true) {
        self.name = name
        self.conditions = conditions
        self.canBeTried = canBeTried
    }

    /// A call that asks about a path. The process answers it itself, by opening the file if it may
    /// (`csandbox_answer_for_paths`).
    static func answered(_ name: String) -> AllowedCall {
        var call = AllowedCall(name)
        call.isAnswered = true
        return call
    }

    /// Allows a call with any arguments.
    public init(stringLiteral name: String) { self.init(name) }
}

/// A condition for one argument of a system call: its masked bits must equal one of the permitted values.
struct ArgumentCondition: Sendable {
    /// The position of the argument, from 0.
    let argument: UInt32
    let mask: UInt64
    /// The permitted values, at least one.
    let values: [UInt64]

    /// The argument must equal one of the values.
    static func argument(_ argument: UInt32, is values: Int32...) -> ArgumentCondition {
        ArgumentCondition(argument: argument, mask: .max, values: values.map { UInt64($0) })
    }

    /// None of the flags may be set in the argument.
    static func argument(_ argument: UInt32, lacks flags: Int32) -> ArgumentCondition {
        ArgumentCondition(argument: argument, mask: UInt64(flags), values: [0])
    }

    /// The lower 32 bits of the argument, without some flags, must equal one of the values.
    static func argument(_ argument: UInt32, besides flags: UInt32, is values: Int32...) -> ArgumentCondition {
        ArgumentCondition(argument: argument, mask: UInt64(~flags), values: values.map { UInt64($0) })
    }
}
