// SPDX-License-Identifier: GPL-3.0-or-later

/// The resources that one worker may use.
public struct WorkerLimits: Hashable, Sendable {
    /// The maximum address space in MiB.
    public var memory: Int
    /// The maximum time for one request, in seconds. After that, the worker is killed.
    public var timeout: Double
    /// The maximum size of a file that a worker may write, in MiB.
    public var fileSize: Int
    /// The number of requests after which a worker is replaced.
    public var requests: Int
    /// The path of a shared library that the worker loads before it confines itself, because a confined process cannot load
    /// code; nil for none.
    public var library: String?
    /// Whether the worker may read documents if the machine has no sandbox.
    public var mayBeUnconfined: Bool

    /// Makes limits. The defaults are 512 MiB, 20 s, files of 4 GiB and 2,000 requests, and no library. By default, the environment
    /// decides whether workers may run without a sandbox; see ``Sandbox/variable``.
    public init(
        memory: Int = 512, timeout: Double = 20, fileSize: Int = 4096, requests: Int = 2000,
        mayBeUnconfined: Bool = Sandbox.isOptionalHere
    ) {
        self.memory = memory
        self.timeout = timeout
        self.fileSize = fileSize
        self.requests = requests
        self.mayBeUnconfined = mayBeUnconfined
    }
}
