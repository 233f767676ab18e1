// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// The reason why a batch cannot continue, or why a line is not a task.
///
/// A task that fails is no such error: its result tells the reason, and the batch goes on.
public struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage { case invalid, refused, held, again, interrupted, unreadable }
        private let storage: Storage

        /// A line is not a task, or a task has an option that its verb does not have.
        public static let invalid = Code(storage: .invalid)
        /// The folder of results belongs to another batch.
        public static let refused = Code(storage: .refused)
        /// Another run is working on the same shard.
        public static let held = Code(storage: .held)
        /// The disk is full, or a file system failed. Trying again may help.
        public static let again = Code(storage: .again)
        /// The run was stopped.
        public static let interrupted = Code(storage: .interrupted)
        /// A file cannot be read or written, and trying again does not help.
        public static let unreadable = Code(storage: .unreadable)
    }

    /// The kind of failure.
    public let code: Code
    /// The message, as a sentence.
    public let sentence: String

    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// Converts a file error.
    init(_ error: FileError) { self.init(error.mayPass ? .again : .unreadable, error.description) }

    /// The same text as ``sentence``.
    public var description: String { sentence }
}

extension FileError {
    /// Whether trying again later may help: the disk is full, or a disk or a network file system failed.
    package var mayPass: Bool { code == .noSpace || isPassing }
}
