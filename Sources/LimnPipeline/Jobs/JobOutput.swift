// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

/// The destination of a job's output.
///
/// A worker writes to an unnamed scratch file. The parent copies from it after the worker has answered. Therefore no
/// worker ever has a descriptor of a file that this process publishes or reads, and no worker can change such a file
/// later.
struct JobOutput {
    /// The final path, for messages.
    var path: FilePath
    /// Whether only this process uses the file.
    private(set) var isTemporary = false
    /// The folder of the final path, whose file system has room for large results; nil if there is no such folder.
    private var folder: FilePath?
    /// The expected size of the worker's output, in bytes.
    private var expected = 16 << 20
    /// The largest expected size for which the system's temporary folder is used, in bytes.
    private static let smallLimit = 64 << 20
    private let destination: FileDescriptor?
    /// Keeps the destination open.
    private var owner: AnyObject?

    /// Makes an output that goes to an unnamed file. Only this process reads the file.
    init(temporary file: ScratchFile) {
        (path, destination, owner) = ("-", file.descriptor, file)
        isTemporary = true
    }

    /// Makes an output that goes to an unnamed file, and uses a folder that has room for a large result.
    init(_ file: ScratchFile, in folder: FilePath?, expected: Int) {
        (path, destination, owner) = (folder ?? "-", file.descriptor, file)
        (self.folder, self.expected, isTemporary) = (folder, expected, folder == nil)
    }

    /// Makes an output that goes to a file to be published, or to a device.
    init(_ file: StagedFile) {
        (path, destination, owner) = (file.path, file.descriptor, file)
        if !file.isDevice { folder = file.path.removingLastComponent() }
    }

    /// Makes an output that goes to an unnamed file, for standard output.
    init(_ file: ScratchFile) { (path, destination, owner) = ("-", file.descriptor, file) }

    /// Makes an output without a destination: the caller uses the worker's file itself.
    ///
    /// - Parameters:
    ///   - beside: a path in a folder that has room for a large result.
    ///   - expected: the expected size of the output, in bytes.
    init(untakenFor path: FilePath, beside: FilePath?, expected: Int) {
        (self.path, destination) = (path, nil)
        folder = beside?.removingLastComponent()
        self.expected = expected
    }

    /// Makes a file for the worker to write to.
    ///
    /// - Throws: ``LimnError`` if there is no room for one.
    func makeFile() throws(LimnError) -> ScratchFile {
        do throws(FileError) {
            let isSmall = expected <= Self.smallLimit && ScratchFile.hasRoom(for: 2 * expected)
            // If any folder has room for the result, the final folder does. If it does not support unnamed files, the
            // system's temporary folder is used.
            if !isSmall, let folder, let file = try? ScratchFile(in: folder.isEmpty ? "." : folder) { return file }
            return try ScratchFile()
        } catch { throw LimnError(error) }
    }

    /// Empties a file for another try.
    func clear(_ file: ScratchFile) throws(LimnError) {
        do {
            try file.descriptor.resize(to: 0)
            _ = try file.descriptor.seek(offset: 0, from: .start)
        } catch { throw LimnError(.failed, "The output cannot be written: \(error).") }
    }

    /// Returns the first bytes of the copied output; nil if they cannot be read back, for example from a device.
    func head(_ count: Int) -> [UInt8]? {
        guard let destination else { return nil }
        var head = [UInt8](repeating: 0, count: count)
        guard let got = try? head.withUnsafeMutableBytes({ try destination.read(fromAbsoluteOffset: 0, into: $0) })
        else { return nil }
        return Array(head[..<got])
    }

    /// Copies a worker's output to its destination.
    ///
    /// - Parameter reportedSize: the size of the output in bytes, as reported by the worker.
    /// - Throws: ``LimnError`` with `crashed` if the actual size differs.
    func take(_ file: ScratchFile, reportedSize: Int?) throws(LimnError) {
        guard reportedSize == file.size else { throw JobClient.misanswered }
        guard let destination else { return }
        do throws(FileError) { try file.asInput(named: path).copy(to: destination) } catch {
            // The worker has changed the file during the copy.
            if error.code == .changed { throw JobClient.misanswered }
            throw LimnError(error)
        }
    }
}
