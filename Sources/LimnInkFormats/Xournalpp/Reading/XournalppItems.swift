// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnCompression
internal import LimnInk

/// Extracts texts, images, formulas and links from a file's XML, byte for byte.
///
/// In the ZIP form, images are separate entries. They are embedded in the element, as in the gzip form.
final class XournalppItems {
    /// An open element.
    struct Item {
        let kind: PageItem.Kind
        /// The range of the start tag.
        let start: Range<Int>
        /// The path and range of the first nested `attachment` element.
        private(set) var attachment: (path: String, range: Range<Int>)?
        private var openAttachment: (path: String, start: Int)?

        /// Records the start of a nested `attachment` element.
        mutating func open(attachment path: String, at tag: Range<Int>) {
            if attachment == nil { openAttachment = (path, tag.lowerBound) }
        }

        /// Records the end of a nested element.
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

    /// The result for an element.
    enum Result {
        case kept([UInt8])
        case dropped(String)
    }

    private let package: XournalppPackage
    /// The remaining bytes of images to embed. A limit is needed because many elements can refer to the same entry.
    private var budget: Int

    init(_ package: XournalppPackage) {
        self.package = package
        budget = (16 << 20) + 8 * package.size
    }

    func start(_ name: String, at tag: Range<Int>) -> Item {
        let kinds: [String: PageItem.Kind] = ["image": .image, "teximage": .formula, "link": .link]
        return Item(kind: kinds[name] ?? .text, start: tag)
    }

    /// The bytes of an element with the end tag at `tag`.
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
