// SPDX-License-Identifier: GPL-3.0-or-later

/// The status of a result. The raw values appear in JSON output.
public enum ResultStatus: String, Hashable, Sendable, Codable {
    /// The work is done.
    case ok
    /// The work is done, with warnings.
    case warnings
    /// The work was rejected in advance, because it exceeds a limit or is dangerous.
    case refused
    /// The work was stopped because it took too much time or memory.
    case limit
    /// The document needs a password, or the password is wrong.
    case locked
    /// The work failed.
    case failed

    /// Whether a result exists.
    public var isSuccess: Bool { self == .ok || self == .warnings }

    /// Makes the status for an error.
    public init(_ error: LimnError) {
        self =
            switch error.code {
            case .locked: .locked
            case .refused, .outputsCollide, .needsKeptFolders, .needsFolder, .outputExists, .backgroundForbidden,
                .signed, .heldBack, .needsAudience, .unconfined, .tooLarge:
                .refused
            case .limit: .limit
            default: .failed
            }
    }
}
