// SPDX-License-Identifier: GPL-3.0-or-later

/// What came back for a request.
public struct WorkerAnswer: Sendable {
    /// The service's answer.
    public let bytes: [UInt8]
    /// What libraries printed on standard error meanwhile, each line once.
    public let stderrLines: [String]
    /// Whether an allocation failed meanwhile, so that the result may lack something.
    public let ranOutOfMemory: Bool

    package init(bytes: [UInt8], stderrLines: [String] = [], ranOutOfMemory: Bool = false) {
        self.bytes = bytes
        self.stderrLines = stderrLines
        self.ranOutOfMemory = ranOutOfMemory
    }
}
