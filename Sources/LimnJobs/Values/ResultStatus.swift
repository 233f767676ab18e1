// SPDX-License-Identifier: GPL-3.0-or-later

/// How a result came out; the words are those of JSON output.
public enum ResultStatus: String, Hashable, Sendable, Codable {
    /// Done.
    case ok
    /// Done, with something to tell.
    case warnings
    /// Not tried: a limit or a danger known beforehand forbids it.
    case refused
    /// Ended: it took too long or too much memory.
    case limit
    /// Not done: the document needs a password, or another one.
    case locked
    /// Not done.
    case failed

    /// Whether a result exists.
    public var isSuccess: Bool { self == .ok || self == .warnings }

    /// The status of something that failed.
    public init(_ error: LimnError) {
        self =
            switch error.code {
            case .locked: .locked
            case .refused, .outputsCollide, .needsKeptFolders, .needsFolder, .outputExists, .backgroundForbidden,
                .signed, .heldBack, .unconfined, .tooLarge:
                .refused
            case .limit: .limit
            default: .failed
            }
    }
}
