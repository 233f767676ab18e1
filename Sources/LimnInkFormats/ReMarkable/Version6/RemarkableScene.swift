// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// The blocks of a version 6 page as a tree of groups. Strokes are located but not decoded.
struct RemarkableScene {
    /// A group. The children of the root group are layers.
    struct Group {
        var label: String?
        var isVisible = true
        /// The character of typed text to which the group is anchored; nil if there is none.
        var anchor: RemarkableID?
        /// The horizontal offset of the group's strokes, in pixels.
        var originX = 0.0
    }

    /// An element in the sequence of a group's children.
    struct Item {
        enum Content {
            case deleted
            case group(RemarkableID)
            case line(Range<Int>, version: UInt8)
            case glyphs(Range<Int>)
        }

        var link: RemarkableSequence.Link
        var content: Content
    }

    private(set) var groups: [RemarkableID: Group] = [:]
    private(set) var children: [RemarkableID: [Item]] = [:]
    /// The payload of the block of typed text.
    private(set) var text: Range<Int>?
    /// The width and height of the paper in pixels; nil if the page does not specify them.
    private(set) var paper: (width: UInt32, height: UInt32)?

    private let bytes: RemarkableBytes

    init(_ bytes: RemarkableBytes, from context: inout RemarkableContext) throws(InkFormatError) {
        self.bytes = bytes
        var reader = bytes
        while reader.remaining > 0 {
            let start = reader.position
            let block: RemarkableBlock
            do throws(RemarkableMalformed) { block = try RemarkableBlock(&reader) } catch {
                throw context.corrupt("a block is longer than the file", at: start)
            }
            if block.kind == .line { try context.countStroke() }
            do throws(RemarkableMalformed) { try add(block, &context) } catch {
                context.drop(
                    block.kind == .line ? .stroke : .unknownElement, "a block of type \(block.type) that cannot be read"
                )
            }
        }
    }

    private mutating func add(_ block: RemarkableBlock, _ context: inout RemarkableContext) throws(RemarkableMalformed)
    {
        switch block.kind {
        case .migration, .authors, .page, .tree: break
        case .group: try addGroup(block.payload)
        case .glyphs, .groupItem, .line, .textItem, .tombstone: try addItem(block, &context)
        case .text: text = block.payload
        case .scene: try addScene(block.payload)
        case nil: context.drop(.unknownElement, "a block of type \(block.type)")
        }
    }

    /// Reads a group: field 1 is the identifier, 2 the label, 3 the visibility, 7 the anchor and 10 the origin. Fields
    /// 8 and 9, the type and the threshold of the anchor, are ignored.
    private mutating func addGroup(_ payload: Range<Int>) throws(RemarkableMalformed) {
        var fields = bytes.part(payload)
        var id: RemarkableID?
        var group = Group()
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (1, .id(let own)): id = own
            case (2, .block(let range)):
                guard case .block(let text) = try fields.latest(range) else { throw RemarkableMalformed() }
                var rest = text
                let label = try fields.string(text, rest: &rest)
                group.label = label.isEmpty ? nil : label
            case (3, .block(let range)): group.isVisible = try fields.latest(range).isTrue ?? true
            case (7, .block(let range)): group.anchor = try fields.latest(range).id
            case (10, .block(let range)): group.originX = try fields.latest(range).float ?? 0
            default: break
            }
        }
        guard let id else { throw RemarkableMalformed() }
        groups[id] = group
    }

    /// Reads an item: field 1 is the parent, 2 the identifier, 3 and 4 the neighbors, 5 the deleted count, and 6 a
    /// type byte and the value. An item without a value was deleted.
    private mutating func addItem(
        _ block: RemarkableBlock, _ context: inout RemarkableContext
    ) throws(RemarkableMalformed) {
        var fields = bytes.part(block.payload)
        var parent: RemarkableID?
        var link = RemarkableSequence.Link(id: .none, left: .none, right: .none)
        var content = Item.Content.deleted
        while let (index, value) = try fields.field() {
            switch (index, value) {
            case (1, .id(let id)): parent = id
            case (2, .id(let id)): link.id = id
            case (3, .id(let id)): link.left = id
            case (4, .id(let id)): link.right = id
            case (6, .block(let range)):
                var inner = fields.part(range)
                _ = try inner.byte()
                let rest = inner.position..<range.upperBound
                switch block.kind {
                case .groupItem:
                    guard case (2, .id(let id))? = try inner.field() else { throw RemarkableMalformed() }
                    content = .group(id)
                case .line: content = .line(rest, version: block.version)
                case .glyphs: content = .glyphs(rest)
                case .textItem: context.drop(.text)
                default: break
                }
            default: break
            }
        }
        guard let parent else { throw RemarkableMalformed() }
        children[parent, default: []].append(Item(link: link, content: content))
    }

    /// Reads the settings of the scene. Field 5 is the paper size as two words.
    private mutating func addScene(_ payload: Range<Int>) throws(RemarkableMalformed) {
        var fields = bytes.part(payload)
        while let (index, value) = try fields.field() {
            guard index == 5, case .block(let range) = value else { continue }
            var pair = fields.part(range)
            let (width, height) = (try pair.word(), try pair.word())
            if (1...100_000).contains(width), (1...100_000).contains(height) { paper = (width, height) }
        }
    }
}
