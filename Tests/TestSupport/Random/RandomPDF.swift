// SPDX-License-Identifier: GPL-3.0-or-later

/// A small document put together by chance from what real files have: kinds of cross-references, ways to hold pages and
/// what belongs to them, earlier updates, and liberties that readers forgive.
///
/// Every page shows 200 × 100 units of user space, perhaps turned, with blue in a corner and no red.
public struct RandomPDF: Sendable {
    /// How objects are found (ISO 32000-2, 7.5.4 and 7.5.8).
    public enum Kind: CaseIterable, Sendable { case table, stream, hybrid }

    /// The file.
    public private(set) var bytes: [UInt8] = []
    /// What was chosen, for messages.
    public private(set) var traits: [String] = []
    /// The number of pages; one that is listed twice counts twice.
    public private(set) var pageCount = 0
    /// Whether some pages are no objects of their own; poppler shows no such page.
    public private(set) var hasDirectPages = false

    private var chance: SeededGenerator
    private var objects = RandomObjects()
    private var pages: [(text: String, id: RandomObjects.ID)] = []
    private var spare: RandomObjects.ID?

    /// Makes the document of a seed.
    public init(seed: UInt64) {
        chance = SeededGenerator(seed: seed)
        let kind = Kind.allCases.randomElement(using: &chance)!
        traits = ["seed \(seed)", "\(kind)"]
        objects.hasGenerations = kind != .hybrid && has("generations")
        objects.hasGaps = has("gaps")
        let catalog = makeDocument()
        var file = RandomFile(kind: kind)
        file.lineEnd = ["\n", "\r", "\r\n"].randomElement(using: &chance)!
        file.trailer = "/Root \(catalog.reference)" + trailerEntries()
        file.hasFreeEntries = !has("no free entries")
        file.sizeIsTooSmall = kind == .table && has("wrong /Size")
        if has("junk before") { file.bytes = Array("From: somebody\(file.lineEnd)\(file.lineEnd)".utf8) }
        if file.lineEnd != "\n" { traits.append(file.lineEnd == "\r" ? "CR" : "CRLF") }
        file.begin()
        file.write(objects, compressing: { _ in Bool.random(using: &chance) })
        for round in 0..<[0, 0, 1, 3].randomElement(using: &chance)! {
            traits.append("update \(round + 1)")
            objects.skip(past: file.lastNumber)
            file.write(changes(round), compressing: { _ in Bool.random(using: &chance) })
        }
        if has("no last line end") { file.dropLastLineEnd() }
        bytes = file.bytes
    }

    /// Decides on something and notes it.
    private mutating func has(_ trait: String, _ share: Double = 0.25) -> Bool {
        guard Double.random(in: 0..<1, using: &chance) < share else { return false }
        traits.append(trait)
        return true
    }

