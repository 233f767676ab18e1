// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
public import LimnGeometry

/// Checks an appended export without trusting the process that made it: the update must change the pages with ink and
/// nothing else.
struct UpdateAudit {
    private let original: ObjectDocument
    private let export: ObjectDocument
    /// The indices of the pages with ink, counted from 0.
    private let pages: Set<Int>
    /// The frames to which pages must have grown, in page space, by index.
    private let frames: [Int: Rect]
    /// Whether the export may add layers.
    private let allowsLayers: Bool

    init(
        _ original: ObjectDocument, _ export: ObjectDocument, pages: Set<Int>, frames: [Int: Rect] = [:],
        allowsLayers: Bool = false
    ) {
        (self.original, self.export, self.pages) = (original, export, pages)
        self.frames = frames
        self.allowsLayers = allowsLayers
    }

    /// The entries of a page that the export may change.
    private static let pageKeys = ["/Contents", "/Resources", "/Annots", "/Parent"]
    private static let nodeKeys = ["/Kids", "/Parent"]
    private static let catalogKeys = ["/Names", "/AF", "/Version"]

    private static func otherBoxes(_ index: Int) -> PDFObjectsError { fault("page \(index + 1) has other boxes") }

    static func fault(_ what: String) -> PDFObjectsError { PDFObjectsError(.unsound, cause: what) }

    /// Runs all checks.
    ///
    /// - Returns: the numbers of the original's objects that the update replaces, in ascending order.
    /// - Throws: ``PDFObjectsError`` with `unsound`; ``PDFObjectsError/cause`` states the problem.
    func run() throws(PDFObjectsError) -> [Int] {
        // Nothing was appended.
        if export.source.size == original.source.size { return [] }
        if let warning = export.file.openingWarnings.first {
            throw Self.fault("the new document's cross-reference is damaged: \(warning)")
        }
        let overridden = try overridden()
        let old = try UpdateSink.entries(of: try original.file.trailer())
        guard try UpdateSink.entries(of: try export.file.trailer()) == old else {
            throw Self.fault("the new document's trailer says something else")
        }
        var left = overridden
        try checkCatalog(&left)
        if try checkPages(&left) { try checkAllPages() }
        try StructureAudit(original, export, inkedPages: pages).check(&left)
        if let stray = left.min() {
            throw Self.fault("object \(stray) has changed, but it is not a page with ink")
        }
        return overridden.sorted()
    }

    /// Returns the numbers of the original's objects that the update replaces.
    ///
    /// - Parameter checksPlaces: whether each object must be where its entry says. This reads the objects that are replaced.
    func overridden(checksPlaces: Bool = true) throws(PDFObjectsError) -> Set<Int> {
        if export.source.size == original.source.size { return [] }
        let before = try CrossReference(original.source)
        let after = try CrossReference(export.source, findsDangling: false)
        let base = original.source.size - before.header
        guard after.header == before.header, after.start >= base,
            let section = try CrossReferenceSection(export.source, at: after.header + after.start),
            section.others == [before.start], try endsOnce()
        else { throw Self.fault("what was added is not one update of the original") }
        // A key may be spelled in a way that only some readers understand.
        guard try export.file.trailer()["/XRefStm"] == nil else {
            throw Self.fault("the new document's trailer names another cross-reference")
        }
        let update = try UpdateEntries(
            export.file, export.source, at: after.header + after.start, isTable: section.isTable)
        guard !update.hasDuplicates else { throw Self.fault("the update lists an object twice") }
        var overridden: Set<Int> = []
        for (number, entry) in update.entries {
            let isOld = number < before.nextNumber
            guard !before.dangling.contains(number) else {
                throw Self.fault("the update defines object \(number), which the original misses")
            }
            switch entry {
            case .offset(let offset, let generation) where offset >= base:
                if checksPlaces { try check(number, generation, at: after.header + offset, isOld: isOld) }
            case .inStream(let stream) where stream >= before.nextNumber && !isOld: break
            default: throw Self.fault("the update says that object \(number) is somewhere in the original")
            }
            if isOld { overridden.insert(number) }
        }
        return overridden
    }

    /// Checks that an object of the update is where its entry says, and replaces the object of that generation. Readers that
    /// find it elsewhere search the whole file for objects.
    private func check(_ number: Int, _ generation: Int, at place: Int, isOld: Bool) throws(PDFObjectsError) {
        let head = Array("\(number) \(generation) obj".utf8)
        guard let id = CInt(exactly: number), let level = CInt(exactly: generation),
            try export.source.bytes(place..<(place + head.count + 1)).dropLast().elementsEqual(head),
            isOld ? !(try original.file.object(ObjectID(number: id, generation: level)).isNull) : generation == 0
        else { throw Self.fault("the update says that object \(number) is somewhere else") }
    }

