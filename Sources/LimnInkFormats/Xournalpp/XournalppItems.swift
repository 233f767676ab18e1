// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnCompression
internal import LimnInk

/// Cuts texts, pictures, formulas and links out of a file's XML, byte for byte.
///
/// The ZIP form keeps pictures as entries of their own; they move into the element, as the gzip form has them.
final class XournalppItems {
    /// An element that has begun.
    struct Item {
        let kind: PageItem.Kind
        /// Where its start tag is.
        let start: Range<Int>
        /// The path and the range of the first `attachment` element inside.
        private(set) var attachment: (path: String, range: Range<Int>)?
        private var openAttachment: (path: String, start: Int)?

        /// Notes that an `attachment` element begins inside.
        mutating func open(attachment path: String, at tag: Range<Int>) {
            if attachment == nil { openAttachment = (path, tag.lowerBound) }
        }

        /// Notes that an element inside ends.
        mutating func close(at tag: Range<Int>) {
            guard let open = openAttachment else { return }
            attachment = (open.path, open.start..<tag.upperBound)
            openAttachment = nil
        }

        init(kind: PageItem.Kind, start: Range<Int>) {
            self.kind = kind
            self.start = start
        }
    }

    /// What became of an element.
    enum Result {
        case kept([UInt8])
        case dropped(String)
    }

    private let package: XournalppPackage
    /// How many bytes of pictures may still move into elements: the same entry may be named again and again.
    private var budget: Int

    init(_ package: XournalppPackage) {
        self.package = package
        budget = (16 << 20) + 8 * package.size
    }

    func start(_ name: String, at tag: Range<Int>) -> Item {
        let kinds: [String: PageItem.Kind] = ["image": .image, "teximage": .formula, "link": .link]
        return Item(kind: kinds[name] ?? .text, start: tag)
    }

    /// The bytes of an element whose end tag is at `tag`.
    func finish(_ item: Item, at tag: Range<Int>) throws(InkFormatError) -> Result {
        let all = item.start.lowerBound..<tag.upperBound
        guard let attachment = item.attachment else { return .kept(Array(package.xml[all])) }
        guard package.archive != nil else { return .dropped("kept in a file of its own") }
        guard let entry = package.archive?[attachment.path], entry.size <= budget else {
            return .dropped("missing \(attachment.path)")
        }
        budget -= entry.size
        guard let picture = try package.entry(attachment.path) else { return .dropped("missing \(attachment.path)") }
        let before = package.xml[all.lowerBound..<attachment.range.lowerBound]
        let after = package.xml[attachment.range.upperBound..<all.upperBound]
        return .kept(before + Array(Data(picture).base64EncodedData()) + after)
    }
}