    private mutating func makeDocument() -> RandomObjects.ID {
        let (catalog, tree) = (objects.reserve(&chance), objects.reserve(&chance))
        let content = objects.add(stream: "0 0 1 rg 0 0 5 5 re f", &chance)
        let trap = "[/CalRGB << /WhitePoint [0.95 1 1.09] /Gamma [4 4 4] /Matrix [0 0 1 0 1 0 1 0 0] >>]"
        let form = objects.add(
            stream: "0 1 0 rg 50 50 1 1 re f", entries: "/Type /XObject /Subtype /Form /BBox [0 0 200 100]", &chance)
        var resources = "/Font << >> /XObject << /LimnInk0 \(form.reference) >>"
        if has("/DefaultRGB") { resources += " /ColorSpace << /DefaultRGB \(trap) >>" }
        let shared = objects.add("<< \(resources) >>", &chance)
        let link = objects.add("<< /Type /Annot /Subtype /Link /Rect [100 50 150 70] /Border [0 0 0] >>", &chance)
        let list = objects.add("[\(link.reference) null << /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>]", &chance)
        let inherits = has("inherited resources")
        hasDirectPages = has("direct pages", 0.15)
        let sharesAnnotations = has("shared annotations")

        var nodes = [tree]
        if has("deep tree") { nodes = (0..<2).map { _ in objects.reserve(&chance) } }
        var kids: [[String]] = nodes.map { _ in [] }
        for index in 0..<Int.random(in: 1...4, using: &chance) {
            let node = index % nodes.count
            var text = "/Type /Page /Parent \(nodes[node].reference)"
            text += [" /Rotate 90", " /Rotate 180", " /Rotate 270", "", "", ""].randomElement(using: &chance)!
            if !inherits {
                text += " /MediaBox [0 0 200 100]"
                text +=
                    Bool.random(using: &chance)
                    ? " /Resources \(shared.reference)" : " /Resources << \(resources) >>"
            }
            text += contents(content)
            if sharesAnnotations {
                text += " /Annots \(list.reference)"
            } else {
                text += ["", " /Annots []", " /Annots [\(link.reference)]"].randomElement(using: &chance)!
            }
            if hasDirectPages, index == 0 || Bool.random(using: &chance) {
                kids[node].append("<< \(text) >>")
            } else {
                let page = objects.add("<< \(text) >>", &chance)
                pages.append((text, page))
                kids[node].append(page.reference)
            }
        }
        if !pages.isEmpty, has("page listed twice") { kids[0].insert(kids[0].last!, at: 0) }
        pageCount = kids.reduce(0) { $0 + $1.count }

        let inherited = inherits ? "/MediaBox [0 0 200 100] /Resources \(shared.reference)" : ""
        func node(_ kids: [String], _ count: Int, _ entries: String) -> String {
            "<< /Type /Pages /Kids [\(kids.joined(separator: " "))] /Count \(count) \(entries) >>"
        }
        if nodes.count == 1 {
            objects.set(tree, node(kids[0], pageCount, inherited))
        } else {
            for (id, kids) in zip(nodes, kids) {
                objects.set(id, node(kids, kids.count, "/Parent \(tree.reference)"))
            }
            objects.set(tree, node(nodes.map(\.reference), pageCount, inherited))
        }
        objects.set(catalog, "<< /Type /Catalog /Pages \(tree.reference)\(names()) >>")
        return catalog
    }

    private mutating func contents(_ shared: RandomObjects.ID) -> String {
        switch Int.random(in: 0..<6, using: &chance) {
        case 0: return ""
        case 1: return " /Contents \(shared.reference)"
        case 2:
            return " /Contents \(objects.add(stream: "q 0.5 0 0 0.5 9 9 cm 0 0 1 rg 0 0 5 5 re f", &chance).reference)"
        case 3:
            return " /Contents \(objects.add(stream: "0 0 1 rg 0 0 5 5 re f Q Q 2 0 0 2 7 7 cm", &chance).reference)"
        case 4:
            let more = objects.add(stream: "0.5 g 9 9 5 5 re f", &chance)
            return " /Contents [\(shared.reference) \(more.reference)]"
        default:
            let list = objects.add("[\(shared.reference)]", &chance)
            return " /Contents \(list.reference)"
        }
    }

    private mutating func names() -> String {
        guard has("embedded file") else { return "" }
        let data = objects.add(stream: "some text", entries: "/Type /EmbeddedFile", &chance)
        let file = objects.add("<< /Type /Filespec /F (m.txt) /EF << /F \(data.reference) >> >>", &chance)
        let tree = "<< /Names [(m.txt) \(file.reference)] >>"
        return Bool.random(using: &chance)
            ? " /Names << /EmbeddedFiles \(tree) >>"
            : " /Names \(objects.add("<< /EmbeddedFiles \(tree) >>", &chance).reference)"
    }

    private mutating func trailerEntries() -> String {
        var text = ""
        if has("/ID", 0.5) { text += " /ID [<0102> <0304>]" }
        if has("/Info", 0.5) { text += " /Info \(objects.add("<< /Title (A \\(title\\)) >>", &chance).reference)" }
        return text
    }

    /// What another program might have appended: a page with one entry more, a new object, one that is free from now on.
    private mutating func changes(_ round: Int) -> RandomObjects {
        var update = objects.emptyCopy
        if let page = pages.randomElement(using: &chance) {
            update.set(page.id, "<< \(page.text) /Round \(round) >>")
        }
        let added = update.add("(added in round \(round))", &chance)
        if let spare { update.free(spare) }
        spare = added
        return update
    }
}
