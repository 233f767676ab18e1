// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// The structure elements that changes add to a tagged document, so that screen readers find what was added
/// (ISO 32000-2, 14.7). The elements of a page follow the document's own elements of that page, in reading order.
struct StructureAdditions {
    /// A new element below ``container``.
    struct Element {
        let id: ObjectID
        /// The box in page space, by which elements are sorted.
        let box: Rect
    }

    /// The root of the structure tree.
    let root: PDFObject
    /// The element that gets the new ones: the document's only top element, or the root itself.
    let container: PDFObject
    /// The entries of the parent tree.
    let parents: ParentTree
    /// The language that new elements name, because the document names none: that of the container, else the code for an
    /// undetermined language (BCP 47, 4.1). What people write may be in any language. Nil if the document names one.
    let language: PDFValue?
    /// The lowest key of the parent tree that is free.
    private(set) var nextKey: Int
    /// The new entries of the parent tree, by ascending keys.
    private(set) var entries: [(key: Int, value: PDFValue)] = []
    /// The new elements, by the index of their page.
    private var elements: [Int: [Element]] = [:]

    /// Prepares additions; nil if the document is not tagged, is signed, or has a structure tree that cannot be extended.
    init?(to document: ObjectDocument) throws(PDFObjectsError) {
        guard let root = try document.file.root()["/StructTreeRoot"], root.isDictionary, root.identity != nil,
            try !document.signatures().isSigned
        else { return nil }
        parents = ParentTree(root["/ParentTree"])
        let stated = root["/ParentTreeNextKey"]?.int ?? 0
        nextKey = max(parents.nextKey, ParentTree.keys.contains(stated) ? stated : 0)
        // An entry without a value would make values of the new keys.
        guard (root["/ParentTree"]?["/Nums"]?.count ?? 0).isMultiple(of: 2) else { return nil }
        guard !parents.isTruncated, nextKey < ParentTree.keys.upperBound - 1_000_000 else { return nil }
        self.root = root
        let top = root["/K"]
        let only = top.flatMap { $0.isArray ? ($0.count == 1 ? $0.item(0) : nil) : $0 }
        container = only.flatMap { Self.isGrouping($0, in: root) ? $0 : nil } ?? root
        let hasLanguage = try document.file.root()["/Lang"] != nil
        language = hasLanguage ? nil : container["/Lang"].map { .object($0) } ?? .text("(und)")
    }

    /// The tags of elements that hold others of any kind.
    private static let grouping: Set<String> = ["Document", "Part", "Art", "Sect", "Div"]

    /// Whether an element may hold paragraphs and figures, by its tag or by what its tag stands for.
    private static func isGrouping(_ element: PDFObject, in root: PDFObject) -> Bool {
        guard element.isDictionary, element.identity != nil, let tag = element["/S"]?.name else { return false }
        return grouping.contains(tag) || grouping.contains(root["/RoleMap"]?["/" + tag]?.name ?? "")
    }

    /// Takes the next key of the parent tree.
    mutating func takeKey() -> Int {
        defer { nextKey += 1 }
        return nextKey
    }

    /// Adds an entry to the parent tree under a key that was taken.
    mutating func addEntry(_ value: PDFValue, for key: Int) { entries.append((key, value)) }

    /// Adds elements of a page.
    mutating func add(_ new: [Element], onPage index: Int) { elements[index, default: []] += new }

    /// Whether nothing was added.
    var isEmpty: Bool { elements.isEmpty }

    /// Returns the container's kids with the new elements among them.
    ///
    /// - Parameter page: returns the page at an index.
    func kids(page: (Int) -> PDFObject?) -> [PDFValue] {
        let old = container["/K"]
        let kids: [PDFValue] = old.map { $0.isArray ? PDFValue.items(of: $0) : [.object($0)] } ?? []
        var places: [ObjectID: Int] = [:]
        for index in 0..<(old?.isArray == true ? kids.count : 0) {
            if let id = old?.item(index)?.identity { places[id] = index }
        }
        if let id = old?.identity, old?.isArray == false { places[id] = 0 }
        var added: [Int: [PDFValue]] = [:]
        var known: [Int: Int?] = [:]
        for (index, elements) in elements.sorted(by: { $0.key < $1.key }) {
            let place = self.place(afterPage: index, places, &known, page: page) ?? kids.count
            let ordered = elements.sorted { one, other in
                (one.box.minY, one.box.minX) < (other.box.minY, other.box.minX)
            }
            added[place, default: []] += ordered.map { .reference($0.id) }
        }
        return (0...kids.count).flatMap { index in
            (added[index] ?? []) + (index < kids.count ? [kids[index]] : [])
        }
    }

    /// The number of pages before a page whose elements are looked for.
    private static let pageLimit = 200
    /// The maximum depth of the structure tree.
    private static let depthLimit = 64

    /// Returns the position behind the container's last kid that has content of a page, or of the nearest page before it
    /// that has any; nil if there is none.
    ///
    /// - Parameter known: the positions of the last kids of pages that were looked for already.
    private func place(
        afterPage index: Int, _ places: [ObjectID: Int], _ known: inout [Int: Int?], page: (Int) -> PDFObject?
    ) -> Int? {
        for before in stride(from: index, through: max(0, index - Self.pageLimit), by: -1) {
            let last = known[before] ?? lastKid(ofPage: before, places, page: page)
            known[before] = .some(last)
            if let last { return last + 1 }
        }
        return nil
    }

    /// The number of parts of a page that are looked at, from its end.
    private static let partLimit = 256

