// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles
internal import SystemPackage

/// Checks that the files of a task have the content that its id was computed from.
enum TaskInputCheck {
    /// Checks the inputs of a task. Inputs with a known hash are read.
    ///
    /// - Parameter limit: the maximum size of a file, in bytes.
    /// - Returns: the state of each file, for ``areUnchanged(_:_:)``.
    /// - Throws: ``BatchError``: `invalid` if a file is missing, not regular, too large, or has changed since the plan;
    ///   `again` if a disk or a network file system failed.
    static func stamps(_ inputs: [TaskInput], limit: Int) throws(BatchError) -> [FileStamp?] {
        var stamps: [FileStamp?] = []
        for input in inputs {
            guard let path = input.path else {
                throw BatchError(
                    .invalid,
                    "\(input.url ?? "") was not fetched: Limn reads only local files, and the input has no path.")
            }
            let stamp = FileStamp(path)
            do throws(FileError) {
                let file = try InputFile(regularFile: path, followsLinks: true)
                guard file.size <= limit else { throw FileError(tooLarge: path, limit: limit) }
                if let known = input.sha256, try ContentHash(of: file) != known {
                    throw FileError(changed: path)
                }
            } catch {
                guard !error.mayPass else { throw BatchError(error) }
                let sentence =
                    error.code == .changed
                    ? "The file has changed since the batch was planned." : error.sentence
                throw BatchError(.invalid, "\(path.displayName): \(sentence)")
            }
            stamps.append(stamp)
        }
        return stamps
    }

    /// Returns whether files are unchanged since their states were taken.
    static func areUnchanged(_ inputs: [TaskInput], _ stamps: [FileStamp?]) -> Bool {
        zip(inputs, stamps).allSatisfy { input, stamp in
            input.path.map { $0.isEmpty ? nil : FileStamp($0) } == .some(stamp)
        }
    }
}