    /// Returns whether the appended part has exactly one `startxref`, at its end. Readers that repair files search the
    /// whole part for it.
    private func endsOnce() throws(PDFObjectsError) -> Bool {
        let update = try export.source.bytes(original.source.size..<export.source.size)
        return update.offsets(of: "startxref").count == 1 && update.suffix(6).elementsEqual("%%EOF\n".utf8)
    }

    /// Checks that two dictionaries differ only in the allowed entries.
    private func compare(
        _ old: PDFObject, _ new: PDFObject, besides keys: [String], _ what: @autoclosure () -> String
    ) throws(PDFObjectsError) {
        guard try old.isEqual(to: new, besides: keys) else {
            throw Self.fault("\(what()) has changed in more than its ink")
        }
    }

    /// Checks that a page differs only in the entries that ink changes, and in its boxes if it must have grown. The
    /// export may also have replaced a CropBox that lies outside the MediaBox.
    private func comparePage(_ old: PageTree.Leaf, _ new: PDFObject, _ index: Int) throws(PDFObjectsError) {
        var keys = Self.pageKeys
        if let frame = frames[index] {
            let geometry = PageGeometry(
                mediaBox: new["/MediaBox"]?.rect, cropBox: new["/CropBox"]?.rect,
                rotate: old.geometry.rotation.rawValue, userUnit: old.geometry.userUnit)
            guard old.geometry.framed(frame).isClose(to: geometry) else { throw Self.otherBoxes(index) }
            keys += ["/MediaBox", "/CropBox"]
        } else if old.cropBoxToMend != nil, new["/CropBox"]?.rect == old.geometry.mediaBox {
            keys.append("/CropBox")
        }
        // Keys go through the annotations of a tagged page in the order of its structure.
        if old.page["/Tabs"] == nil, new["/Tabs"]?.isName("/S") == true { keys.append("/Tabs") }
        try compare(old.page, new, besides: keys, "page \(index + 1)")
    }

    /// Returns whether an array starts with the items of another array and has at most `count` more items.
    func extends(_ new: PDFObject?, _ old: PDFObject?, by count: Int) throws(PDFObjectsError) -> Bool {
        let (before, after) = (old?.count ?? 0, new?.count ?? 0)
        guard after >= before, after - before <= count else { return false }
        for index in 0..<before {
            guard try old?.item(index)?.unparsed() == (try new?.item(index)?.unparsed()) else { return false }
        }
        return true
    }

    /// Checks that the catalog gains at most one embedded file, the source ink, and layers only if they are allowed.
    private func checkCatalog(_ left: inout Set<Int>) throws(PDFObjectsError) {
        let (old, new) = (try original.file.root(), try export.file.root())
        guard old.identity == new.identity, let id = old.identity else {
            throw Self.fault("the new document has another catalog")
        }
        guard left.remove(Int(id.number)) != nil else { return }
        try compare(old, new, besides: Self.catalogKeys + (allowsLayers ? ["/OCProperties"] : []), "the catalog")
        if allowsLayers { try LayerAudit(old["/OCProperties"], new["/OCProperties"]).check() }
        if let names = new["/Names"] {
            if let oldNames = old["/Names"], oldNames.isDictionary {
                try compare(oldNames, names, besides: ["/EmbeddedFiles"], "the list of names")
            } else if names.keys.count != (names["/EmbeddedFiles"] == nil ? 0 : 1) {
                throw Self.fault("names were added that are not embedded files")
            }
        } else if old["/Names"] != nil {
            throw Self.fault("the list of names is gone")
        }
        func files(_ root: PDFObject) -> [[UInt8]: PDFObject] {
            Dictionary(EmbeddedFileTree(root).entries.map { ($0.key, $0.specification) }) { first, _ in first }
        }
        let (before, after) = (files(old), files(new))
        let added = after.filter { before[$0.key] == nil }.values
        let isKept = before.allSatisfy { key, file in after[key].map { $0.identity == file.identity } ?? false }
        guard isKept, added.count <= 1, added.allSatisfy(\.isSourceInk),
            try extends(new["/AF"], old["/AF"], by: 1)
        else { throw Self.fault("other embedded files than the ink have changed") }
    }

