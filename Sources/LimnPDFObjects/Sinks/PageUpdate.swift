// SPDX-License-Identifier: GPL-3.0-or-later

/// Plans an incremental update that puts overlays and annotations on pages, without changing anything that libqpdf holds.
struct PageUpdate {
    let file: QPDFHandle
    let root: PDFObject
    var objects: UpdateObjects
    private var places: PagePlaces
    private var prefix: ObjectID?
    private var sharedParts: [SharedPart: ObjectID] = [:]
    var notes: [String] = []
    private let isTagged: Bool
    /// What stands under which name in each page's resources, by the page's index.
    private(set) var forms: [Int: [(name: String, id: ObjectID)]] = [:]
    /// The annotations that each page gets, by the page's index.
    var annotations: [Int: [ObjectID]] = [:]
    /// Resources of annotations' forms by their text, which many have in common.
    var formResources: [String: ObjectID] = [:]
    /// The file specification that the first annotation is to be associated with.
    var pendingAssociation: ObjectID?
    /// The embedded file's specification and, where it stands in the name tree, its key there.
    var embedded: (specification: ObjectID, key: [UInt8]?)?
    /// What of the catalog changes.
    var catalogEdits: [(key: String, value: PDFText?)] = []

    init(_ file: QPDFHandle, tree: PageTree, after crossReference: CrossReference) throws(PDFObjectsError) {
        self.file = file
        root = try file.root()
        isTagged = root["/StructTreeRoot"] != nil
        objects = UpdateObjects(after: crossReference)
        places = PagePlaces(listings: try tree.allListings())
    }

    /// Whether nodes of the page tree were replaced, besides pages.
    var changesTree: Bool { places.changesTree }

    /// Puts overlays over a page, the first one lowest, and annotations behind its own.
    mutating func add(
        _ overlays: [PageOverlay], _ annotations: [InkAnnotation] = [], to leaf: PageTree.Leaf, index: Int
    ) throws(PDFObjectsError) {
        guard leaf.page["/Type"].map({ $0.isName("/Page") }) ?? true else {
            throw PDFObjectsError(.unsound, cause: "page \(index + 1) does not call itself a page")
        }
        var edits = overlays.isEmpty ? [] : try content(of: leaf, index: index, under: overlays)
        let place = try places.place(of: leaf, index: index, in: &objects)
        if !annotations.isEmpty {
            edits.append(("/Annots", try annotationList(of: leaf, index: index, page: place.id, adding: annotations)))
        }
        if let parent = place.parent { edits.append(("/Parent", parent.reference)) }
        objects.set(place.id, try leaf.page.unparsed(replacing: edits))
    }

    /// The /Contents and /Resources of a page with overlays.
    private mutating func content(
        of leaf: PageTree.Leaf, index: Int, under overlays: [PageOverlay]
    ) throws(PDFObjectsError) -> [(key: String, value: PDFText?)] {
        let content = PageContent(page: leaf.page)
        notes += content.notes.map { "Page \(index + 1): \($0)" }
        var contents: [PDFText] = []
        for stream in content.cleanStreams() {
            switch stream {
            case .original(let stream): contents.append(try stream.unparsed())
            case .changed(let data): contents.append(objects.add(stream: data).reference)
            }
        }
        if !contents.isEmpty { contents.insert(sharedPrefix().reference, at: 0) }
        let new = overlays.map { overlay in
            objects.add(
                stream: overlay.stored ?? StreamData(overlay.content),
                Array(overlay.formEntries.map { "\($0.key) \($0.value)" }.joined().utf8))
        }
        let (resources, names) = try resourcesOfPage(leaf, adding: new)
        forms[index] = Array(zip(names, new))
        contents.append(objects.add(stream: content.suffix(painting: names, isTagged: isTagged)).reference)
        return [("/Resources", resources), ("/Contents", .array(contents))]
    }

    /// Writes what of the page tree and of the catalog has changed.
    mutating func finish() throws(PDFObjectsError) {
        try places.finish(in: &objects)
        guard !catalogEdits.isEmpty else { return }
        guard let id = root.identity else { throw PDFObjectsError(.unsound, cause: "its catalog is no object") }
        objects.set(id, try root.unparsed(replacing: catalogEdits))
    }

    /// Makes the catalog say that the file needs a version of the format.
    mutating func setVersion(_ version: String) {
        catalogEdits.append(("/Version", Array("/\(version)".utf8)))
    }

    /// Writes the update as it goes behind the original.
    mutating func written(behind original: Original) throws(PDFObjectsError) -> [UInt8] {
        try objects.written(behind: original, trailer: try file.trailer())
    }

    /// The stream that saves the state before a page's own content; all pages share it.
    private mutating func sharedPrefix() -> ObjectID {
        if let prefix { return prefix }
        let id = objects.add(stream: Array("q\n".utf8))
        prefix = id
        return id
    }

    /// A copy of a page's resources that has forms under new names; the page's are those nearest to it.
    private mutating func resourcesOfPage(
        _ leaf: PageTree.Leaf, adding new: [ObjectID]
    ) throws(PDFObjectsError) -> (resources: PDFText, names: [String]) {
        let found = leaf.inherited { object in
            object["/Resources"].flatMap { $0.isDictionary ? (holder: object, resources: $0) : nil }
        }
        let old = found?.resources["/XObject"].flatMap { $0.isDictionary ? $0 : nil }
        var number = 0
        var names: [String] = []
        while names.count < new.count {
            if old?["/LimnInk\(number)"] == nil { names.append("/LimnInk\(number)") }
            number += 1
        }
        let added = zip(names, new).map { (key: $0, value: Optional($1.reference)) }
        let forms = try old?.unparsed(replacing: added) ?? .dictionary(added)
        guard let found else { return (.dictionary([("/XObject", forms)]), names) }
        let isOwn = found.holder === leaf.page && !found.resources.isIndirect
        var edits: [(key: String, value: PDFText?)] = []
        if !isOwn, let holder = found.resources.identity ?? found.holder.identity {
            for key in found.resources.keys {
                guard let value = found.resources[key], !value.isIndirect, value.isDictionary else { continue }
                let text = try value.unparsed()
                // A small part costs less than an object of its own.
                guard text.count > 200, let name = String(validating: key.dropLast(), as: UTF8.self), name != "/XObject"
                else { continue }
                edits.append((name, sharedPart(text, SharedPart(holder: holder, key: key)).reference))
            }
        }
        return (try found.resources.unparsed(replacing: edits + [("/XObject", forms)]), names)
    }

    /// One copy for all pages of a direct dictionary in shared resources, which can be large.
    private mutating func sharedPart(_ text: PDFText, _ part: SharedPart) -> ObjectID {
        if let known = sharedParts[part] { return known }
        let id = objects.add(text)
        sharedParts[part] = id
        return id
    }
}

extension PDFText {
    /// Entries as a dictionary; keys have their slash and need no escapes.
    static func dictionary(_ entries: [(key: String, value: PDFText?)]) -> PDFText {
        var text = PDFText("<<".utf8)
        for entry in entries {
            if let value = entry.value { text += Array(entry.key.utf8) + [32] + value }
        }
        return text + PDFText(">>".utf8)
    }

    /// Items as an array.
    static func array(_ items: [PDFText]) -> PDFText {
        PDFText("[".utf8) + items.joined(separator: [32]) + PDFText("]".utf8)
    }
}
