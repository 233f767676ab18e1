// SPDX-License-Identifier: Apache-2.0

/// Random access to the pages of native ink.
///
/// Opening a file reads its indexes: the first one and one per update. Reading a page reads only the brushes, the
/// page's own records and its pictures.
public struct NativeInkPages {
    /// A function that reads exactly the given byte range of the file, or throws.
    public typealias Read = (Range<Int>) throws -> [UInt8]

    private let read: Read
    private let size: Int
    private let version: UInt8
    private let entries: [NativeIndex.Entry]
    private let lastIndex: Int
    /// The number of pages.
    public let pageCount: Int
    /// The number of updates appended to the file. A file with many updates is faster to read after it is rewritten.
    public let updateCount: Int

    /// Opens a file. This calls `read` four times, plus twice per update.
    ///
    /// - Parameters:
    ///   - size: the file's size in bytes.
    ///   - read: reads a byte range of the file.
    /// - Throws: errors of `read`, and ``InkError`` with `notInk`, `unsupportedVersion` or `corrupt`. Version 1 files
    ///   are not supported, because they have no index.
    public init(size: Int, read: @escaping Read) throws {
        let head = try read(0..<min(size, NativeInk.headerSize))
        version = try NativeInk.version(of: head)
        guard version > 1 else {
            throw InkError(.unsupportedVersion, "The ink has version 1, which has no index of pages.")
        }
        guard size >= NativeInk.headerSize + NativeRecord.footerSize else {
            throw InkError(.corrupt, "The ink is incomplete.")
        }
        let end = try read((size - NativeRecord.footerSize)..<size)
        guard let lastOffset = NativeRecord.indexOffset(atEndOf: end) else {
            throw InkError(.corrupt, "The ink is incomplete.")
        }
        var limit = size - NativeRecord.footerSize
        guard lastOffset < UInt64(limit) else { throw InkError(.corrupt, "The ink is damaged: its index is missing.") }
        var offset = Int(lastOffset)
        lastIndex = offset
        var all: [[NativeIndex.Entry]] = []
        var pageCount: Int?
        while true {
            let index = try Self.index(at: offset, before: limit, read)
            all.append(index.entries)
            pageCount = pageCount ?? index.pageCount
            guard let previous = index.previous else { break }
            (limit, offset) = (offset, previous)
        }
        self.read = read
        self.size = size
        self.pageCount = pageCount ?? 0
        updateCount = all.count - 1
        entries = all.reversed().flatMap { $0 }
    }

    private static func index(at offset: Int, before limit: Int, _ read: Read) throws -> NativeIndex {
        guard offset + 5 <= limit else { throw InkError(.corrupt, "The ink is damaged: its index is missing.") }
        let head = try read(offset..<(offset + 5))
        let length = Int(head.littleEndian(1..<5))
        guard length <= limit - offset - NativeRecord.overhead else {
            throw InkError(.corrupt, "The ink is damaged: its index is missing.")
        }
        let bytes = try read(offset..<(offset + length + NativeRecord.overhead))
        let record = try NativeRecord(in: bytes, at: 0)
        guard record.kind == .index else { throw InkError(.corrupt, "The ink is damaged: its index is missing.") }
        return try ByteReader.with(bytes, record.contents) { reader throws(InkError) in
            try NativeIndex(&reader, limit: offset)
        }
    }

    /// Reads the title and the template, the PDF that backgrounds refer to. Each is nil if the file has none.
    ///
    /// - Throws: errors of `read`, and ``InkError`` with `corrupt`.
    public func header() throws -> (title: String?, template: InkDocument.Template?) {
        guard let entry = entries.last(where: { $0.kind == .document }) else { return (nil, nil) }
        return try contents(of: entry) { reader throws(InkError) in try reader.documentHeader() }
    }

    /// Reads a page with its ink.
    ///
    /// - Parameter index: the page index, in `0..<pageCount`.
    /// - Precondition: the page exists.
    /// - Throws: errors of `read`, and ``InkError`` with `corrupt`.
    public func page(at index: Int) throws -> InkDocument.Page {
        precondition((0..<pageCount).contains(index), "the page must exist")
        var strokes = StrokeReader(size: size)
        strokes.brushes = try brushes()
        var page = InkDocument.Page()
        let pictures = entries.filter { $0.kind == .picture }
        var shown: [Int: PictureData] = [:]
        for entry in entries where entry.page == index {
            switch entry.kind {
            case .page:
                let header = try contents(of: entry) { reader throws(InkError) in
                    _ = try reader.unsigned()
                    return try reader.pageHeader()
                }
                page.replaceHeader(by: header)
            case .strokes:
                try contents(of: entry) { reader throws(InkError) in
                    _ = try reader.unsigned()
                    while reader.remaining > 0 { page.drawing.strokes.append(try strokes.read(&reader)) }
                }
            case .objects:
                let numbers = try contents(of: entry) { reader throws(InkError) in
                    try Self.pictureNumbers(&reader).filter { shown[$0] == nil && pictures.indices.contains($0) }
                }
                for number in numbers {
                    shown[number] = try contents(of: pictures[number]) { reader throws(InkError) in
                        try reader.pictureData()
                    }
                }
                try contents(of: entry) { reader throws(InkError) in
                    _ = try reader.unsigned()
                    try page.drawing.readObjects(&reader) { shown[$0] }
                }
            case .document, .brushes, .picture, .index, .footer: break
            }
        }
        return page
    }

    /// Reads the layers of a page, without its items.
    ///
    /// - Precondition: the page exists.
    /// - Throws: errors of `read`, and ``InkError`` with `corrupt`.
    package func layers(at index: Int) throws -> [Drawing.Layer] {
        precondition((0..<pageCount).contains(index), "the page must exist")
        guard let entry = entries.last(where: { $0.page == index && $0.kind == .page }) else {
            return [Drawing.Layer()]
        }
        return try contents(of: entry) { reader throws(InkError) in
            _ = try reader.unsigned()
            return try reader.pageHeader().drawing.layers
        }
    }

    /// Makes an update that appends to the file. It becomes invalid if anything else changes the file.
    ///
    /// - Throws: errors of `read`, and ``InkError`` with `corrupt`.
    public func update() throws -> NativeInkUpdate {
        NativeInkUpdate(
            size: size, lastIndex: lastIndex, pageCount: pageCount, brushes: try brushes(),
            pictureCount: entries.count { $0.kind == .picture }, version: version)
    }

    /// Returns the numbers of the pictures that a record of objects refers to.
    private static func pictureNumbers(_ reader: inout ByteReader) throws(InkError) -> Set<Int> {
        _ = try reader.unsigned()
        var numbers: Set<Int> = []
        let unknown = PictureData([], format: .png)
        while reader.remaining > 0 {
            _ = try reader.object { number in
                numbers.insert(number)
                return unknown
            }
        }
        return numbers
    }

    private func brushes() throws -> [Brush] {
        var table = StrokeReader(size: size)
        for entry in entries where entry.kind == .brushes {
            try contents(of: entry) { reader throws(InkError) in try table.readBrushes(&reader) }
        }
        return table.brushes
    }

    private func contents<Result>(
        of entry: NativeIndex.Entry, _ body: (inout ByteReader) throws(InkError) -> Result
    ) throws -> Result {
        let bytes = try read(entry.range)
        let record = try NativeRecord(in: bytes, at: 0)
        guard record.kind == entry.kind, record.end == bytes.count else {
            throw InkError(.corrupt, "The ink is damaged at byte \(entry.offset): its index does not match.")
        }
        return try ByteReader.with(bytes, record.contents, body)
    }
}
