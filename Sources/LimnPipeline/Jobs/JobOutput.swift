// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

/// Where the result of a job goes.
struct JobOutput {
    /// The final name, for messages.
    var path: FilePath
    /// What the job writes into.
    var descriptor: FileDescriptor

    /// Takes back what was written, where that is possible.
    func clear() throws(LimnError) {
        do {
            try descriptor.resize(to: 0)
            _ = try descriptor.seek(offset: 0, from: .start)
        } catch Errno.invalidArgument, Errno.illegalSeek {
            // A device or a pipe, which nothing can be taken back from.
        } catch { throw LimnError(.failed, "The output cannot be written: \(error).") }
    }

    /// Whether nobody but this process sees the file.
    private(set) var isTemporary = false

    /// A file without a name that only this process reads.
    init(temporary file: ScratchFile) {
        (path, descriptor) = ("-", file.descriptor)
        isTemporary = true
    }

    /// A file that will be published.
    init(_ file: StagedFile) { (path, descriptor) = (file.path, file.descriptor) }

    /// A place that was opened for a name.
    init(path: FilePath, descriptor: FileDescriptor) { (self.path, self.descriptor) = (path, descriptor) }

    /// A file without a name, for what goes to standard output.
    init(_ file: ScratchFile) { (path, descriptor) = ("-", file.descriptor) }
}