    /// Checks the changed objects among the pages with ink and their ancestors.
    ///
    /// - Returns: whether nodes of the page tree have changed.
    private func checkPages(_ left: inout Set<Int>) throws(PDFObjectsError) -> Bool {
        guard !left.isEmpty else { return false }
        var changesTree = false
        // If the original listed one object as several pages, the export may list it only once, because the other pages
        // became copies.
        let listings = try export.tree.allListings()
        for index in pages.sorted() {
            let leaf = try original.tree.leaf(at: index)
            let pageIsEdited = leaf.page.identity.map { left.remove(Int($0.number)) != nil } ?? false
            for node in leaf.ancestors {
                guard let id = node.object.identity, left.remove(Int(id.number)) != nil else { continue }
                changesTree = true
                try compare(node.object, try export.file.object(id), besides: Self.nodeKeys, "the list of pages")
            }
            guard pageIsEdited, let id = leaf.page.identity else { continue }
            guard listings[id] ?? 1 == 1 else { throw Self.fault("page \(index + 1) stands for several pages") }
            let new = try export.file.object(id)
            // Some readers inherit by /Parent.
            guard try leaf.page["/Parent"]?.unparsed() == (try new["/Parent"]?.unparsed()) else {
                throw Self.fault("page \(index + 1) belongs to another list of pages")
            }
            try comparePage(leaf, new, index)
            if leaf.page["/Annots"]?.isArray ?? true {
                guard try extends(new["/Annots"], leaf.page["/Annots"], by: .max) else {
                    throw Self.fault("annotations of page \(index + 1) have changed")
                }
            }
        }
        return changesTree
    }

    /// Checks every page and its position. This is necessary if nodes of the page tree have changed.
    private func checkAllPages() throws(PDFObjectsError) {
        let count = try original.tree.count()
        guard try export.tree.count() == count else { throw Self.fault("the new document has another number of pages") }
        for index in 0..<count {
            let (old, new) = (try original.tree.leaf(at: index), try export.tree.leaf(at: index))
            if frames[index] == nil, old.geometry != new.geometry { throw Self.otherBoxes(index) }
            if pages.contains(index) {
                try comparePage(old, new.page, index)
            } else if let id = old.page.identity {
                guard new.page.identity == id, try inheritedResources(old) == (try inheritedResources(new)) else {
                    throw Self.fault("page \(index + 1) is not in its place")
                }
            } else {
                try compare(old.page, new.page, besides: ["/Parent"], "page \(index + 1)")
            }
        }
    }

    private func inheritedResources(_ leaf: PageTree.Leaf) throws(PDFObjectsError) -> PDFText? {
        let found = leaf.inherited { $0["/Resources"] }
        return try found?.unparsed()
    }
}

extension ObjectDocument {
    /// Compares an appended export with this document, object by object, without trusting the process that made it.
    ///
    /// - Parameters:
    ///   - pages: the indices of the pages with ink, counted from 0.
    ///   - allowsLayers: whether the export may add layers.
    /// - Returns: the numbers of this document's objects that the export replaces, in ascending order.
    /// - Throws: ``PDFObjectsError`` with `unsound` if anything but those pages and the embedded ink has changed;
    ///   ``PDFObjectsError/cause`` states what.
    public func audit(
        appendedExport export: ObjectDocument, inkedPages pages: Set<Int>, allowsLayers: Bool = false
    ) throws(PDFObjectsError) -> [Int] {
        try audit(appendedExport: export, inkedPages: pages, frames: [:], allowsLayers: allowsLayers)
    }

    /// Compares an appended export with this document, as ``audit(appendedExport:inkedPages:allowsLayers:)`` does.
    ///
    /// - Parameter frames: the frames to which pages with ink must have grown, in page space, by index.
    public func audit(
        appendedExport export: ObjectDocument, inkedPages pages: Set<Int>, frames: [Int: Rect],
        allowsLayers: Bool = false
    ) throws(PDFObjectsError) -> [Int] {
        try UpdateAudit(self, export, pages: pages, frames: frames, allowsLayers: allowsLayers).run()
    }

    /// Returns the numbers of this document's objects that an appended export replaces, in ascending order.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if the appended part is not exactly one update of this document.
    public func overridden(inAppendedExport export: ObjectDocument) throws(PDFObjectsError) -> [Int] {
        try UpdateAudit(self, export, pages: []).overridden(checksPlaces: false).sorted()
    }
}

extension PDFObject {
    /// Returns whether two dictionaries are equal except for the given keys.
    func isEqual(to other: PDFObject, besides keys: [String]) throws(PDFObjectsError) -> Bool {
        guard isDictionary, other.isDictionary else { return false }
        let edits = keys.map { (key: $0, value: PDFText?.none) }
        return try unparsed(replacing: edits) == (try other.unparsed(replacing: edits))
    }
}
