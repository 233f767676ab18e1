// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry

/// Compares a page of a copy with that of its original object by object, whatever numbers the objects have. This is
/// much faster than drawing both.
public struct PageObjectComparison {
    private let copy: ObjectDocument
    private let original: ObjectDocument
    /// The objects of the copy that stand for those of the original.
    private var known: [ObjectID: ObjectID] = [:]
    /// The number of objects that may still be compared. Further ones count as different.
    private var budget = 200_000

    /// Prepares to compare pages of two documents, which must not change meanwhile.
    public init(of copy: ObjectDocument, with original: ObjectDocument) {
        (self.copy, self.original) = (copy, original)
    }

    /// The entries of a page that affect what it shows. Boxes and rotation are compared as geometry.
    private static let pageKeys = ["/Contents", "/Group", "/UserUnit"]
    /// The entries of annotations that lead to other pages or to the form, and do not affect what the page shows.
    private static let passed: Set<String> = ["/P", "/Parent", "/Popup", "/IRT", "/A", "/AA", "/Dest", "/StructParent"]
    /// The entries that change when a field is drawn anew.
    private static let drawn: Set<String> = ["/AP", "/AS", "/MK"]

    /// Returns whether both documents show the same on a page, apart from the drawings of some fields.
    ///
    /// - Parameters:
    ///   - index: the page, counted from 0.
    ///   - redrawn: the full names of the fields whose drawings may differ.
    /// - Throws: ``PDFObjectsError`` if a page cannot be read.
    public mutating func isSame(page index: Int, besides redrawn: Set<String>) throws(PDFObjectsError) -> Bool {
        let (old, new) = (try original.tree.leaf(at: index), try copy.tree.leaf(at: index))
        guard old.geometry == new.geometry else { return false }
        for key in Self.pageKeys {
            guard try isSame(old.page[key], new.page[key]) else { return false }
        }
        func resources(_ leaf: PageTree.Leaf) -> PDFObject? {
            leaf.inherited { $0["/Resources"].flatMap { $0.isDictionary ? $0 : nil } }
        }
        guard try isSame(resources(old), resources(new)) else { return false }
        let (before, after) = (old.page["/Annots"]?.items ?? [], new.page["/Annots"]?.items ?? [])
        guard before.count == after.count else { return false }
        for (annotation, other) in zip(before, after) {
            let isRedrawn = annotation["/Subtype"]?.isName("/Widget") == true && redrawn.contains(annotation.fieldName)
            if isRedrawn, other["/AP"]?.isDictionary != true { return false }
            let passed = isRedrawn ? Self.passed.union(Self.drawn) : Self.passed
            guard try haveSameEntries(annotation, other, besides: passed) else { return false }
        }
        return true
    }

    private mutating func isSame(_ old: PDFObject?, _ new: PDFObject?) throws(PDFObjectsError) -> Bool {
        guard let old, let new else { return old == nil && new == nil }
        var pairs = [(old, new)]
        while let (old, new) = pairs.popLast() {
            if let id = old.identity, let other = new.identity {
                if let earlier = known[id] {
                    guard earlier == other else { return false }
                    continue
                }
                known[id] = other
            }
            budget -= 1
            guard budget > 0 else { return false }
            if old.isArray {
                guard new.isArray, old.count == new.count else { return false }
                for index in 0..<old.count {
                    guard let one = old.item(index), let other = new.item(index) else { return false }
                    pairs.append((one, other))
                }
            } else if old.isDictionary {
                guard new.isDictionary, add(old, new, besides: [], to: &pairs) else { return false }
            } else if old.isStream {
                guard new.isStream, try haveSameData(old, new) else { return false }
                guard let one = old.dictionary, let other = new.dictionary,
                    add(one, other, besides: ["/Length", "/Filter", "/DecodeParms"], to: &pairs)
                else { return false }
            } else {
                guard try old.unparsedResolved() == (try new.unparsedResolved()) else { return false }
            }
        }
        return true
    }

    private mutating func haveSameEntries(
        _ old: PDFObject, _ new: PDFObject, besides keys: Set<String>
    ) throws(PDFObjectsError) -> Bool {
        var pairs: [(PDFObject, PDFObject)] = []
        guard old.isDictionary, new.isDictionary, add(old, new, besides: keys, to: &pairs) else { return false }
        for (one, other) in pairs {
            guard try isSame(one, other) else { return false }
        }
        return true
    }

    /// Adds the values of two dictionaries as pairs. Returns whether they have the same keys.
    private func add(
        _ old: PDFObject, _ new: PDFObject, besides keys: Set<String>, to pairs: inout [(PDFObject, PDFObject)]
    ) -> Bool {
        func entries(_ object: PDFObject) -> [(PDFName, PDFObject)] {
            object.keyNames.filter { !keys.contains("/\($0.shown)") }.compactMap { name in
                object[name].map { (name, $0) }
            }
        }
        let (before, after) = (entries(old), entries(new))
        guard before.count == after.count else { return false }
        let found = Dictionary(after) { first, _ in first }
        for (name, value) in before {
            guard let other = found[name] else { return false }
            pairs.append((value, other))
        }
        return true
    }

    private func haveSameData(_ old: PDFObject, _ new: PDFObject) throws(PDFObjectsError) -> Bool {
        if try old.rawData() == (try new.rawData()) { return true }
        guard let one = try old.decodedData(), let other = try new.decodedData() else { return false }
        return one == other
    }
}
