// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

/// Where the result of a job goes.
///
/// A worker writes into a file of its own without a name. What it wrote is taken from there once it has answered, so that
/// no worker ever has a descriptor of what is published or read by this process, and none can change it afterwards.
struct JobOutput {
    /// The final name, for messages.
    var path: FilePath
    /// Whether nobody but this process sees the file.
    private(set) var isTemporary = false
    /// The folder of the final name, whose file system has room for results that are large; nil where there is none.
    private var folder: FilePath?
    /// How many bytes the worker may well write.
    private var expected = 16 << 20
    /// Up to so many bytes go where temporary files go.
    private static let smallLimit = 64 << 20
    /// The most bytes that are taken.
    private var limit: Int
    private let destination: FileDescriptor?

    /// A file without a name that only this process reads.
    init(temporary file: ScratchFile, limit: Int) {
        (path, destination, self.limit) = ("-", file.descriptor, limit)
        isTemporary = true
    }

    /// A file without a name in a folder, which has room where the result is large.
    init(_ file: ScratchFile, in folder: FilePath?, expected: Int, limit: Int) {
        (path, destination, self.limit) = (folder ?? "-", file.descriptor, limit)
        (self.folder, self.expected, isTemporary) = (folder, expected, folder == nil)
    }

    /// A file that will be published, or a device that is written to at once.
    init(_ file: StagedFile, limit: Int) {
        (path, destination, self.limit) = (file.path, file.descriptor, limit)
        if !file.isDevice { folder = file.path.removingLastComponent() }
    }

    /// A file without a name, for what goes to standard output.
    init(_ file: ScratchFile, limit: Int) { (path, destination, self.limit) = ("-", file.descriptor, limit) }

    /// The worker's file itself, which the caller takes bytes from.
    ///
    /// - Parameters:
    ///   - beside: a path in the folder that has room where the result is large.
    ///   - expected: how many bytes it may well have.
    init(untakenFor path: FilePath, beside: FilePath?, expected: Int) {
        (self.path, destination, limit) = (path, nil, .max)
        folder = beside?.removingLastComponent()
        self.expected = expected
    }

    /// A file for the worker to write into.
    ///
    /// - Throws: ``LimnError`` where there is no room for one.
    func makeFile() throws(LimnError) -> ScratchFile {
        do throws(FileError) {
            let isSmall = expected <= Self.smallLimit && ScratchFile.hasRoom(for: 2 * expected)
            // The final folder has room for the result, if any has; where it takes no such file, another does.
            if !isSmall, let folder, let file = try? ScratchFile(in: folder.isEmpty ? "." : folder) { return file }
            return try ScratchFile()
        } catch { throw LimnError(error) }
    }

    /// Takes back what was written, for another try.
    func clear(_ file: ScratchFile) throws(LimnError) {
        do {
            try file.descriptor.resize(to: 0)
            _ = try file.descriptor.seek(offset: 0, from: .start)
        } catch { throw LimnError(.failed, "The output cannot be written: \(error).") }
    }

    /// The first bytes of what was taken; nil where they cannot be read back, as from a device.
    func head(_ count: Int) -> [UInt8]? {
        guard let destination else { return nil }
        var head = [UInt8](repeating: 0, count: count)
        guard let got = try? head.withUnsafeMutableBytes({ try destination.read(fromAbsoluteOffset: 0, into: $0) })
        else { return nil }
        return Array(head[..<got])
    }

    /// Takes what a worker has written.
    ///
    /// - Parameter told: how many bytes the worker says it has written; nil where it says nothing of it.
    /// - Throws: ``LimnError`` with `crashed` where the file is not what was told, or too large.
    func take(_ file: ScratchFile, told: Int?) throws(LimnError) {
        let size = file.size
        guard told == nil || told == size, size <= limit else { throw JobClient.misanswered }
        guard let destination else { return }
        do throws(FileError) { try file.asInput(named: path).copy(to: destination) } catch {
            // The worker has changed it meanwhile.
            if error.code == .changed { throw JobClient.misanswered }
            throw LimnError(error)
        }
    }
}
