// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a resource dictionary that is direct there and that several pages' copies share.
struct SharedPart: Hashable {
    let holder: ObjectID
    let key: [CChar]
}

/// An object that a page's content shall be able to name.
struct ResourceAddition {
    /// The kind of resource, such as `/XObject`.
    let category: String
    /// What its name starts with; a number follows that is not in use.
    let prefix: String
    let object: PDFObject

    init(_ category: String, _ prefix: String, _ object: PDFObject) {
        self.category = category
        self.prefix = prefix
        self.object = object
    }
}

extension ObjectDocument {
    /// A copy of a page's resources that has further objects under new names; the page's are those nearest to it.
    ///
    /// - Returns: the copy, direct, and the names in the order of the additions.
    func resources(
        of leaf: PageTree.Leaf, adding additions: [ResourceAddition]
    ) throws(PDFObjectsError) -> (resources: PDFObject, names: [String]) {
        let found = leaf.inherited { object in
            object["/Resources"].flatMap { $0.isDictionary ? (holder: object, resources: $0) : nil }
        }
        var parts: [String: PDFObject] = [:]
        for category in Set(additions.map(\.category)).sorted() {
            let old = found?.resources[category].flatMap { $0.isDictionary ? $0 : nil }
            if let old { parts[category] = try old.shallowCopy() } else { parts[category] = try file.newDictionary() }
        }
        let copy = try file.newDictionary()
        if let found {
            let isOwn = found.holder === leaf.page && !found.resources.isIndirect
            let replaced = Set(parts.keys.map { Array($0.utf8CString) })
            for key in found.resources.keys where !replaced.contains(key) {
                guard let value = found.resources[key] else { continue }
                let holder = found.resources.identity ?? found.holder.identity
                let mayShare = !isOwn && !value.isIndirect && value.isDictionary
                try copy.set(key, mayShare ? try sharedPart(value, key: key, of: holder) : value)
            }
        }
        var numbers: [String: Int] = [:]
        var names: [String] = []
        for addition in additions {
            guard let part = parts[addition.category] else { continue }
            var number = numbers[addition.prefix] ?? 0
            while part["\(addition.prefix)\(number)"] != nil { number += 1 }
            numbers[addition.prefix] = number + 1
            let name = "\(addition.prefix)\(number)"
            try part.set(name, addition.object)
            names.append(name)
        }
        for (category, part) in parts.sorted(by: { $0.key < $1.key }) { try copy.set(category, part) }
        return (copy, names)
    }

    /// One copy for all pages of a direct dictionary in shared resources, which can be large.
    private func sharedPart(
        _ value: PDFObject, key: [CChar], of holder: ObjectID?
    ) throws(PDFObjectsError) -> PDFObject {
        guard let holder else { return value }
        let part = SharedPart(holder: holder, key: key)
        if let known = sharedParts[part] { return known }
        let copy = try file.makeIndirect(try value.shallowCopy())
        sharedParts[part] = copy
        return copy
    }
}
