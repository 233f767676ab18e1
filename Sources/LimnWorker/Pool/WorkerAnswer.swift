// SPDX-License-Identifier: GPL-3.0-or-later

/// The response to a request, with observations about the worker.
public struct WorkerAnswer: Sendable {
    /// The service's response.
    public let bytes: [UInt8]
    /// The lines that libraries printed on standard error during the request, without duplicates.
    public let stderrLines: [String]
    /// Whether an allocation failed during the request. If so, the result may be incomplete.
    public let ranOutOfMemory: Bool
    /// How long the worker was ready to run while other programs had the processors, in seconds; 0 if unknown.
    package let queuedTime: Double

    package init(
        bytes: [UInt8], stderrLines: [String] = [], ranOutOfMemory: Bool = false, queuedTime: Double = 0
    ) {
        self.bytes = bytes
        self.stderrLines = stderrLines
        self.ranOutOfMemory = ranOutOfMemory
        self.queuedTime = queuedTime
    }
}
