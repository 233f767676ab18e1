// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnPipeline
internal import SystemPackage

/// Iterates over the items of a plan: first the named inputs, then the list, then the table.
struct PlanItems: Sequence, IteratorProtocol {
    /// An item, or the reason why there is none.
    typealias Element = Result<PlanItem, BatchError>

    private let plan: BatchPlan
    private var names: ArraySlice<[UInt8]>
    private var walk: DocumentWalk?
    private var walkFound = false
    private var walked: FilePath = ""
    private var list: LineReader?
    private var rows: CSVRows?

    /// - Throws: ``BatchError`` if the list or the table cannot be read.
    init(_ plan: BatchPlan) throws(BatchError) {
        self.plan = plan
        // The form that the rows fill is not an item itself.
        names = plan.table != nil && plan.verb == .formFill ? [] : plan.inputs[...]
        if let path = plan.list {
            list = try Self.reader(path, end: plan.isZeroSeparated ? 0 : 10)
        }
        if let path = plan.table {
            rows = try CSVRows(Self.reader(path, end: 10), named: path)
        }
    }

    /// Reads a list or a table. Standard input is read as it arrives; a named pipe is read to its end first, and
    /// devices are refused.
    private static func reader(_ path: FilePath, end: UInt8) throws(BatchError) -> LineReader {
        if path == "-" { return LineReader(.standardInput, named: path, end: end) }
        do throws(FileError) { return LineReader(try InputFile(path), end: end) } catch { throw BatchError(error) }
    }

    mutating func next() -> Element? {
        do throws(BatchError) {
            while true {
                if let item = try nextDocument() { return .success(item) }
                if let name = names.popFirst() {
                    let path = FilePath(bytes: name)
                    if PlanItem.isAddress(name) || !DocumentSearch.isFolder(path) {
                        return .success(PlanItem(name: name))
                    }
                    (walk, walkFound, walked) = (DocumentWalk(path), false, path)
                    continue
                }
                if let line = try list?.next() {
                    guard var name = line.bytes else { throw BatchError(.invalid, "A line of the list is too long.") }
                    if name.last == 13, !plan.isZeroSeparated { name.removeLast() }
                    guard !name.isEmpty else { continue }
                    guard !name.contains(0) else {
                        throw BatchError(.invalid, "A name in the list contains a zero byte.")
                    }
                    return .success(PlanItem(name: name))
                }
                list = nil
                guard let row = try rows?.next() else { return nil }
                return .success(try PlanItem(row, verb: plan.verb, form: plan.inputs.first.map { FilePath(bytes: $0) }))
            }
        } catch { return .failure(error) }
    }

    private mutating func nextDocument() throws(BatchError) -> PlanItem? {
        guard walk != nil else { return nil }
        switch walk?.next() {
        case .document(let path):
            walkFound = true
            var item = PlanItem(name: path.bytes)
            if plan.verb.drawsPages, plan.ink == nil, let ink = FolderInk.file(beside: path) {
                item.ink = ink
                item.options["beside"] = .flag(true)
            }
            return item
        case .unreadable(let error): throw BatchError(error)
        case nil:
            walk = nil
            guard !walkFound else { return nil }
            throw BatchError(.invalid, "\(walked.displayName): There is no PDF in this folder.")
        }
    }
}
