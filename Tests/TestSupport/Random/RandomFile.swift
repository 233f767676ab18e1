// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes numbered objects into a file, revision by revision.
struct RandomFile {
    let kind: RandomPDF.Kind
    var bytes: [UInt8] = []
    var lineEnd = "\n"
    /// What stands in every trailer besides /Size and /Prev.
    var trailer = ""
    /// Whether numbers that no object has are listed as free in the first table.
    var hasFreeEntries = true
    var sizeIsTooSmall = false
    private var header = 0
    private var previous: Int?
    /// The highest number that was used; what tells where objects are has numbers too.
    private(set) var lastNumber = 0

    init(kind: RandomPDF.Kind) { self.kind = kind }

    private typealias ID = RandomObjects.ID

    mutating func begin() {
        header = bytes.count
        add("%PDF-1.\(kind == .table ? 3 : 5)\(lineEnd)")
    }

    mutating func dropLastLineEnd() { bytes.removeLast(lineEnd.utf8.count) }

    private mutating func add(_ text: String) { bytes += Array(text.utf8) }

    private mutating func add(_ id: ID, _ text: String, _ data: [UInt8]?) {
        add("\(id.number) \(id.generation) obj\(lineEnd)\(text)\(lineEnd)")
        if let data {
            // A CR alone is no end of this line.
            add(lineEnd == "\r" ? "stream\n" : "stream\(lineEnd)")
            bytes += data
            add("\(lineEnd)endstream\(lineEnd)")
        }
        add("endobj\(lineEnd)")
    }

    /// Writes a revision: objects, then where they are.
    ///
    /// - Parameter compressing: tells for what may go into an object stream whether it does.
    mutating func write(_ objects: RandomObjects, compressing: (RandomObjects.ID) -> Bool) {
        let isUpdate = previous != nil
        // An update of a hybrid is a table here, as of programs that know no streams.
        let hasStream = kind == .stream || kind == .hybrid && !isUpdate
        var (plain, packed): ([ID: Int], [ID]) = ([:], [])
        var next = max(objects.nextNumber, lastNumber + 1)
        for (id, object) in objects.texts.sorted(by: { $0.key.number < $1.key.number }) {
            let mayHide = kind == .stream || !trailer.contains("/Root \(id.reference)")
            if hasStream, object.data == nil, id.generation == 0, mayHide, compressing(id) {
                packed.append(id)
            } else {
                plain[id] = bytes.count - header
                add(id, object.text, object.data.map { Array($0.utf8) })
            }
        }
        var rows: [(number: Int, row: [Int])] = []
        if !packed.isEmpty {
            let container = ID(number: next, generation: 0)
            next += 1
            let texts = packed.map { objects.texts[$0]!.text }
            var (head, offset) = ("", 0)
            for (id, text) in zip(packed, texts) {
                head += "\(id.number) \(offset) "
                offset += text.utf8.count + 1
            }
            rows += packed.indices.map { (packed[$0].number, [2, container.number, $0]) }
            let data = Array((head + texts.joined(separator: " ")).utf8)
            let place = bytes.count - header
            add(
                container, "<< /Type /ObjStm /N \(packed.count) /First \(head.utf8.count) /Length \(data.count) >>",
                data)
            if kind == .stream { plain[container] = place } else { rows.append((container.number, [1, place, 0])) }
        }
        let start: Int
        if kind == .stream {
            rows += plain.map { ($0.key.number, [1, $0.value, $0.key.generation]) }
            rows += objects.freed.map { ($0.number, [0, 0, $0.generation]) }
            if !isUpdate { rows.append((0, [0, 0, 255])) }
            start = writeStream(rows, number: next, entries: trailer)
            next += 1
        } else {
            var hidden: Int?
            if !rows.isEmpty {
                hidden = writeStream(rows, number: next, entries: trailer)
                next += 1
            }
            start = writeTable(plain, freed: objects.freed, hidden: hidden, except: Set(rows.map(\.number)), size: next)
        }
        lastNumber = next - 1
        previous = start
        add("startxref\(lineEnd)\(start)\(lineEnd)%%EOF\(lineEnd)")
    }

    /// Writes a stream of cross-references, the stream's own number among them.
    private mutating func writeStream(_ rows: [(number: Int, row: [Int])], number: Int, entries: String) -> Int {
        let start = bytes.count - header
        let sorted = (rows + [(number, [1, start, 0])]).sorted { $0.number < $1.number }
        let index = sorted.map { "\($0.number) 1" }.joined(separator: " ")
        let data = sorted.flatMap { _, row in
            [UInt8(row[0]), UInt8(row[1] >> 16 & 255), UInt8(row[1] >> 8 & 255), UInt8(row[1] & 255), UInt8(row[2])]
        }
        let chain = previous.map { " /Prev \($0)" } ?? ""
        add(
            ID(number: number, generation: 0),
            "<< /Type /XRef /W [1 3 1] /Index [\(index)] /Size \(number + 1) /Length \(data.count) \(entries)\(chain) >>",
            data)
        return start
    }

    private mutating func writeTable(
        _ plain: [ID: Int], freed: [ID], hidden: Int?, except: Set<Int>, size: Int
    ) -> Int {
        let start = bytes.count - header
        var lines: [Int: String] = [:]
        func digits(_ value: Int, _ count: Int) -> String {
            String(repeating: "0", count: count - "\(value)".count) + "\(value)"
        }
        let end = lineEnd.utf8.count == 2 ? lineEnd : " \(lineEnd)"
        for (id, offset) in plain { lines[id.number] = "\(digits(offset, 10)) \(digits(id.generation, 5)) n\(end)" }
        for id in freed { lines[id.number] = "\(digits(0, 10)) \(digits(id.generation, 5)) f\(end)" }
        if previous == nil {
            lines[0] = "\(digits(0, 10)) 65535 f\(end)"
            for number in 1..<size where hasFreeEntries && lines[number] == nil && !except.contains(number) {
                lines[number] = "\(digits(0, 10)) \(digits(1, 5)) f\(end)"
            }
        }
        add("xref\(lineEnd)")
        let numbers = lines.keys.sorted()
        var run: [Int] = []
        for (place, number) in numbers.enumerated() {
            run.append(number)
            guard place + 1 == numbers.count || numbers[place + 1] != number + 1 else { continue }
            add("\(run[0]) \(run.count)\(lineEnd)" + run.map { lines[$0]! }.joined())
            run = []
        }
        let chain = previous.map { " /Prev \($0)" } ?? ""
        let other = hidden.map { " /XRefStm \($0)" } ?? ""
        add("trailer\(lineEnd)<< /Size \(sizeIsTooSmall ? 3 : size) \(trailer)\(chain)\(other) >>\(lineEnd)")
        return start
    }
}
