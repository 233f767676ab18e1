// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnGeometry
public import LimnJobs
internal import LimnRebase
public import SystemPackage

/// The result of moving ink to a new edition.
public struct RebaseResult: Sendable, Encodable {
    /// The mapping of an old page to a new page.
    public struct Page: Hashable, Sendable, Encodable {
        /// The number of the old page, from 1.
        public var old: Int
        /// The number of the new page, from 1; nil if the page is gone.
        public var new: Int?
        /// The similarity of the pages, 0…1.
        public var similarity: Double
        /// Whether the page's position among the other pages changed.
        public var moved: Bool
        /// Whether both pages look the same.
        public var unchanged: Bool
        /// The rotation of the new page relative to the old one, in degrees clockwise.
        public var turn: Int
    }

    /// The new place of an item.
    public struct Item: Hashable, Sendable, Encodable {
        /// The number of the old page, from 1.
        public var oldPage: Int
        /// The number of the item in painting order, from 1.
        public var item: Int
        /// The number of the new page, from 1.
        public var newPage: Int
        /// The transform from page space of the old page to page space of the new one: a, b, c, d, tx, ty.
        public var transform: [Double]
        /// The eight coordinates of each piece of a mark on words, in page space of the new page, if the pieces did not all move
        /// by ``transform``; else nil.
        public var quads: [[Double]]?
        /// The confidence in the place, 0…1.
        public var score: Double
        /// The class of the confidence: `certain`, `likely` or `leftOver`.
        public var certainty: String
    }

    /// The ink.
    public var input: FilePath
    /// The old edition.
    public var old: FilePath
    /// The new edition.
    public var new: FilePath
    /// The written file; nil if none was written.
    public var output: FilePath?
    /// The relation of the documents: `edition`, `unrelated` or `nothingToCompare`; nil if unknown.
    public var relation: String?
    /// The number of items whose place is certain.
    public var certain = 0
    /// The number of items whose place is likely.
    public var likely = 0
    /// The number of items without a place.
    public var leftOver = 0
    /// The mappings of the old pages to new pages.
    public var pages: [Page] = []
    /// The new places of the items.
    public var items: [Item] = []
    /// The folder of the preview; nil if none was written.
    public var preview: FilePath?
    /// The number of bytes written.
    public var bytes: Int?
    /// The status.
    public var status = ResultStatus.failed
    /// Messages for the user.
    public var diagnostics: [Diagnostic] = []

    init(input: FilePath, old: FilePath, new: FilePath) {
        (self.input, self.old, self.new) = (input, old, new)
    }

    /// The warnings and errors as sentences. A sentence names its file unless the file is the ink.
    public var messages: [String] { diagnostics.messages(inputName: input.shownAsInput) }
    /// The notes as sentences. A sentence names its file unless the file is the ink.
    public var notes: [String] { diagnostics.notes(inputName: input.shownAsInput) }

    /// Encodes all keys, with null for missing values.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeMembers([
            "input": input.json, "old": old.json, "new": new.json, "output": output?.json, "relation": relation,
            "certain": certain, "likely": likely, "leftOver": leftOver, "pages": pages, "items": items,
            "preview": preview?.json, "bytes": bytes, "status": status, "messages": messages, "notes": notes,
        ])
    }

    /// Returns warnings about items that the user should check.
    func doubts(about file: FilePath) -> [Diagnostic] {
        var doubts: [Diagnostic] = []
        if likely > 0 {
            let what = likely == 1 ? "The place of one item is" : "The places of \(likely) items are"
            doubts.append(Diagnostic(.itemDoubtful, "\(what) not certain.", about: file))
        }
        if leftOver > 0 {
            let what = leftOver == 1 ? "One item has no place" : "\(leftOver) items have no place"
            doubts.append(
                Diagnostic(
                    .itemDoubtful, "\(what) in the new edition; the layer “left over” holds what is left.", about: file)
            )
        }
        return doubts
    }

    mutating func take(_ rebase: Rebase) {
        pages = rebase.pages.map {
            Page(
                old: $0.old + 1, new: $0.new.map { $0 + 1 }, similarity: $0.similarity, moved: $0.isMoved,
                unchanged: $0.isUnchanged, turn: $0.turn)
        }
        items = rebase.placements.map {
            let t = $0.transform
            return Item(
                oldPage: $0.oldPage + 1, item: $0.item + 1, newPage: $0.newPage + 1,
                transform: [t.a, t.b, t.c, t.d, t.tx, t.ty],
                quads: $0.quads?.map { $0.corners.flatMap { [$0.x, $0.y] } },
                score: $0.score, certainty: $0.certainty.rawValue)
        }
        certain = rebase.placements.filter { $0.certainty == .certain }.count
        likely = rebase.placements.filter { $0.certainty == .likely }.count
        leftOver = rebase.placements.filter { $0.certainty == .leftOver }.count
    }
}
