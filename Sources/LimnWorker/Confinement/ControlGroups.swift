// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Control groups (cgroup v2) for workers, if this process may create them.
///
/// In a group, the kernel limits the memory that a worker actually uses and the number of its threads.
///
/// Groups are created only if this process is the only one in a group that it may change, such as with systemd's
/// `Delegate=yes`. A group that limits its children must not contain processes, so this process first moves into a
/// child group.
package struct ControlGroups: Sendable {
    /// The control groups of this process.
    package static let shared = ControlGroups(
        root: "/sys/fs/cgroup", membership: text("/proc/self/cgroup") ?? "", process: getpid())

    /// The memory that a worker may use in addition to its address space, in MiB: results in memory-backed file
    /// systems, and the kernel's own memory for the worker.
    static let margin = 256
    /// The maximum number of threads of a worker.
    static let threads = 256

    /// The directory of the parent group; nil if this process must not create groups.
    private let folder: String?
    private let process: pid_t

    /// Whether workers get groups.
    package var areDelegated: Bool { folder != nil }

    /// Checks whether groups can be created, and prepares the parent group.
    ///
    /// - Parameters:
    ///   - root: The directory where the cgroup hierarchy is mounted.
    ///   - membership: The content of `/proc/self/cgroup`.
    init(root: String, membership: String, process: pid_t) {
        self.process = process
        let line = membership.split(separator: "\n").first { $0.hasPrefix("0::/") }
        guard let name = line?.dropFirst(3), !name.split(separator: "/").contains("..") else {
            folder = nil
            return
        }
        let own = name == "/" ? root : root + name
        folder = Self.prepare(own, process) ? own : nil
    }

    /// Moves this process out of a group, so that the group can limit the memory and threads of its children. Returns
    /// false if that fails.
    private static func prepare(_ own: String, _ process: pid_t) -> Bool {
        // The root group has no `cgroup.type`. It must not be changed.
        guard access("\(own)/cgroup.type", F_OK) == 0, access(own, W_OK) == 0,
            access("\(own)/cgroup.subtree_control", W_OK) == 0, access("\(own)/cgroup.procs", W_OK) == 0,
            let controllers = text("\(own)/cgroup.controllers")?.split(whereSeparator: \.isWhitespace),
            controllers.contains("memory"), controllers.contains("pids"),
            text("\(own)/cgroup.procs")?.split(separator: "\n") == ["\(process)"]
        else { return false }
        let leaf = "\(own)/limn-\(process)"
        guard mkdir(leaf, 0o755) == 0 else { return false }
        guard write("\(process)", to: "\(leaf)/cgroup.procs"),
            write("+memory +pids", to: "\(own)/cgroup.subtree_control")
        else {
            _ = write("\(process)", to: "\(own)/cgroup.procs")
            rmdir(leaf)
            return false
        }
        return true
    }

    /// Moves a worker that has not read anything yet into its own group.
    ///
    /// - Returns: The group; nil if none can be created. The worker then stays in its current group.
    func admit(_ worker: pid_t, _ limits: WorkerLimits) -> ControlGroup? {
        guard let folder else { return nil }
        let group = "\(folder)/limn-\(process)-\(worker)"
        guard mkdir(group, 0o755) == 0 else { return nil }
        // The file does not exist if the kernel does not account for swap.
        _ = Self.write("0", to: "\(group)/memory.swap.max")
        guard Self.write("\((limits.memory + Self.margin) << 20)", to: "\(group)/memory.max"),
            Self.write("\(Self.threads)", to: "\(group)/pids.max"),
            Self.write("\(worker)", to: "\(group)/cgroup.procs")
        else {
            rmdir(group)
            return nil
        }
        return ControlGroup(folder: group)
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return false }
        defer { close(file) }
        let bytes = Array(text.utf8)
        return Glibc.write(file, bytes, bytes.count) == bytes.count
    }

    /// Returns the first 4,096 bytes of a file as text; nil if it cannot be read.
    private static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

/// The control group of one worker.
struct ControlGroup: Sendable {
    /// The directory of the group.
    let folder: String

    /// Removes the group. Call it when the worker has ended.
    func remove() { rmdir(folder) }
}
