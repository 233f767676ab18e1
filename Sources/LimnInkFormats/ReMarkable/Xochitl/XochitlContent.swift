// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// The `.content` file of a document: its pages in order and their PDF pages.
struct XochitlContent {
    /// A page of the document.
    struct Page {
        /// The name of the page's ink file, without the suffix `.rm`.
        var id: String
        /// The page number in the PDF, from 1; nil for a page inserted on the tablet.
        var pdfPage: Int?
        /// The name of the ruling; nil if this file does not specify it.
        var template: String?
    }

    private(set) var pages: [Page] = []
    /// The number of deleted pages in the list.
    private(set) var deletedCount = 0
    /// Descriptions of unsupported view settings.
    private(set) var unsupported: [String] = []
    /// The number of tags.
    private(set) var tagCount = 0

    /// A value with a timestamp.
    private struct Timed<Value: Decodable>: Decodable { var value: Value }

    private struct File: Decodable {
        struct Pages: Decodable { var pages: [NewPage]? }
        struct NewPage: Decodable {
            var id: String
            var idx: Timed<String>?
            var redir: Timed<Int>?
            var template: Timed<String>?
            var deleted: Timed<Int>?
        }
        struct Tag: Decodable {}

        var cPages: Pages?
        var pages: [String]?
        var redirectionPageMap: [Int]?
        var orientation: String?
        var transform: [String: Double]?
        var tags: [Tag]?
        var pageTags: [Tag]?
    }

    /// Parses the JSON in the current or the old format.
    ///
    /// - Throws: errors of `BoundedJSON`.
    init(_ json: [UInt8]) throws {
        let file = try BoundedJSON.decode(File.self, from: Data(json))
        if let pages = file.cPages?.pages {
            readNew(pages)
        } else {
            readOld(file.pages ?? [], map: file.redirectionPageMap)
        }
        tagCount = (file.tags?.count ?? 0) + (file.pageTags?.count ?? 0)
        if file.orientation == "landscape" { unsupported.append("landscape orientation; pages stay upright") }
        let identity = ["m11": 1.0, "m22": 1, "m33": 1]
        if let transform = file.transform, transform.contains(where: { identity[$0.key, default: 0] != $0.value }) {
            unsupported.append("an adjusted view of the PDF")
        }
    }

    /// Reads the format used since software version 3, in which each page has a sort key and a PDF page.
    private mutating func readNew(_ all: [File.NewPage]) {
        var live = all.filter { ($0.deleted?.value ?? 0) == 0 }
        deletedCount = all.count - live.count
        // Sort keys are strings, so that a new key fits between any two keys. It is inferred that they determine the
        // order.
        if live.allSatisfy({ $0.idx != nil }) {
            live = live.enumerated().sorted {
                ($0.element.idx?.value ?? "", $0.offset) < ($1.element.idx?.value ?? "", $1.offset)
            }.map(\.element)
        }
        pages = live.map { page in
            Page(id: page.id, pdfPage: Self.number(page.redir?.value), template: page.template?.value)
        }
    }

    /// Reads the old format: a list of pages and a parallel list of PDF pages, with −1 for none. Without the second
    /// list, page indices are also PDF pages.
    private mutating func readOld(_ ids: [String], map: [Int]?) {
        pages = ids.enumerated().map { index, id in
            guard let map, !map.isEmpty else { return Page(id: id, pdfPage: Self.number(index)) }
            return Page(id: id, pdfPage: index < map.count ? Self.number(map[index]) : nil)
        }
    }

    private static func number(_ index: Int?) -> Int? {
        guard let index, index >= 0, index < Int(Int32.max) else { return nil }
        return index + 1
    }
}
