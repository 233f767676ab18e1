// SPDX-License-Identifier: Apache-2.0

internal import LimnInk

/// Checks that a page item is a single well-formed Xournal++ element of its kind. Items may come from files of other
/// formats, which can contain arbitrary bytes.
final class XournalppItemCheck: XMLHandler {
    private static let names: [PageItem.Kind: String] = [
        .text: "text", .image: "image", .formula: "teximage", .link: "link",
    ]

    private let name: String?
    private var isValid = true
    private var depth = 0

    private init(_ kind: PageItem.Kind) { name = Self.names[kind] }

    static func isValid(_ item: PageItem) -> Bool {
        // The content must be exactly one element, without a declaration or surrounding white space.
        guard item.content.first == UInt8(ascii: "<"), item.content.last == UInt8(ascii: ">") else { return false }
        guard !item.content.starts(with: Array("<?".utf8)), String(validating: item.content, as: UTF8.self) != nil
        else { return false }
        let check = XournalppItemCheck(item.kind)
        guard (try? XMLScanner.parse(item.content, with: check, as: .xournalpp)) != nil else { return false }
        return check.isValid
    }

    let wantsText = false
    func text(_ utf8: UnsafeBufferPointer<UInt8>) {}
    func start(_ name: String, _ attributes: [String: String], at tag: Range<Int>) throws(InkFormatError) {
        if depth == 0, name != self.name { isValid = false }
        // The file of an attachment would be missing.
        if name == "attachment" { isValid = false }
        depth += 1
    }
    func end(at tag: Range<Int>) throws(InkFormatError) { depth -= 1 }
}
