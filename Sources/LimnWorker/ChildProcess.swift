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

    /// The resident memory in bytes; 0 if unknown.
    var residentMemory: Int {
        // The second field is the number of resident pages.
        let fields = numbers(in: "statm")
        return fields.count > 1 ? fields[1] * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// How long the process was ready to run while other programs had the processors, in seconds since its start; 0 if
    /// unknown.
    var queuedTime: Double {
        // The first thread's time on a processor and in the queue of one, in nanoseconds.
        let fields = numbers(in: "schedstat")
        return fields.count > 1 ? Double(fields[1]) / 1e9 : 0
    }

    /// Returns the numbers in a small file that the kernel keeps about the process; none if it keeps no such file.
    private func numbers(in name: String) -> [Int] {
        let file = open("/proc/\(number)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = read(file, &text, text.count)
        return text.prefix(max(0, count)).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

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
