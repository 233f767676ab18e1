// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// Why a batch cannot go on, or why a line is no task.
public struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public struct Code: Hashable, Sendable {
        private enum Storage { case invalid, refused, held, again, interrupted, unreadable }
        private let storage: Storage

        /// A line is no task, or a task has an option that its verb does not have.
        public static let invalid = Code(storage: .invalid)
        /// The folder of results belongs to another batch.
        public static let refused = Code(storage: .refused)
        /// Another run works on the same shard.
        public static let held = Code(storage: .held)
        /// The disk is full, or a file system failed. Trying again may help.
        public static let again = Code(storage: .again)
        /// The run was asked to end.
        public static let interrupted = Code(storage: .interrupted)
        /// A file cannot be read or written, and trying again does not help.
        public static let unreadable = Code(storage: .unreadable)
    }

    /// The kind of failure.
    public let code: Code
    /// What happened, as a sentence.
    public let sentence: String

    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// Makes an error from one of a file.
    init(_ error: FileError) { self.init(error.mayPass ? .again : .unreadable, error.description) }

    /// The sentence.
    public var description: String { sentence }
}

extension FileError {
    /// Whether trying again later may help: the disk is full, or a disk or a network file system failed.
    package var mayPass: Bool { code == .noSpace || isPassing }
}
