// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

/// How the work on a task came out.
enum TaskOutcome: Sendable {
    /// It has a result, which may be a failure of the task itself.
    case finished(FinishedTask)
    /// The machine failed and not the task: it has no result, and the run ends.
    case stopped(BatchError)
    /// The run was asked to end.
    case cancelled
}

extension BatchError {
    /// The error of a machine that cannot do any task at the moment; nil for an error of one task.
    init?(ofMachine error: LimnError) {
        switch error.code {
        case .noSpace, .storageFailed, .busy: self.init(.again, error.description)
        case .unconfined: self.init(.refused, error.description)
        default: return nil
        }
    }
}
