// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A child process that any thread may kill until it has been reaped.
///
/// After that, the kernel may reuse its process id, so no more signals are sent to it.
final class ChildProcess: Sendable {
    /// The way a process ended.
    enum Ending: Sendable {
        /// The process ended with a status from `waitpid`.
        case status(Int32)
        /// Other code has reaped the process, for example because SIGCHLD is ignored.
        case unknown
    }

    /// The process id, which is valid until the process is reaped.
    let number: pid_t
    private let ending = Monitor<Ending?>(nil)
    /// The control group of the process. It is removed with the process.
    private let group: ControlGroup?

    /// Takes ownership of a process that was started and has not been reaped.
    init(adopting number: pid_t, in group: ControlGroup? = nil) { (self.number, self.group) = (number, group) }

    /// Sends SIGKILL, unless the process has been reaped. Does not wait.
    func terminate() { ending.withLock { if $0 == nil { _ = kill(number, SIGKILL) } } }

    /// Reaps the process if it has ended; returns nil if it is running.
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

    /// Waits until the process has ended and reaps it.
    func waitForEnd() {
        while reap() == nil {
            // WNOWAIT leaves the process unreaped. `reap()` reaps it under the lock, so that no thread can signal a
            // process that reuses the id.
            var information = siginfo_t()
            if waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) == -1, errno != EINTR, errno != ECHILD {
                return
            }
        }
    }
}
