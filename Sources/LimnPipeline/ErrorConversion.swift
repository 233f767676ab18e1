// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnJobs
package import LimnLibrary
package import LimnWorker

extension LibraryError: LimnErrorConvertible {
    package var limnCode: LimnError.Code {
        switch code {
        case .noSuchPage: .noSuchPage
        case .refused: .refused
        case .damaged: .libraryDamaged
        case .stale: .stale
        case .invalidValue: .refused
        default: .failed
        }
    }
}

extension WorkerError: LimnErrorConvertible {
    package var limnCode: LimnError.Code {
        switch code {
        case .timedOut, .outOfMemory: .limit
        case .cancelled: .cancelled
        case .busy: .busy
        case .crashed, .misbehaved, .killed: .crashed
        case .unconfined: .unconfined
        default: .failed
        }
    }
}

extension LimnError {
    /// The error for a character without a template, which has no pages.
    static let noTemplate = LimnError(
        .noTemplate, "The character has no template; attach it to one.")
}
