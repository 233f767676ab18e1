// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A child process that any thread may kill until somebody has reaped it.
///
/// After that, the kernel may give its number to another process, so nothing is sent to the number any more.
final class ChildProcess: Sendable {
    /// How a process ended.
    enum Ending: Sendable {
        /// With a status as `waitpid` tells it.
        case status(Int32)
        /// Somebody else has reaped it, as happens where SIGCHLD is ignored.
        case unknown
    }

    /// The number that the process has while it is not reaped.
    let number: pid_t
    private let ending = Monitor<Ending?>(nil)
    /// The group that holds the process; it goes with it.
    private let group: ControlGroup?

    /// Takes over a process that was started and not reaped.
    init(adopting number: pid_t, in group: ControlGroup? = nil) { (self.number, self.group) = (number, group) }

    /// Sends SIGKILL, unless the process is reaped already. Does not wait.
    func terminate() { ending.withLock { if $0 == nil { _ = kill(number, SIGKILL) } } }

    /// Reaps the process if it has ended; nil while it lives.
    func reap() -> Ending? {
        ending.withLock { ending in
            if ending != nil { return ending }
            var status: Int32 = 0
            let found = waitpid(number, &status, WNOHANG)
            if found == number { ending = .status(status) }
            if found == -1, errno == ECHILD { ending = .unknown }
            if ending != nil { group?.remove() }
            return ending
        }
    }

    /// Waits until the process has ended, and reaps it.
    func waitForEnd() {
        while reap() == nil {
            // WNOWAIT leaves it to be reaped under the lock, so that nobody kills another process meanwhile.
            var information = siginfo_t()
            if waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) == -1, errno != EINTR, errno != ECHILD {
                return
            }
        }
    }
}
