// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds transparency groups whose content blends with what is below the group (ISO 32000-2, 11.4). Poppler draws every
/// group as if it were isolated, so that such content covers what it should blend with.
struct BlendingGroups {
    /// Whether dictionaries of forms, of graphics states and of resources blend. Many forms share them.
    private var blending: [ObjectID: Bool] = [:]
    /// Whether dictionaries of graphics states set transparency.
    private var transparent: [ObjectID: Bool] = [:]
    /// The number of dictionaries that may still be looked at. A document with more is drawn as it is.
    private var remaining = 100_000
    /// The maximum depth of forms in forms.
    private static let depthLimit = 16

    /// Returns whether a form, or a form in it, has a blend mode other than Normal.
    mutating func blends(_ form: PDFObject) -> Bool { blends(form, depth: 0) }

    private mutating func blends(_ form: PDFObject, depth: Int) -> Bool {
        guard depth < Self.depthLimit, let resources = form["/Resources"] else { return false }
        return known(form, \.blending) { groups in
            groups.known(resources, \.blending) { groups in
                let states = resources["/ExtGState"]
                if groups.has(states, \.blending, where: \.setsBlendMode) { return true }
                guard let forms = resources["/XObject"] else { return false }
                return groups.known(forms, \.blending) { groups in
                    forms.values.contains { $0["/Resources"] != nil && groups.blends($0, depth: depth + 1) }
                }
            }
        }
    }

    /// Returns whether a form is a group that makes no difference in other viewers, but in poppler: its content blends,
    /// and it is neither isolated nor a knockout group.
    ///
    /// - Parameter resources: the resources of the content that paints the form. If they set transparency, the group makes
    ///   a difference.
    mutating func isPlain(_ form: PDFObject, in resources: PDFObject?) -> Bool {
        guard let group = form["/Group"], group["/I"]?.bool != true, group["/K"]?.bool != true else { return false }
        return blends(form) && !has(resources?["/ExtGState"], \.transparent, where: \.setsTransparency)
    }

    /// Returns the plain groups among the forms in a form that is painted without transparency.
    mutating func plain(below form: PDFObject) -> [PDFObject] {
        var found: [PDFObject] = []
        var walk = TreeWalk()
        if let resources = form["/Resources"] { walk.push(resources) }
        while let resources = walk.pop() {
            remaining -= 1
            // Below transparency, groups make a difference.
            guard remaining > 0 else { break }
            guard !has(resources["/ExtGState"], \.transparent, where: \.setsTransparency) else { continue }
            for inner in resources["/XObject"]?.values ?? [] where inner["/Subtype"]?.isName("/Form") == true {
                let isPlain = isPlain(inner, in: resources)
                if isPlain { found.append(inner) }
                if isPlain || inner["/Group"] == nil, let own = inner["/Resources"] { walk.push(own) }
            }
        }
        return found
    }

    /// Returns whether one of several graphics states has a property.
    private mutating func has(
        _ states: PDFObject?, _ answers: WritableKeyPath<BlendingGroups, [ObjectID: Bool]>,
        where property: (PDFObject) -> Bool
    ) -> Bool {
        guard let states else { return false }
        return known(states, answers) { groups in
            states.values.contains { state in
                groups.remaining -= 1
                return groups.remaining > 0 && property(state)
            }
        }
    }

    /// Returns the answer for an object, which is found once if other objects can refer to it.
    private mutating func known(
        _ object: PDFObject, _ answers: WritableKeyPath<BlendingGroups, [ObjectID: Bool]>,
        _ find: (inout BlendingGroups) -> Bool
    ) -> Bool {
        let identity = object.identity
        if let identity, let answer = self[keyPath: answers][identity] { return answer }
        remaining -= 1
        guard remaining > 0 else { return false }
        guard let identity else { return find(&self) }
        // A form in itself adds nothing.
        self[keyPath: answers][identity] = false
        let answer = find(&self)
        self[keyPath: answers][identity] = answer
        return answer
    }
}

extension PDFObject {
    /// Whether a graphics state has an alpha below 1, a soft mask, or a blend mode other than Normal.
    fileprivate var setsTransparency: Bool {
        let alphas = [self["/CA"], self["/ca"]].compactMap { $0?.number }
        let isMasked = self["/SMask"].map { !$0.isName("/None") } ?? false
        return alphas.contains { $0 < 1 } || isMasked || setsBlendMode
    }

    /// Whether a graphics state sets a blend mode other than Normal.
    var setsBlendMode: Bool {
        let mode = self["/BM"]?.name ?? self["/BM"]?.item(0)?.name
        return mode.map { $0 != "Normal" && $0 != "Compatible" } ?? false
    }
}