    private func lastKid(ofPage index: Int, _ places: [ObjectID: Int], page: (Int) -> PDFObject?) -> Int? {
        guard let key = page(index)?["/StructParents"]?.int, let list = parents.entries[key] else { return nil }
        return (max(0, list.count - Self.partLimit)..<max(0, list.count)).compactMap { number in
            list.item(number).flatMap { place(of: $0, places) }
        }.max()
    }

    /// Returns the position of the container's kid above an element.
    private func place(of element: PDFObject, _ places: [ObjectID: Int]) -> Int? {
        var current = element
        for _ in 0..<Self.depthLimit {
            if let id = current.identity, let place = places[id] { return place }
            guard let parent = current["/P"], parent.isDictionary else { return nil }
            current = parent
        }
        return nil
    }
}

extension ChangeWriter {
    /// Adds an element for each part of an overlay's content.
    ///
    /// - Parameters:
    ///   - form: the form that has the content.
    ///   - key: the form's key in the parent tree (/StructParents).
    mutating func tag(
        _ parts: [TaggedContent], of form: ObjectID, key: Int, on page: ObjectID, index: Int
    ) throws(PDFObjectsError) {
        guard structure != nil else { return }
        let toPage = try tree.leaf(at: index).geometry.userToPage
        var elements: [StructureAdditions.Element] = []
        for (number, part) in parts.enumerated() {
            let content: [PDFEntry] = [
                ("/Type", .text("/MCR")), ("/Pg", .reference(page)), ("/Stm", .reference(form)),
                ("/MCID", .text("\(number)")),
            ]
            var entries: [PDFEntry] = []
            if case .figure(let alternative) = part.tag {
                entries = [
                    ("/Alt", .text(.string(alternative))),
                    ("/A", .dictionary([("/O", .text("/Layout")), ("/BBox", .rect(part.box))])),
                ]
            }
            let id = try element(part.tag.name, on: page, kid: .dictionary(content), entries)
            elements.append(.init(id: id, box: toPage.apply(part.box)))
        }
        structure?.addEntry(.array(elements.map { .reference($0.id) }), for: key)
        structure?.add(elements, onPage: index)
    }

    /// Adds the element of an annotation whose /StructParent is a key.
    mutating func tag(
        annotation id: ObjectID, as tag: String, alternative: String?, box: Rect, key: Int, on page: ObjectID,
        index: Int
    ) throws(PDFObjectsError) {
        guard structure != nil else { return }
        let reference: [PDFEntry] = [
            ("/Type", .text("/OBJR")), ("/Pg", .reference(page)), ("/Obj", .reference(id)),
        ]
        let entries: [PDFEntry] = alternative.map { [("/Alt", .text(.string($0)))] } ?? []
        let element = try element(tag, on: page, kid: .dictionary(reference), entries)
        structure?.addEntry(.reference(element), for: key)
        let place = try tree.leaf(at: index).geometry.userToPage.apply(box)
        structure?.add([.init(id: element, box: place)], onPage: index)
    }

    private mutating func element(
        _ tag: String, on page: ObjectID, kid: PDFValue, _ entries: [PDFEntry]
    ) throws(PDFObjectsError) -> ObjectID {
        guard let container = structure?.container else { throw PDFObjectsError(.unsound, cause: "it is not tagged") }
        let parent = try sink.number(of: container)
        let language: [PDFEntry] = structure?.language.map { [("/Lang", $0)] } ?? []
        return try sink.add(
            .dictionary(
                [
                    ("/Type", .text("/StructElem")), ("/S", .text(tag)), ("/P", .reference(parent)),
                    ("/Pg", .reference(page)), ("/K", kid),
                ] + entries + language), isCompressible: true)
    }

    /// Writes the new elements and their entries of the parent tree into the structure tree.
    mutating func writeStructure() throws(PDFObjectsError) {
        guard let structure, !structure.isEmpty else { return }
        let kids = PDFValue.array(structure.kids { index in try? tree.leaf(at: index).page })
        var rootEdits: [PDFEdit] = [("/ParentTreeNextKey", .text("\(structure.nextKey)"))]
        let numbers = structure.entries.flatMap { [PDFValue.text("\($0.key)"), $0.value] }
        let old = structure.root["/ParentTree"]
        var treeEdits: [PDFEdit] = []
        if let old, old.isDictionary, let nodes = old["/Kids"], nodes.isArray {
            let (first, last) = (structure.entries.first?.key ?? 0, structure.entries.last?.key ?? 0)
            let limits = PDFValue.text("[\(first) \(last)]")
            let node = try sink.add(
                .dictionary([("/Limits", limits), ("/Nums", .array(numbers))]), isCompressible: true)
            treeEdits = [("/Kids", .array(PDFValue.items(of: nodes) + [.reference(node)]))]
        } else if let old, old.isDictionary {
            treeEdits = [("/Nums", .array(PDFValue.items(of: old["/Nums"]) + numbers)), ("/Limits", nil)]
        }
        if let old, old.isDictionary, old.identity != nil {
            try sink.edit(old, treeEdits)
        } else if let old, old.isDictionary {
            rootEdits.append(("/ParentTree", .edited(old, treeEdits)))
        } else {
            let tree = try sink.add(.dictionary([("/Nums", .array(numbers))]), isCompressible: true)
            rootEdits.append(("/ParentTree", .reference(tree)))
        }
        if structure.container.identity == structure.root.identity {
            rootEdits.append(("/K", kids))
        } else {
            try sink.edit(structure.container, [("/K", kids)])
        }
        try sink.edit(structure.root, rootEdits)
    }
}

extension ObjectDocument {
    /// Whether what is added gets structure elements: the document is tagged and not signed, and its structure tree can be
    /// extended.
    public var takesStructure: Bool { get throws(PDFObjectsError) { try StructureAdditions(to: self) != nil } }
}
