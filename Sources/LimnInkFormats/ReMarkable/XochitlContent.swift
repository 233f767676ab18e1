// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a document's `.content` file tells: its pages in order, and which of them are pages of its PDF.
struct XochitlContent {
    /// A page of the document.
    struct Page {
        /// The name of its file of ink, without `.rm`.
        var id: String
        /// The page of the PDF, from 1; nil for one that was put in on the tablet.
        var pdfPage: Int?
        /// The name of the ruling; nil when it is not told here.
        var template: String?
    }

    private(set) var pages: [Page] = []
    /// How many pages have been deleted and are still named.
    private(set) var deletedCount = 0
    /// Things that change how the document looks and are not followed, as short sentences.
    private(set) var unfollowed: [String] = []
    /// How many tags there are.
    private(set) var tagCount = 0

    /// A value with the time of its writing.
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

    /// Reads the file's JSON; its two forms are told apart by what they hold.
    ///
    /// - Throws: whatever Foundation finds wrong with it.
    init(_ json: [UInt8]) throws {
        let file = try JSONDecoder().decode(File.self, from: Data(json))
        if let pages = file.cPages?.pages {
            readNew(pages)
        } else {
            readOld(file.pages ?? [], map: file.redirectionPageMap)
        }
        tagCount = (file.tags?.count ?? 0) + (file.pageTags?.count ?? 0)
        if file.orientation == "landscape" { unfollowed.append("landscape orientation; pages stay upright") }
        let identity = ["m11": 1.0, "m22": 1, "m33": 1]
        if let transform = file.transform, transform.contains(where: { identity[$0.key, default: 0] != $0.value }) {
            unfollowed.append("an adjusted view of the PDF")
        }
    }

    /// Since software 3: each page tells its place, and the PDF's page that it shows.
    private mutating func readNew(_ all: [File.NewPage]) {
        var live = all.filter { ($0.deleted?.value ?? 0) == 0 }
        deletedCount = all.count - live.count
        // Places are texts that sort between one another. Inferred: where all pages have one, it is what counts.
        if live.allSatisfy({ $0.idx != nil }) {
            live = live.enumerated().sorted {
                ($0.element.idx?.value ?? "", $0.offset) < ($1.element.idx?.value ?? "", $1.offset)
            }.map(\.element)
        }
        pages = live.map { page in
            Page(id: page.id, pdfPage: Self.number(page.redir?.value), template: page.template?.value)
        }
    }

    /// Before: a list of pages, and beside it one of the PDF's pages, −1 for none. Without it both agree.
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
