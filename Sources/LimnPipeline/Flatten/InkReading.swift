// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// Reads an ink file on a thread of its own, so that its document can be opened meanwhile.
final class InkReading: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let box = Box()

    private final class Box: @unchecked Sendable {
        // Unchecked: it is set before the semaphore is signalled and read after that.
        var result: Result<InkFile, PipelineError>?
    }

    /// - Parameters:
    ///   - access: for PDFs that carry ink: password and limits.
    ///   - isolation: where they are read.
    init(_ path: FilePath, access: Access, isolation: Isolation) {
        DrawingThread.start { [done, box] in
            box.result = Result { () throws(PipelineError) in
                try InkFile(path, access: access, isolation: isolation)
            }
            done.signal()
        }
    }

    /// The ink file, once it is read; to be called once.
    func take() throws(PipelineError) -> InkFile {
        done.wait()
        guard let result = box.result else { preconditionFailure("a reading that has ended has a result") }
        return try result.get()
    }
}
