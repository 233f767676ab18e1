// SPDX-License-Identifier: GPL-3.0-or-later

/// Removes the outline items and links that lead to pages which are left out. Viewers would lead to another page.
struct LeftOutTargets {
    private let file: QPDFHandle
    private let root: PDFObject
    private let gone: Set<ObjectID>
    /// The named destinations on these pages: names with their slash, and the bytes of strings.
    private var names: Set<String> = []
    private var strings: Set<[UInt8]> = []

    private static let nodeLimit = 100_000
    private static let depthLimit = 100

    /// Finds the named destinations on pages that are left out.
    ///
    /// - Parameter gone: the identities of these pages.
    init(_ file: QPDFHandle, root: PDFObject, gone: Set<ObjectID>) {
        (self.file, self.root, self.gone) = (file, root, gone)
        if let old = root["/Dests"], old.isDictionary {
            for key in old.keys {
                guard let target = old[key], isGone(target) else { continue }
                names.insert(String(decoding: key.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
        }
        var open = [root["/Names"]?["/Dests"]].compactMap { $0 }
        var seen: Set<ObjectID> = []
        var visited = 0
        while let node = open.popLast(), visited < Self.nodeLimit {
            visited += 1
            if let id = node.identity, !seen.insert(id).inserted { continue }
            let list = node["/Names"]
            for place in stride(from: 0, to: (list?.count ?? 0) - 1, by: 2) {
                guard let key = list?.item(place)?.stringBytes, let target = list?.item(place + 1), isGone(target)
                else { continue }
                strings.insert(key)
            }
            open += (node["/Kids"]?.items ?? []).filter(\.isDictionary)
        }
    }

    /// Returns whether a destination, which may stand in a dictionary, is on a page that is left out.
    private func isGone(_ target: PDFObject) -> Bool {
        let place = target.isDictionary ? target["/D"] : target
        guard let place, place.isArray, let page = place.item(0)?.identity else { return false }
        return gone.contains(page)
    }

    /// Returns whether an outline item or a link leads to a page that is left out.
    private func leadsNowhere(_ holder: PDFObject) -> Bool {
        var target = holder["/Dest"]
        if target == nil, let action = holder["/A"], action.isDictionary, action["/S"]?.isName("/GoTo") == true {
            target = action["/D"]
        }
        guard let target else { return false }
        if let name = target.name { return names.contains(name) }
        if let bytes = target.stringBytes { return strings.contains(bytes) }
        return isGone(target)
    }

    /// Removes the links on a page that lead to pages which are left out.
    func removeLinks(on page: PDFObject) throws(PDFObjectsError) {
        guard let annotations = page["/Annots"], annotations.isArray else { return }
        let isDead = { (one: PDFObject) in
            one.isDictionary && one["/Subtype"]?.isName("/Link") == true && leadsNowhere(one)
        }
        guard annotations.items.contains(where: isDead) else { return }
        let list = try file.newArray()
        for annotation in annotations.items where !isDead(annotation) { try list.append(annotation) }
        try page.set("/Annots", list)
    }

    /// Removes the outline items that lead to pages which are left out. An item above others that stay keeps its title, and
    /// leads nowhere.
    func pruneOutline() throws(PDFObjectsError) {
        guard let outline = root["/Outlines"], outline.isDictionary else { return }
        var seen: Set<ObjectID> = []
        guard let count = try prune(outline, depth: 0, &seen), count == 0 else { return }
        try root.remove("/Outlines")
    }

    /// - Returns: the number of items that are left below a node; nil if the outline is damaged; it is not pruned further.
    private func prune(
        _ node: PDFObject, depth: Int, _ seen: inout Set<ObjectID>
    ) throws(PDFObjectsError) -> Int? {
        guard depth < Self.depthLimit else { return nil }
        var kept: [PDFObject] = []
        var isChanged = false
        var next = node["/First"]
        while let item = next, item.isDictionary {
            guard let id = item.identity, seen.insert(id).inserted, seen.count < Self.nodeLimit else { return nil }
            next = item["/Next"]
            let below = item["/First"] == nil ? 0 : try prune(item, depth: depth + 1, &seen)
            guard let below else { return nil }
            guard leadsNowhere(item) else {
                kept.append(item)
                continue
            }
            isChanged = true
            guard below > 0 else { continue }
            for key in ["/Dest", "/A"] where item[key] != nil { try item.remove(key) }
            kept.append(item)
        }
        guard let first = kept.first, let last = kept.last else {
            for key in ["/First", "/Last", "/Count"] where node[key] != nil { try node.remove(key) }
            return 0
        }
        if isChanged {
            try node.set("/First", first)
            try node.set("/Last", last)
            for (index, item) in kept.enumerated() {
                for (key, place) in [("/Prev", index - 1), ("/Next", index + 1)] {
                    if kept.indices.contains(place) {
                        try item.set(key, kept[place])
                    } else if item[key] != nil {
                        try item.remove(key)
                    }
                }
            }
        }
        // An open node counts what is seen below it, and a closed one what would be.
        let visible = kept.reduce(kept.count) { $0 + max(0, $1["/Count"]?.int ?? 0) }
        if let old = node["/Count"]?.int { try node.set("/Count", try file.newInteger(old < 0 ? -visible : visible)) }
        return kept.count
    }
}
