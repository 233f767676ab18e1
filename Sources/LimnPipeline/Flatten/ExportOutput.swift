// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import Synchronization
internal import SystemPackage

/// Where an export is put together before it is published: a file that no worker has ever been able to write.
///
/// The worker that makes the export writes into a file of its own. This process copies the original from its own
/// descriptor, and what the worker wrote behind it or in its place.
struct ExportOutput {
    private let publisher: Publisher
    /// The file under a temporary name; nil for standard output.
    private let file: StagedFile?
    /// Holds what goes to a device or a pipe, which cannot be read back.
    private let scratch: ScratchFile?
    private let path: FilePath
    /// Where a worker writes.
    let job: JobOutput
    /// Takes what would otherwise be published.
    private let collector: ExportCollector?

    /// - Parameter expected: how many bytes a worker may well write.
    /// - Throws: `FileError`, as ``Publisher/stage(_:)``.
    init(
        _ path: FilePath, keepsExisting: Bool, expected: Int, collector: ExportCollector? = nil
    ) throws(FileError) {
        publisher = Publisher(keepsExisting: keepsExisting)
        self.collector = collector
        self.path = path
        file = path == "-" || collector != nil ? nil : try publisher.stage(path)
        scratch = file?.isDevice ?? true ? try ScratchFile() : nil
        job = JobOutput(untakenFor: path, beside: scratch == nil ? path : nil, expected: expected)
    }

    private var descriptor: FileDescriptor { scratch?.descriptor ?? file!.descriptor }

    /// The bytes that are there.
    var size: Int { scratch?.size ?? file?.size ?? 0 }

    /// Takes a file as it is.
    ///
    /// - Throws: ``LimnError``.
    func take(_ input: InputFile) throws(LimnError) {
        do throws(FileError) { try input.copy(to: descriptor) } catch { throw LimnError(writing(error)) }
    }

    /// Takes what a worker has written.
    ///
    /// - Throws: ``LimnError`` with `crashed` where the worker changes it meanwhile.
    func take(_ made: ScratchFile) throws(LimnError) {
        do throws(FileError) { try made.asInput(named: path).copy(to: descriptor) } catch {
            if error.code == .changed { throw JobClient.misanswered }
            throw LimnError(writing(error))
        }
    }

    /// Takes the original and what a worker has written to go behind it.
    ///
    /// - Throws: ``LimnError``, also where the file does not begin with the original afterwards.
    func take(_ original: InputFile, followedBy made: ScratchFile) throws(LimnError) {
        try take(original)
        do throws(FileError) {
            guard try original.isPrefix(of: descriptor) else { throw FileError(changed: original.path) }
        } catch { throw LimnError(error) }
        try take(made)
    }

    /// An error of copying, with the name of what was written.
    private func writing(_ error: FileError) -> FileError {
        error.isReading ? error : FileError(writing: path, cause: error.cause ?? .ioError)
    }

    /// Opens the export for reading only. The caller closes the descriptor.
    ///
    /// - Throws: ``LimnError``.
    func reader() throws(LimnError) -> FileDescriptor {
        do {
            return try scratch?.reader.duplicate() ?? file!.reader()
        } catch { throw LimnError(error as? FileError ?? FileError(writing: path, cause: error as? Errno ?? .ioError)) }
    }

    /// Has the kernel write the bytes to the disk while there is other work; publishing then waits less.
    func startWriting() { file?.startWriting() }

    /// Puts the export under its final name, and then a receipt, which never stands without its export.
    ///
    /// - Throws: `FileError`; where it is about the receipt, the export may be published.
    func publish(receipt: (path: FilePath, bytes: [UInt8])?) throws(FileError) {
        // What cannot be written of the receipt shows before anything is published.
        let note = try receipt.map { receipt throws(FileError) in
            (file: try Publisher().stage(receipt.path), bytes: receipt.bytes)
        }
        if let note, !note.file.isDevice { try note.file.write(note.bytes) }
        if let collector, let scratch {
            collector.take(scratch)
        } else if let scratch {
            let made = try scratch.asInput(named: path)
            try made.copy(to: file?.descriptor ?? .standardOutput)
        }
        try publisher.publish(inOrder: [file, note?.file].compactMap { $0 })
        if let note, note.file.isDevice { try note.file.write(note.bytes) }
    }
}

/// Takes an export that is verified, for somebody who wants it in memory.
final class ExportCollector: Sendable {
    private let collected = Mutex<ScratchFile?>(nil)

    /// The export, once it is published.
    var file: ScratchFile? { collected.withLock { $0 } }

    func take(_ file: ScratchFile) { collected.withLock { $0 = file } }
}
