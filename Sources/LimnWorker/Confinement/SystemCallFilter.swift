// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import CSeccomp
internal import Glibc

/// The kernel's filter of system calls (seccomp), built by libseccomp from ``SystemCallGroup/allowed``.
///
/// Calls that are not on the list fail with `EPERM`. Calls for another processor architecture end the process, because
/// their numbers denote different calls.
enum SystemCallFilter {
    /// Installs the filter permanently for this thread and the threads that it creates.
    ///
    /// - Returns: 0, or an errno value.
    static func install() -> Int32 {
        guard let filter = seccomp_init(cseccomp_fail_with(UInt16(EPERM))) else { return ENOMEM }
        defer { seccomp_release(filter) }
        do throws(Failure) {
            try check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
            // This makes `seccomp_load` return the kernel's errno.
            try check(seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1))
            // A binary tree of numbers is faster than a sequence of comparisons.
            try check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2))
            for name in SystemCallGroup.absent {
                guard let number = number(of: name) else { continue }
                try check(seccomp_rule_add_array(filter, cseccomp_fail_with(UInt16(ENOSYS)), number, 0, nil))
            }
            // On processors for which nothing can answer, the kernel does.
            let canAnswer = csandbox_answer_for_paths() == 0
            for call in SystemCallGroup.allowed.flatMap(\.calls) {
                try allow(call, in: filter, by: call.isAnswered && canAnswer ? trap : SCMP_ACT_ALLOW)
            }
            try check(seccomp_load(filter))
            return 0
        } catch { return error.errno }
    }

    /// `SCMP_ACT_TRAP`: the call sends SIGSYS to its thread.
    private static let trap: UInt32 = 0x0003_0000

    /// Returns the number of a call on this processor architecture; nil if it has no such call.
    static func number(of name: String) -> Int32? {
        let number = seccomp_syscall_resolve_name(name)
        return number >= 0 ? number : nil
    }

    /// Whether libseccomp knows the name of a call on any processor architecture.
    static func isKnown(_ name: String) -> Bool { seccomp_syscall_resolve_name(name) != __NR_SCMP_ERROR }

    /// Returns the name of a call on this processor architecture; its number if libseccomp does not know it.
    static func name(of number: Int32) -> String {
        guard let name = seccomp_syscall_resolve_num_arch(UInt32(SCMP_ARCH_NATIVE), number) else {
            return "number \(number)"
        }
        defer { free(name) }
        return String(cString: name)
    }

    /// Adds a rule for each combination of permitted argument values.
    private static func allow(
        _ call: AllowedCall, in filter: scmp_filter_ctx, by action: UInt32
    ) throws(Failure) {
        guard let number = number(of: call.name) else { return }
        var rules: [[scmp_arg_cmp]] = [[]]
        for condition in call.conditions {
            rules = rules.flatMap { rule in
                condition.values.map { value in
                    rule + [
                        scmp_arg_cmp(
                            arg: condition.argument, op: SCMP_CMP_MASKED_EQ, datum_a: condition.mask, datum_b: value)
                    ]
                }
            }
        }
        for rule in rules {
            try check(seccomp_rule_add_array(filter, action, number, UInt32(rule.count), rule))
        }
    }

    private struct Failure: Error { let errno: Int32 }

    /// Throws if `status`, the result of a libseccomp function, is a negative errno.
    private static func check(_ status: Int32) throws(Failure) {
        if status != 0 { throw Failure(errno: -status) }
    }
}
