// SPDX-License-Identifier: GPL-3.0-or-later

/// Identifies a direct dictionary inside a resource dictionary. If several pages get copies of the resources, all
/// copies refer to one object in place of that dictionary.
struct SharedPart: Hashable {
    let holder: ObjectID
    let key: [CChar]
}

/// An object to add to a page's resources.
struct ResourceAddition {
    /// The kind of resource, such as `/XObject`.
    let category: String
    /// The start of the resource's name. An unused number is appended.
    let prefix: String
    let object: PDFValue

    init(_ category: String, _ prefix: String, _ object: PDFValue) {
        self.category = category
        self.prefix = prefix
        self.object = object
    }
}

extension ChangeWriter {
    /// Copies a page's resources and adds objects under new names. The page's resources are its own or the nearest
    /// inherited ones.
    ///
    /// - Returns: the copy, as a direct dictionary, and the names of the additions, in the same order.
    mutating func resources(
        of leaf: PageTree.Leaf, adding additions: [ResourceAddition]
    ) throws(PDFObjectsError) -> (resources: PDFValue, names: [String]) {
        let found = leaf.inherited { object in
            object["/Resources"].flatMap { $0.isDictionary ? (holder: object, resources: $0) : nil }
        }
        func category(_ name: String) -> PDFObject? {
            found?.resources[name].flatMap { $0.isDictionary ? $0 : nil }
        }
        var added: [String: [PDFEdit]] = [:]
        var numbers: [String: Int] = [:]
        var names: [String] = []
        for addition in additions {
            let old = category(addition.category)
            var number = numbers[addition.prefix] ?? 0
            while old?["\(addition.prefix)\(number)"] != nil { number += 1 }
            numbers[addition.prefix] = number + 1
            names.append("\(addition.prefix)\(number)")
            added[addition.category, default: []].append((names[names.count - 1], addition.object))
        }
        var edits: [PDFEdit] = []
        if let found, found.holder !== leaf.page || found.resources.isIndirect {
            edits = try sharedParts(of: found.resources, heldBy: found.holder, except: Set(added.keys))
        }
        for (name, new) in added.sorted(by: { $0.key < $1.key }) {
            edits.append((name, category(name).map { .edited($0, new) } ?? .new(new)))
        }
        return (found.map { .edited($0.resources, edits) } ?? .new(edits), names)
    }

    /// Edits resources that pages share: large direct dictionaries become indirect objects, which all pages refer to.
    private mutating func sharedParts(
        of resources: PDFObject, heldBy holder: PDFObject, except replaced: Set<String>
    ) throws(PDFObjectsError) -> [PDFEdit] {
        guard let holder = resources.identity ?? holder.identity else { return [] }
        var edits: [PDFEdit] = []
        for key in resources.keys {
            guard let value = resources[key], !value.isIndirect, value.isDictionary,
                // A small part takes less space than an indirect object.
                try value.unparsed().count > 200,
                let name = String(validating: key.dropLast(), as: UTF8.self), !replaced.contains(name)
            else { continue }
            let part = SharedPart(holder: holder, key: key)
            let id: ObjectID
            if let known = shared.parts[part] { id = known } else { id = try sink.add(.edited(value, [])) }
            shared.parts[part] = id
            edits.append((name, .reference(id)))
        }
        return edits
    }
}

extension PDFValue {
    /// Makes a new dictionary with the given entries.
    fileprivate static func new(_ edits: [PDFEdit]) -> PDFValue {
        .dictionary(edits.compactMap { edit in edit.value.map { (edit.key, $0) } })
    }
}
