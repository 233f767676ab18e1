// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import LimnGeometry
internal import LimnInk
internal import LimnPipeline
internal import SystemPackage

/// The description of an item on the command line.
struct NewItemOptions: ParsableArguments {
    @Option(help: "The text to add; a line feed starts a new line.")
    var text: String?

    @Option(help: "The picture to add: a PNG or JPEG file.")
    var image: FilePath?

    @Option(help: "The title of the note to add.")
    var note: String?

    @Option(help: "The text of --note.")
    var body: String?

    @Option(help: "The target of the link to add: an address, or a page.")
    var link: String?

    @Option(help: "The upper left corner, in points from that of the page.")
    var at: NumberList?

    @Option(help: "The width of the item, in points.")
    var width: Double?

    @Option(help: .init("The height of the link, in points.", valueName: "number"))
    var height: Double?

    @Option(help: "The font family of the text. (default: sans-serif)")
    var font: String?

    @Option(help: "The font size of the text in points. (default: 11)")
    var size: Double?

    @Option(help: "The color: a name of CSS, or #RRGGBB. (default: black)")
    var color: ColorOption?

    @Option(help: "The name of the layer. (default: the first)")
    var layer: String?

    func validate() throws {
        guard [text != nil, image != nil, note != nil, link != nil].count(where: { $0 }) == 1 else {
            throw ValidationError("Give exactly one of --text, --image, --note and --link.")
        }
        if let text, text.allSatisfy(\.isWhitespace) { throw ValidationError("The text of --text is empty.") }
        if note?.isEmpty == true, body?.isEmpty ?? true { throw ValidationError("The note has no title and no text.") }
        if let link {
            guard target(of: link) != nil else {
                throw ValidationError(
                    "--link takes an address that begins with https:, http:, mailto: or tel:, or a page.")
            }
            guard width != nil, height != nil else { throw ValidationError("--link requires --width and --height.") }
        }
        if height != nil, link == nil { throw ValidationError("--height requires --link.") }
        guard let at else { throw ValidationError("Name the place of the item with --at X,Y.") }
        guard at.numbers.count == 2 else { throw ValidationError("--at takes two numbers, X,Y.") }
        if body != nil, note == nil { throw ValidationError("--body requires --note.") }
        if text == nil, font != nil || size != nil || color != nil {
            throw ValidationError("--font, --size and --color require --text.")
        }
        if width != nil, note != nil { throw ValidationError("--width requires --text, --image or --link.") }
        for (name, length) in [("width", width), ("height", height)] {
            if let length, !(length > 0 && length <= 1e6) {
                throw ValidationError("--\(name) takes a number of points above 0.")
            }
        }
        if let size, !(size > 0 && size <= 2000) {
            throw ValidationError("--size takes a number of points above 0 and at most 2000.")
        }
    }

    /// The target of a link; nil if it is neither a page nor an address that programs open without risk.
    private func target(of link: String) -> LinkItem.Target? {
        if let page = Int(link) { return page > 0 ? .page(page) : nil }
        let schemes = ["https:", "http:", "mailto:", "tel:"]
        guard schemes.contains(where: { link.lowercased().hasPrefix($0) && link.utf8.count > $0.utf8.count }),
            !link.contains(where: { $0.isWhitespace })
        else { return nil }
        return .uri(link)
    }

    /// The described item.
    var item: NewItem {
        let place = at.map { Point(x: $0.numbers[0], y: $0.numbers[1]) } ?? .zero
        let content: NewItem.Content
        if let text {
            let style = TextItem.Style(
                family: font ?? "sans-serif", size: size ?? 11, color: color?.color ?? .black)
            content = .text(text, style, width: width)
        } else if let image {
            content = .picture(image, width: width)
        } else if let target = link.flatMap({ target(of: $0) }) {
            content = .link(target, Size(width: width ?? 0, height: height ?? 0))
        } else {
            content = .note(title: note ?? "", text: body ?? "")
        }
        return NewItem(content, at: place, layer: layer)
    }
}
