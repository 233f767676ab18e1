// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import SystemPackage

/// A list of tasks in a file. Only an index is in memory: about 40 bytes for each task.
public final class TaskList: Sendable {
    /// The position of a task's line, and its weight.
    struct Entry: Sendable {
        var offset: Int
        var length: UInt32
        /// The estimated time in milliseconds.
        var weight: UInt32
        var id: TaskID.Short
    }

    /// A line of the list: a task, or the reason why it is not a task.
    struct Line: Sendable {
        var index: Int
        var id: TaskID
        var task: Result<BatchTask, BatchError>
    }

    /// The file.
    let file: InputFile
    /// The SHA-256 of the list.
    let hash: ContentHash
    /// The tasks without repeated ones, in the order of the list.
    let entries: [Entry]
    /// The lines that repeat an earlier task, which may have other names for its outputs.
    let repetitions: [Entry]

    /// The number of tasks.
    public var count: Int { entries.count }

    /// Opens a list and builds its index. The whole file is read once; lines that are no tasks are kept, and fail when
    /// they are performed.
    ///
    /// - Parameter path: a regular file with one task on each line.
    /// - Throws: ``BatchError`` if the file cannot be read, or changes while it is read.
    public init(_ path: FilePath) throws(BatchError) {
        do throws(FileError) {
            file = try InputFile(regularFile: path, followsLinks: true)
            hash = try ContentHash(of: file)
        } catch { throw BatchError(error) }
        var reader = LineReader(file)
        var entries: [Entry] = []
        var seen: Set<TaskID.Short> = []
        var repetitions: [Entry] = []
        while let line = try reader.next() {
            guard line.bytes.map({ !$0.allSatisfy { $0 == 32 || $0 == 9 || $0 == 13 } }) ?? true else { continue }
            let (id, weight) = Self.head(line)
            let entry = Entry(
                offset: line.offset, length: UInt32(clamping: line.count), weight: UInt32(clamping: weight),
                id: id.short)
            if seen.insert(id.short).inserted { entries.append(entry) } else { repetitions.append(entry) }
        }
        self.entries = entries
        self.repetitions = repetitions
        do throws(FileError) { try file.checkUnchanged() } catch { throw BatchError(error) }
    }

    /// The members of a line that the index needs. The rest is not checked.
    private struct Head: Decodable {
        var task: String?
        var cost: TaskCost?
    }

    private static func head(_ line: LineReader.Line) -> (TaskID, Int) {
        guard let bytes = line.bytes else { return (TaskID(line.hash ?? ContentHash([])), 1) }
        if let head = try? JSONLine.decode(Head.self, bytes), let claimed = head.task, let id = TaskID(claimed) {
            return (id, head.cost?.weight ?? 1)
        }
        guard let task = try? BatchTask.reading(bytes) else { return (TaskID(ContentHash(bytes)), 1) }
        let known = task.cost?.weight
        return (task.id, known ?? TaskCost(bytes: task.inputs.compactMap(\.bytes).first).weight)
    }

    /// Returns the hash of a line of any length.
    private func hash(of entry: Entry) throws(FileError) -> ContentHash {
        let hasher = ContentHasher()
        var offset = entry.offset
        let end = entry.offset + Int(entry.length)
        while offset < end {
            let piece = try file.bytes(in: offset..<min(end, offset + LineReader.limit))
            piece.withUnsafeBytes { hasher.update($0) }
            offset += piece.count
        }
        return hasher.hash
    }

    /// Returns the names of the outputs of a line; nil if it has none, or is not a task.
    func outputName(of entry: Entry) -> TaskOutputName? {
        guard Int(entry.length) <= LineReader.limit,
            let bytes = try? file.bytes(in: entry.offset..<(entry.offset + Int(entry.length)))
        else { return nil }
        return (try? BatchTask.reading(bytes))?.output
    }

    /// Reads a line again.
    ///
    /// - Throws: ``BatchError`` if the file cannot be read or has changed.
    func line(_ index: Int) throws(BatchError) -> Line {
        let entry = entries[index]
        do throws(FileError) {
            guard Int(entry.length) <= LineReader.limit else {
                let error = BatchError(.invalid, "The line is not a task: it is larger than 1 MiB.")
                return Line(index: index, id: TaskID(try hash(of: entry)), task: .failure(error))
            }
            let bytes = try file.bytes(in: entry.offset..<(entry.offset + Int(entry.length)))
            do throws(BatchError) {
                let task = try BatchTask.reading(bytes)
                return Line(index: index, id: task.id, task: .success(task))
            } catch {
                // A line that has an id keeps it, so that its failure is reported with that id.
                let claimed = (try? JSONLine.decode(Head.self, bytes))?.task.flatMap { TaskID($0) }
                return Line(index: index, id: claimed ?? TaskID(ContentHash(bytes)), task: .failure(error))
            }
        } catch { throw BatchError(error) }
    }
}
