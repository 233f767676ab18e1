// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnJobs
internal import Synchronization
internal import SystemPackage

/// The place where an export is assembled before it is published: a file that no worker can ever write to.
///
/// The worker that makes the export writes to a scratch file. This process then copies the original, from its own
/// descriptor, followed by the worker's output. If the document was rewritten, it copies the worker's output alone.
struct ExportOutput {
    private let publisher: Publisher
    /// The staged file; nil for standard output.
    private let file: StagedFile?
    /// A scratch file for output to a device or a pipe, which cannot be read back.
    private let scratch: ScratchFile?
    private let path: FilePath
    private let expected: Int
    /// The destination for a worker's output.
    let job: JobOutput
    /// Receives the export instead of publishing it; nil to publish it.
    private let collector: ExportCollector?

    /// Prepares the files for an export.
    ///
    /// - Parameter expected: the expected size of the worker's output, in bytes.
    /// - Throws: `FileError`, like ``Publisher/stage(_:)``.
    init(
        _ path: FilePath, keepsExisting: Bool, expected: Int, collector: ExportCollector? = nil
    ) throws(FileError) {
        let publisher = Publisher(keepsExisting: keepsExisting)
        let file = path == "-" || collector != nil ? nil : try publisher.stage(path)
        try self.init(path, publisher, file, expected: expected, collector)
    }

    private init(
        _ path: FilePath, _ publisher: Publisher, _ file: StagedFile?, expected: Int, _ collector: ExportCollector?
    ) throws(FileError) {
        (self.path, self.publisher, self.file, self.expected, self.collector) = (
            path, publisher, file, expected, collector
        )
        scratch = file?.isDevice ?? true ? try ScratchFile() : nil
        job = JobOutput(untakenFor: path, beside: scratch == nil ? path : nil, expected: expected)
    }

    /// Returns an empty place for the same export, after one that must not be published.
    ///
    /// A pipe stays open: its reader would take a second opening for the end.
    ///
    /// - Throws: `FileError`, like ``Publisher/stage(_:)``.
    func emptied() throws(FileError) -> ExportOutput {
        let next: StagedFile? = if let file, !file.isDevice { try publisher.stage(path) } else { file }
        return try ExportOutput(path, publisher, next, expected: expected, collector)
    }

    private var descriptor: FileDescriptor { scratch?.descriptor ?? file!.descriptor }

    /// The number of bytes written so far.
    var size: Int { scratch?.size ?? file?.size ?? 0 }

    /// Copies a whole file into the export.
    ///
    /// - Throws: ``LimnError``.
    func take(_ input: InputFile) throws(LimnError) {
        do throws(FileError) { try input.copy(to: descriptor) } catch { throw LimnError(writing(error)) }
    }

    /// Copies a worker's output into the export.
    ///
    /// - Throws: ``LimnError`` with `crashed` if the worker changes its output during the copy.
    func take(_ made: ScratchFile) throws(LimnError) {
        do throws(FileError) { try made.asInput(named: path).copy(to: descriptor) } catch {
            if error.code == .changed { throw JobClient.misanswered }
            throw LimnError(writing(error))
        }
    }

    /// Copies the original and then a worker's update into the export.
    ///
    /// - Throws: ``LimnError``, also if the export does not begin with the original after the copy.
    func take(_ original: InputFile, followedBy made: ScratchFile) throws(LimnError) {
        try take(original)
        do throws(FileError) {
            guard try original.isPrefix(of: descriptor) else { throw FileError(changed: original.path) }
        } catch { throw LimnError(error) }
        try take(made)
    }

    /// Converts an error that occurred during a copy. Write errors name the output; read errors are unchanged.
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

    /// Asks the kernel to start writing the bytes to the disk, so that publishing takes less time.
    func startWriting() { file?.startWriting() }

    /// Publishes the export and then its receipt. A receipt never exists without its export.
    ///
    /// - Throws: `FileError`. If it concerns the receipt, the export may have been published.
    func publish(receipt: (path: FilePath, bytes: [UInt8])?) throws(FileError) {
        // The receipt is staged before the export is published, so that most errors occur before anything is published.
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

/// Receives a verified export, for callers that want it in memory.
final class ExportCollector: Sendable {
    private let collected = Mutex<ScratchFile?>(nil)

    /// The export; nil until it is complete.
    var file: ScratchFile? { collected.withLock { $0 } }

    func take(_ file: ScratchFile) { collected.withLock { $0 = file } }
}
