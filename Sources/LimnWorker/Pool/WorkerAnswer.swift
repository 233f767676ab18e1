// SPDX-License-Identifier: GPL-3.0-or-later

/// What came back for a request.
public struct WorkerAnswer: Sendable {
    /// The service's answer.
    public let bytes: [UInt8]
    /// What libraries printed on standard error meanwhile, each line once.
    public let complaints: [String]
}
