// SPDX-License-Identifier: Apache-2.0

/// The binary format of edits and histories: the magic number `LIMNEDT`, a version byte, the limit, the brushes, the
/// edits, and a CRC-32 of all preceding bytes.
///
/// Edits that affect only strokes and plain layers are written as version 1. Version 2 adds a table of pictures after
/// the brushes, and a byte before each item: 0 for a stroke, 1 for an object. Edits of marks on words are version 3.
///
/// Strokes are stored losslessly, because an edit must match its drawing exactly.
private enum EditFile {
    static let magic = Array("LIMNEDT".utf8)
    static let version: UInt8 = 3

    static func encode(_ limit: Int, _ done: [Edit], _ undone: [Edit]) throws(InkError) -> [UInt8] {
        let all = (done + undone).flatMap { $0.removed + $0.inserted }
        guard all.allSatisfy({ $0.item.isStorable }) else {
            throw InkError(.invalidValue, "An edit holds a value that is not finite or out of its range.")
        }
        let hasMarkup = all.contains { $0.item.isMarkup }
        let version: UInt8 = hasMarkup ? 3 : (done + undone).allSatisfy(\.isOfStrokes) ? 1 : 2
        var items = ItemWriter(tagsItems: version > 1)
        var body = ByteWriter()
        for edits in [done, undone] {
            body.count(edits.count)
            for edit in edits { write(edit, &items, into: &body) }
        }
        var writer = ByteWriter()
        writer.append(magic)
        writer.byte(version)
        writer.count(limit)
        let brushes = items.strokes.takeNewBrushes()
        writer.count(brushes.count)
        for brush in brushes { writer.brush(brush) }
        if version > 1 {
            let pictures = items.objects.takeNewPictures()
            writer.count(pictures.count)
            for picture in pictures { writer.pictureData(picture) }
        }
        writer.append(body.bytes)
        writer.word(Checksum.crc32(writer.bytes[...]))
        return writer.bytes
    }

    /// A writer for the items of edits.
    private struct ItemWriter {
        var strokes = StrokeWriter(isLossless: true)
        var objects = ObjectWriter()
        let tagsItems: Bool

        init(tagsItems: Bool) { self.tagsItems = tagsItems }

        mutating func write(_ item: Item, into writer: inout ByteWriter) {
            switch item {
            case .stroke(let stroke):
                if tagsItems { writer.byte(0) }
                strokes.write(stroke, into: &writer)
            case .object(let object):
                writer.byte(1)
                objects.write(object, into: &writer)
            }
        }
    }

    /// A reader for the items of edits.
    private struct ItemReader {
        var strokes: StrokeReader
        var pictures: [PictureData] = []
        let hasTags: Bool

        mutating func read(_ reader: inout ByteReader) throws(InkError) -> Item {
            switch hasTags ? try reader.byte() : 0 {
            case 0: return .stroke(try strokes.read(&reader))
            case 1: return .object(try reader.object { pictures.indices.contains($0) ? pictures[$0] : nil })
            default: throw reader.damaged("an item has an unknown kind")
            }
        }
    }

    private static func write(_ edit: Edit, _ items: inout ItemWriter, into writer: inout ByteWriter) {
        for placed in [edit.removed, edit.inserted] {
            writer.count(placed.count)
            for one in placed {
                writer.signed(Int64(one.index))
                items.write(one.item, into: &writer)
            }
        }
        writer.byte(edit.layers == nil ? 0 : 1)
        guard let change = edit.layers else { return }
        for layers in [change.before, change.after] { writer.layers(layers) }
    }

