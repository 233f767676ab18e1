// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import SystemPackage

/// A list of tasks in a file, of which only an index is in memory: some 40 bytes a task.
public final class TaskList: Sendable {
    /// Where a task's line is, and what cuts shards.
    struct Entry: Sendable {
        var offset: Int
        var length: UInt32
        /// The estimated time in milliseconds.
        var weight: UInt32
        var id: TaskID.Short
    }

    /// A line of the list: a task, or a reason why it is none.
    struct Line: Sendable {
        var index: Int
        var id: TaskID
        var task: Result<BatchTask, BatchError>
    }

    /// The file.
    let file: InputFile
    /// The hash of the list.
    let hash: ContentHash
    /// The tasks, each once, in the order of the list.
    let entries: [Entry]
    /// How many lines repeat the task of an earlier one.
    public let repeated: Int

    /// The number of tasks.
    public var count: Int { entries.count }

    /// Reads the index of a list.
    ///
    /// - Throws: ``BatchError`` if the file cannot be read, or changes meanwhile.
    public init(_ path: FilePath) throws(BatchError) {
        do throws(FileError) {
            file = try InputFile(regularFile: path, followsLinks: true)
            hash = try ContentHash(of: file)
        } catch { throw BatchError(error) }
        var reader = LineReader(file)
        var entries: [Entry] = []
        var seen: Set<TaskID.Short> = []
        var repeated = 0
        while let line = try reader.next() {
            guard line.bytes.map({ !$0.allSatisfy { $0 == 32 || $0 == 9 || $0 == 13 } }) ?? true else { continue }
            let (id, weight) = Self.head(line)
            guard seen.insert(id.short).inserted else {
                repeated += 1
                continue
            }
            entries.append(
                Entry(
                    offset: line.offset, length: UInt32(clamping: line.count), weight: UInt32(clamping: weight),
                    id: id.short))
        }
        self.entries = entries
        self.repeated = repeated
        do throws(FileError) { try file.checkUnchanged() } catch { throw BatchError(error) }
    }

    /// What the index needs of a line, which is read without checking the rest.
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

    /// The hash of a line of any length.
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

    /// Reads a line again.
    ///
    /// - Throws: ``BatchError`` if the file cannot be read or has changed.
    func line(_ index: Int) throws(BatchError) -> Line {
        let entry = entries[index]
        do throws(FileError) {
            guard Int(entry.length) <= LineReader.limit else {
                let error = BatchError(.invalid, "The line is no task: it has more than 1 MiB.")
                return Line(index: index, id: TaskID(try hash(of: entry)), task: .failure(error))
            }
            let bytes = try file.bytes(in: entry.offset..<(entry.offset + Int(entry.length)))
            do throws(BatchError) {
                let task = try BatchTask.reading(bytes)
                return Line(index: index, id: task.id, task: .success(task))
            } catch {
                // A line that claims a name keeps it, so that its failure is told under that name.
                let claimed = (try? JSONLine.decode(Head.self, bytes))?.task.flatMap { TaskID($0) }
                return Line(index: index, id: claimed ?? TaskID(ContentHash(bytes)), task: .failure(error))
            }
        } catch { throw BatchError(error) }
    }
}
