// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn

/// The outcome of a task.
enum TaskOutcome: Sendable {
    /// The task has a result, which may be a failure of the task itself.
    case finished(FinishedTask)
    /// The machine failed, and not the task. The task has no result, and the run ends.
    case stopped(BatchError)
    /// The run was stopped.
    case cancelled
}

extension BatchError {
    /// Creates the outcome for a machine that cannot perform any task at the moment; nil if the error concerns one
    /// task.
    init?(ofMachine error: LimnError) {
        switch error.code {
        case .noSpace, .storageFailed, .busy: self.init(.again, error.description)
        case .unconfined: self.init(.refused, error.description)
        default: return nil
        }
    }
}