    static func decode(_ bytes: [UInt8]) throws(InkError) -> (limit: Int, done: [Edit], undone: [Edit]) {
        guard bytes.starts(with: magic) else { throw InkError(.notInk, "These bytes are not Limn edits.") }
        guard bytes.count >= 12 else { throw InkError(.corrupt, "The edits are cut off after their header.") }
        guard (1...version).contains(bytes[7]) else {
            throw InkError(
                .unsupportedVersion,
                "The edits have version \(bytes[7]), but this Limn reads versions up to \(version). Use a newer Limn.")
        }
        let end = bytes.count - 4
        let stored = bytes.littleEndian(end..<bytes.count)
        guard UInt64(Checksum.crc32(bytes[..<end])) == stored else {
            throw InkError(.corrupt, "The edits are damaged: their checksum does not match.")
        }
        return try ByteReader.with(bytes, 8..<end) { reader throws(InkError) in
            let limit = try reader.unsigned()
            var items = ItemReader(strokes: StrokeReader(size: bytes.count), hasTags: bytes[7] > 1)
            try items.strokes.readBrushes(&reader)
            if items.hasTags {
                for _ in 0..<(try reader.count(of: 2)) { items.pictures.append(try reader.pictureData()) }
            }
            let done = try edits(&reader, &items)
            let undone = try edits(&reader, &items)
            guard reader.remaining == 0 else { throw reader.damaged("there are extra bytes at the end") }
            return (Int(clamping: limit), done, undone)
        }
    }

    private static func edits(_ reader: inout ByteReader, _ items: inout ItemReader) throws(InkError) -> [Edit] {
        var edits: [Edit] = []
        for _ in 0..<(try reader.count(of: 3)) {
            var edit = Edit()
            edit.removed = try placed(&reader, &items)
            edit.inserted = try placed(&reader, &items)
            if try reader.byte() != 0 {
                let before = try reader.layers()
                edit.layers = .init(before: before, after: try reader.layers())
            }
            edits.append(edit)
        }
        return edits
    }

    private static func placed(
        _ reader: inout ByteReader, _ items: inout ItemReader
    ) throws(InkError) -> [Edit.IndexedItem] {
        var placed: [Edit.IndexedItem] = []
        for _ in 0..<(try reader.count(of: 5)) {
            let index = try reader.integer()
            placed.append(.init(index: index, item: try items.read(&reader)))
        }
        return placed
    }
}

extension Edit {
    /// Encodes the edit losslessly, for ``init(decoding:)``.
    ///
    /// The bytes contain a CRC-32 and a format version, so that later versions of Limn can read them.
    ///
    /// - Throws: ``InkError`` with `invalidValue` if an item has a value that is not finite or out of its range.
    public func encoded() throws(InkError) -> [UInt8] { try EditFile.encode(1, [self], []) }

    /// Decodes an edit that ``encoded()`` wrote.
    ///
    /// The bytes may be damaged or hostile. ``Drawing/apply(_:)`` checks whether the edit fits a drawing.
    ///
    /// - Throws: ``InkError`` with `notInk` if the bytes are not Limn edits, with `unsupportedVersion` if a newer Limn
    ///   wrote them, or with `corrupt` if they are damaged or do not contain exactly one edit.
    public init(decoding bytes: [UInt8]) throws(InkError) {
        let (_, done, undone) = try EditFile.decode(bytes)
        guard done.count == 1, undone.isEmpty else { throw InkError(.corrupt, "These bytes are not a single edit.") }
        self = done[0]
    }
}

extension EditHistory {
    /// Encodes the history losslessly, with its limit and both stacks, for ``init(decoding:)``. Equal brushes and equal
    /// pictures are written only once.
    ///
    /// - Throws: ``InkError`` with `invalidValue` if an item has a value that is not finite or out of its range.
    public func encoded() throws(InkError) -> [UInt8] { try EditFile.encode(limit, done, undone) }

    /// Decodes a history that ``encoded()`` wrote. It applies only to the drawing in its state at that time.
    ///
    /// - Throws: ``InkError`` with `notInk` if the bytes are not Limn edits, with `unsupportedVersion` if a newer Limn
    ///   wrote them, or with `corrupt` if they are damaged.
    public init(decoding bytes: [UInt8]) throws(InkError) {
        let (limit, done, undone) = try EditFile.decode(bytes)
        self.init(limit: max(limit, 1), done: done, undone: undone)
    }
}
