// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Glibc

/// The results of attempting operations that a confined process must not be able to perform.
public struct Probe: Hashable, Sendable, Codable {
    /// One attempted operation.
    public struct Attempt: Hashable, Sendable, Codable {
        /// The operation.
        public let name: String
        /// Whether it was refused.
        public let wasRefused: Bool
    }

    /// All attempted operations.
    public let attempts: [Attempt]
    /// The result for every system call number; nil outside workers, and if no filter is active.
    public let systemCalls: SystemCallProbe?

    /// Attempts all operations in this process. It tries to execute a program only in a worker, because success would
    /// replace this process.
    ///
    /// - Parameter isConfined: Whether this process is a worker. In other processes the operations should succeed,
    ///   which shows that the probe works.
    public static func run(isConfined: Bool) -> Probe {
        var attempts = [
            Attempt(name: "read /etc/passwd", wasRefused: csandbox_try_open("/etc/passwd", 0) != 0),
            Attempt(name: "look at /etc/passwd", wasRefused: csandbox_try_status("/etc/passwd") != 0),
            Attempt(name: "write a file", wasRefused: csandbox_try_open("/tmp/.limn-probe-\(getpid())", 1) != 0),
            Attempt(name: "connect by TCP", wasRefused: csandbox_try_network(0, 9) != 0),
            Attempt(name: "connect by UDP", wasRefused: csandbox_try_network(1, 9) != 0),
            Attempt(
                name: "reach another process", wasRefused: csandbox_try_reach(isConfined ? getppid() : getpid()) != 0),
            Attempt(name: "start a process", wasRefused: csandbox_try_fork() == 0),
        ]
        if isConfined {
            attempts.append(Attempt(name: "execute a program", wasRefused: csandbox_try_execute("/bin/true") != 0))
        } else {
            unlink("/tmp/.limn-probe-\(getpid())")
        }
        return Probe(attempts: attempts, systemCalls: isConfined ? SystemCallProbe.run() : nil)
    }
}
