// SPDX-License-Identifier: GPL-3.0-or-later

/// What one worker may use.
public struct WorkerLimits: Hashable, Sendable {
    /// The largest address space in MiB.
    public var memory: Int
    /// The longest time for one request, in seconds; then the worker is killed.
    public var timeout: Double
    /// The largest file that a worker may write, in MiB.
    public var fileSize: Int
    /// After so many requests a worker is replaced by a new one.
    public var requests: Int
    /// Whether the worker may read documents where the machine offers no sandbox. Without this it refuses to.
    public var mayBeUnconfined: Bool

    /// Makes limits: 512 MiB, 20 s, files of 4 GiB and 2,000 requests unless said otherwise, and only what the environment
    /// allows without a sandbox.
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
