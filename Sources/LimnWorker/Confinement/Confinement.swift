// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Foundation

/// The layers of a worker's confinement. All are tried; those that the kernel lacks are skipped and reported.
public struct Confinement: Hashable, Sendable, Codable {
    /// One layer.
    public struct Layer: Hashable, Sendable, Codable {
        /// The name.
        public let name: String
        /// Whether the layer is active.
        public let isActive: Bool
        /// The version or limit of an active layer; the reason why a layer is inactive.
        public let detail: String
    }

    /// The layers in the order in which they were applied.
    public private(set) var layers: [Layer] = []

    /// Makes the confinement of an unconfined process, which has no layers.
    public init() {}

    /// The paths that a worker reads after it starts: fonts, character maps, color profiles, and shared libraries.
    static let readable = [
        "/usr/share", "/usr/lib", "/usr/lib64", "/usr/local/share/fonts", "/lib", "/etc/fonts", "/etc/ld.so.cache",
        "/var/cache/fontconfig",
    ]

    /// The encodings for which poppler uses the C library's converters: ISO 8859-1 for passwords, and UTF-16 for titles
    /// and labels. The code is loaded in advance, because a confined process cannot load code.
    private static let encodings = ["ISO-8859-1", "UTF-16BE"]

    /// The maximum number of open file descriptors of a worker. Traces show at most 12, because the worker opens and
    /// closes fonts and documents one by one.
    private static let openFileLimit = 64

    /// Confines this process permanently. Call it before any other thread exists, because some layers apply only to the
    /// calling thread and to threads that it creates.
    static func enter(_ limits: WorkerLimits) -> Confinement {
        // A converter that is missing here is also missing in unconfined processes.
        for encoding in encodings { _ = csandbox_load_converter(encoding) }
        var confinement = Confinement()
        func add(_ name: String, _ status: Int32, _ detail: String) {
            let reason = status == 0 ? detail : String(cString: strerror(status))
            confinement.layers.append(Layer(name: name, isActive: status == 0, detail: reason))
        }
        add("no new privileges", csandbox_no_new_privileges(), "")
        add("no capabilities", csandbox_drop_capabilities(), "")
        add("not inspectable", csandbox_not_dumpable(), "")
        add("ends with its parent", csandbox_die_with_parent(), "")
        add("no core files", limit(RLIMIT_CORE, 0), "")
        // RLIMIT_NPROC is not set. It counts all processes and threads of a user, so a low limit would depend on what
        // else the user runs. It would also keep this process from creating threads. The filter forbids new processes.
        add("open files", limit(RLIMIT_NOFILE, openFileLimit), "\(openFileLimit)")
        add("file size", limit(RLIMIT_FSIZE, limits.fileSize << 20), "\(limits.fileSize) MiB")
        // Each request raises the soft limit. Even code that has taken over the worker cannot exceed the hard limit.
        let seconds = lifetime(limits)
        add("processor time", limit(RLIMIT_CPU, seconds), "\(seconds) s in all")
        #if SANITIZED
            // Sanitizers reserve terabytes of address space.
        #else
            add("address space", limit(RLIMIT_AS, limits.memory << 20), "\(limits.memory) MiB")
        #endif
        #if SANITIZED
            // Sanitizers make system calls of their own, and read files of /proc while they run.
            for name in ["Landlock", "seccomp"] { add(name, ENOSYS, "") }
        #else
            let paths = (readable + BundledFiles.own.folders).map { strdup($0) }
            defer { paths.forEach { free($0) } }
            let version = csandbox_landlock_version()
            let landlock = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer {
                csandbox_landlock($0.baseAddress, $0.count)
            }
            add("Landlock", landlock, "version \(version), files" + (version >= 4 ? " and TCP" : ""))
            let allowed = SystemCallGroup.allowed.flatMap(\.calls).count { SystemCallFilter.number(of: $0.name) != nil }
            add("seccomp", SystemCallFilter.install(), "\(allowed) system calls permitted, all others refused")
        #endif
        return confinement
    }

    /// Returns the processor time of a worker for all its requests, in whole seconds.
    private static func lifetime(_ limits: WorkerLimits) -> Int {
        max(shortestLifetime, Int(exactly: (min(limits.timeout, 1e9) * 100).rounded(.up)) ?? 0)
    }

    /// Four hours: more than 2,000 requests take, most of which take less than a second.
    private static let shortestLifetime = 14_400

    /// Allows this process to use `seconds` of processor time from now on. After that, the kernel ends it.
    static func allowProcessorTime(_ seconds: Double) {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        _ = limit(RLIMIT_CPU, used + (Int(exactly: min(seconds, 1e9).rounded(.up)) ?? 0) + 2, hard: false)
    }

    private static func limit(_ resource: __rlimit_resource, _ value: Int, hard: Bool = true) -> Int32 {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { return errno }
        limits.rlim_cur = min(rlim_t(value), limits.rlim_max)
        if hard { limits.rlim_max = limits.rlim_cur }
        return setrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 ? 0 : errno
    }
}
