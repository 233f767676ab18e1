// SPDX-License-Identifier: Apache-2.0

/// Native ink whose pages are read one at a time, each without the others.
///
/// Opening reads the indices of the file, one for each time that something was added; a page reads the brushes and what
/// belongs to it.
public struct NativeInkPages {
    /// Reads a range of the file's bytes; exactly that many, or it throws.
    public typealias Read = (Range<Int>) throws -> [UInt8]

    private let read: Read
    private let size: Int
    private let entries: [NativeIndex.Entry]
    private let lastIndex: Int
    /// The number of pages.
    public let pageCount: Int
    /// How many times something was added to the file; where these are many, writing it anew makes it faster.
    public let additions: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - size: the file's size in bytes.
    ///   - read: reads a range of it.
    /// - Throws: what `read` throws; ``InkError`` with `notInk`, `unsupportedVersion` (version 1 too: it has no index; write it
    ///   anew) or `corrupt`.
    public init(size: Int, read: @escaping Read) throws {
        let head = try read(0..<min(size, NativeInk.headerSize))
        guard try NativeInk.version(of: head) > 1 else {
            throw InkError(.unsupportedVersion, "The ink is of version 1, whose pages cannot be read one at a time.")
        }
        guard size >= NativeInk.headerSize + NativeRecord.footerSize else {
            throw InkError(.corrupt, "The ink ends before it is complete.")
        }
        let end = try read((size - NativeRecord.footerSize)..<size)
        guard let place = NativeRecord.indexPlace(atEndOf: end) else {
            throw InkError(.corrupt, "The ink ends before it is complete.")
        }
        var limit = size - NativeRecord.footerSize
        guard place < UInt64(limit) else { throw InkError(.corrupt, "The ink is damaged: its index is not there.") }
        var at = Int(place)
        lastIndex = at
        var all: [[NativeIndex.Entry]] = []
        var pageCount: Int?
        while true {
            let index = try Self.index(at: at, before: limit, read)
            all.append(index.entries)
            pageCount = pageCount ?? index.pageCount
            guard let previous = index.previous else { break }
            (limit, at) = (at, previous)
        }
        self.read = read
        self.size = size
        self.pageCount = pageCount ?? 0
        additions = all.count - 1
        entries = all.reversed().flatMap { $0 }
    }

    private static func index(at place: Int, before limit: Int, _ read: Read) throws -> NativeIndex {
        guard place + 5 <= limit else { throw InkError(.corrupt, "The ink is damaged: its index is not there.") }
        let head = try read(place..<(place + 5))
        let length = Int(head.littleEndian(1..<5))
        guard length <= limit - place - NativeRecord.overhead else {
            throw InkError(.corrupt, "The ink is damaged: its index is not there.")
        }
        let bytes = try read(place..<(place + length + NativeRecord.overhead))
        let record = try NativeRecord(in: bytes, at: 0)
        guard record.kind == .index else { throw InkError(.corrupt, "The ink is damaged: its index is not there.") }
        return try ByteReader.with(bytes, record.contents) { reader throws(InkError) in
            try NativeIndex(&reader, limit: place)
        }
    }

    /// The title, and the PDF that backgrounds refer to.
    public func header() throws -> (title: String?, template: InkDocument.Template?) {
        guard let entry = entries.last(where: { $0.kind == .document }) else { return (nil, nil) }
        return try contents(of: entry) { reader throws(InkError) in try reader.documentHeader() }
    }

    /// A page with its ink.
    ///
    /// - Parameter index: from 0 to below ``pageCount``.
    public func page(at index: Int) throws -> InkDocument.Page {
        precondition((0..<pageCount).contains(index), "a page that is there")
        var strokes = StrokeReader(size: size)
        strokes.brushes = try brushes()
        var page = InkDocument.Page()
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
            case .document, .brushes, .index, .footer: break
            }
        }
        return page
    }

    /// What adds to the file.
    public func update() throws -> NativeInkUpdate {
        NativeInkUpdate(size: size, lastIndex: lastIndex, pageCount: pageCount, brushes: try brushes())
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
            throw InkError(.corrupt, "The ink is damaged at byte \(entry.offset): its index does not fit.")
        }
        return try ByteReader.with(bytes, record.contents, body)
    }
}
