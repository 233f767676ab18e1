// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import Synchronization
internal import SystemPackage

/// Where an export is made before it is published: it can be read back, whatever the final name stands for.
struct ExportOutput {
    private let publisher: Publisher
    /// The file under a temporary name; nil for standard output.
    private let file: StagedFile?
    /// Holds what goes to a device or a pipe, which cannot be read back.
    private let scratch: ScratchFile?
    let job: JobOutput
    /// Takes what would otherwise be published.
    private let collector: ExportCollector?

    /// - Throws: `FileError`, as ``Publisher/begin(_:)``.
    init(_ path: FilePath, keepsExisting: Bool, collector: ExportCollector? = nil) throws(FileError) {
        publisher = Publisher(keepsExisting: keepsExisting)
        self.collector = collector
        file = path == "-" || collector != nil ? nil : try publisher.stage(path)
        scratch = file?.isDevice ?? true ? try ScratchFile() : nil
        if let scratch {
            job = JobOutput(path: path, descriptor: scratch.descriptor)
        } else {
            job = JobOutput(file!)
        }
    }

    /// The bytes that are there.
    var size: Int { scratch?.size ?? file?.size ?? 0 }

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
            let made = try scratch.asInput(named: job.path)
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
