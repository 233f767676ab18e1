// SPDX-License-Identifier: Apache-2.0

/// The binary format of edits and histories: the magic `LIMNEDT`, a version byte, the limit, the brushes, the edits,
/// and a CRC-32 of all that.
///
/// Strokes are stored losslessly, because an edit must match its drawing exactly.
private enum EditFile {
    static let magic = Array("LIMNEDT".utf8)
    static let version: UInt8 = 1

    static func encode(_ limit: Int, _ done: [Edit], _ undone: [Edit]) throws(InkError) -> [UInt8] {
        let all = (done + undone).flatMap { $0.removed + $0.inserted }
        guard all.allSatisfy({ $0.stroke.isStorable }) else {
            throw InkError(.invalidValue, "An edit holds a value that is not finite or a negative width.")
        }
        var strokes = StrokeWriter(isLossless: true)
        var body = ByteWriter()
        for edits in [done, undone] {
            body.count(edits.count)
            for edit in edits { write(edit, &strokes, into: &body) }
        }
        var writer = ByteWriter()
        writer.append(magic)
        writer.byte(version)
        writer.count(limit)
        let brushes = strokes.takeNewBrushes()
        writer.count(brushes.count)
        for brush in brushes { writer.brush(brush) }
        writer.append(body.bytes)
        writer.word(Checksum.crc32(writer.bytes[...]))
        return writer.bytes
    }

    private static func write(_ edit: Edit, _ strokes: inout StrokeWriter, into writer: inout ByteWriter) {
        for placed in [edit.removed, edit.inserted] {
            writer.count(placed.count)
            for one in placed {
                writer.signed(Int64(one.index))
                strokes.write(one.stroke, into: &writer)
            }
        }
        writer.byte(edit.layers == nil ? 0 : 1)
        guard let change = edit.layers else { return }
        for layers in [change.before, change.after] { writer.layers(layers) }
    }

    static func decode(_ bytes: [UInt8]) throws(InkError) -> (limit: Int, done: [Edit], undone: [Edit]) {
        guard bytes.starts(with: magic) else { throw InkError(.notInk, "These bytes are not Limn edits.") }
        guard bytes.count >= 12 else { throw InkError(.corrupt, "The edits are cut off after their header.") }
        guard bytes[7] == version else {
            throw InkError(
                .unsupportedVersion,
                "The edits have version \(bytes[7]), but this Limn reads version \(version). Use a newer Limn.")
        }
        let end = bytes.count - 4
        let stored = bytes.littleEndian(end..<bytes.count)
        guard UInt64(Checksum.crc32(bytes[..<end])) == stored else {
            throw InkError(.corrupt, "The edits are damaged: their checksum does not match.")
        }
        return try ByteReader.with(bytes, 8..<end) { reader throws(InkError) in
            let limit = try reader.unsigned()
            var strokes = StrokeReader(size: bytes.count)
            try strokes.readBrushes(&reader)
            let done = try edits(&reader, &strokes)
            let undone = try edits(&reader, &strokes)
            guard reader.remaining == 0 else { throw reader.damaged("there are extra bytes at the end") }
            return (Int(clamping: limit), done, undone)
        }
    }

    private static func edits(_ reader: inout ByteReader, _ strokes: inout StrokeReader) throws(InkError) -> [Edit] {
        var edits: [Edit] = []
        for _ in 0..<(try reader.count(of: 3)) {
            var edit = Edit()
            edit.removed = try placed(&reader, &strokes)
            edit.inserted = try placed(&reader, &strokes)
            if try reader.byte() != 0 {
                let before = try reader.layers()
                edit.layers = .init(before: before, after: try reader.layers())
            }
            edits.append(edit)
        }
        return edits
    }

    private static func placed(
        _ reader: inout ByteReader, _ strokes: inout StrokeReader
    ) throws(InkError) -> [Edit.IndexedStroke] {
        var placed: [Edit.IndexedStroke] = []
        for _ in 0..<(try reader.count(of: 5)) {
            let index = Int(try reader.signed())
            placed.append(.init(index: index, stroke: try strokes.read(&reader)))
        }
        return placed
    }
}

extension Edit {
    /// Encodes the edit losslessly, for ``init(decoding:)``.
    ///
    /// - Throws: ``InkError`` with `invalidValue` if a stroke has a value that is not finite or a negative width.
    public func encoded() throws(InkError) -> [UInt8] { try EditFile.encode(1, [self], []) }

    /// Decodes an edit.
    ///
    /// - Throws: ``InkError`` with `notInk`, `unsupportedVersion` or `corrupt`.
    public init(decoding bytes: [UInt8]) throws(InkError) {
        let (_, done, undone) = try EditFile.decode(bytes)
        guard done.count == 1, undone.isEmpty else { throw InkError(.corrupt, "These bytes are not a single edit.") }
        self = done[0]
    }
}

extension EditHistory {
    /// Encodes the history losslessly, for ``init(decoding:)``.
    ///
    /// - Throws: ``InkError`` with `invalidValue` if a stroke has a value that is not finite or a negative width.
    public func encoded() throws(InkError) -> [UInt8] { try EditFile.encode(limit, done, undone) }

    /// Decodes a history.
    ///
    /// - Throws: ``InkError`` with `notInk`, `unsupportedVersion` or `corrupt`.
    public init(decoding bytes: [UInt8]) throws(InkError) {
        let (limit, done, undone) = try EditFile.decode(bytes)
        self.init(limit: max(limit, 1), done: done, undone: undone)
    }
}
