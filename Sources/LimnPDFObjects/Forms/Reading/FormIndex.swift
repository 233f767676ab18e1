// SPDX-License-Identifier: GPL-3.0-or-later

/// The fields of a document, found in the form's tree **and** on its pages, and merged by full name (ISO 32000-2,
/// 12.7).
///
/// Many documents have widgets that cannot be reached from the tree, usually because pages were copied. Filling only
/// the tree would then change nothing visible. Nodes with the same full name are one field: every node gets the value,
/// and every widget gets an appearance.
struct FormIndex {
    /// The dictionary of a field and its ancestors, nearest first.
    struct Node {
        let object: PDFObject
        let parents: [PDFObject]
        /// The topmost ancestor of a field that can be reached only from pages; otherwise nil.
        var adoptedRoot: PDFObject?

        /// Returns the value of a key, which may be inherited. Null counts as absent.
        func inherited(_ key: UnsafePointer<CChar>) -> PDFObject? {
            if let value = object[key] { return value }
            for parent in parents { if let value = parent[key] { return value } }
            return nil
        }
    }

    /// A widget of a field. It has a dictionary of its own or shares the field's.
    struct Widget {
        let object: PDFObject
        /// The index in ``Field/nodes`` of the field's dictionary.
        let node: Int
        /// The index of the widget among the kids of its field. /Opt lists the values of buttons in this order.
        let place: Int
        /// The page, counted from 0; nil if no page lists the widget.
        var page: Int?
        /// Other pages that list the widget.
        var furtherPages: [Int] = []
    }

    /// A field.
    struct Field {
        let name: String
        var nodes: [Node]
        var widgets: [Widget] = []

        /// Returns the value of a key in the field's nodes or their ancestors, not in separate widgets.
        func inherited(_ key: UnsafePointer<CChar>) -> PDFObject? {
            for node in nodes { if let value = node.inherited(key) { return value } }
            return nil
        }
    }

    /// The form's dictionary; nil if the document has none.
    let form: PDFObject?
    private(set) var fields: [Field] = []
    private(set) var places: [String: Int] = [:]
    /// Whether a limit that protects against hostile files was reached.
    private(set) var isTruncated = false

    private var seen: Set<ObjectID> = []
    private var widgetPlaces: [ObjectID: (field: Int, widget: Int)] = [:]

    /// The maximum depth of the tree. Deeper parts are ignored as hostile.
    static let depthLimit = 64
    /// The maximum number of further pages of a widget.
    private static let pagesLimit = 1000
    /// The maximum number of dictionaries. Further ones are ignored as hostile.
    static let limit = 250_000
    private var budget = Self.limit

    /// Finds the fields in the tree, then on the pages.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if the page tree is too large.
    init(root: PDFObject, tree: PageTree) throws(PDFObjectsError) {
        form = root["/AcroForm"].flatMap { $0.isDictionary ? $0 : nil }
        for field in form?["/Fields"]?.items ?? [] {
            // Some programs list widgets in place of their fields.
            if field.isDictionary, field["/T"] == nil, field["/Parent"]?.isDictionary == true {
                note(field, page: nil)
            } else {
                walk(field, parents: [], name: "")
            }
        }
        for index in 0..<(try tree.count()) {
            for annotation in try tree.leaf(at: index).page["/Annots"]?.items ?? []
            where budget > 0 && annotation.isDictionary && annotation["/Subtype"]?.isName("/Widget") == true {
                note(annotation, page: index)
            }
        }
    }

    /// The field with a full name.
    subscript(name: String) -> Field? { places[name].map { fields[$0] } }

    // MARK: The tree

    private struct Step {
        let object: PDFObject
        let parents: [PDFObject]
        /// The full name of the parent.
        let name: String
        /// For a dictionary without a name, the node that it belongs to, and its index among the kids.
        let owner: (field: Int, node: Int, place: Int)?
    }

    private mutating func walk(_ start: PDFObject, parents: [PDFObject], name: String) {
        var steps = [Step(object: start, parents: parents, name: name, owner: nil)]
        while let step = steps.popLast() {
            guard step.object.isDictionary, take(step.object), step.parents.count < Self.depthLimit else { continue }
            let own = step.object["/T"]?.text
            let kids = step.object["/Kids"]?.items ?? []
            if own == nil, let owner = step.owner {
                // Some widgets have kids by mistake and are shown anyway.
                if kids.isEmpty || step.object["/Subtype"]?.isName("/Widget") == true && step.object["/Rect"] != nil {
                    add(step.object, to: owner.field, node: owner.node, place: owner.place)
                }
                if !kids.isEmpty {
                    push(kids, under: step, name: step.name, owner: (owner.field, owner.node), onto: &steps)
                }
                continue
            }
            let full = [step.name, own ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
            let hasNamedKids = kids.contains { $0["/T"] != nil }
            let hasWidgets = kids.contains { $0["/T"] == nil }
            guard !hasNamedKids || hasWidgets else {
                push(kids, under: step, name: full, owner: nil, onto: &steps)
                continue
            }
            let (field, node) = add(step.object, parents: step.parents, name: full)
            if kids.isEmpty {
                if step.object["/Rect"] != nil { add(step.object, to: field, node: node, place: 0) }
            } else {
                push(kids, under: step, name: full, owner: (field, node), onto: &steps)
            }
        }
    }

    /// Adds kids as steps in reverse order, because the step added last is taken first.
    private func push(
        _ kids: [PDFObject], under step: Step, name: String, owner: (field: Int, node: Int)?, onto steps: inout [Step]
    ) {
        let parents = [step.object] + step.parents
        for (place, kid) in kids.enumerated().reversed() {
            steps.append(
                Step(
                    object: kid, parents: parents, name: name,
                    owner: owner.map { ($0.field, $0.node, place) }))
        }
    }

    /// Counts a dictionary. Returns whether it is visited for the first time and the limit is not reached.
    private mutating func take(_ object: PDFObject) -> Bool {
        guard budget > 0 else {
            isTruncated = true
            return false
        }
        budget -= 1
        return object.identity.map { seen.insert($0).inserted } ?? true
    }

    private mutating func add(_ object: PDFObject, parents: [PDFObject], name: String) -> (field: Int, node: Int) {
        let node = Node(object: object, parents: parents)
        if let place = places[name] {
            fields[place].nodes.append(node)
            return (place, fields[place].nodes.count - 1)
        }
        places[name] = fields.count
        fields.append(Field(name: name, nodes: [node]))
        return (fields.count - 1, 0)
    }

    private mutating func add(_ widget: PDFObject, to field: Int, node: Int, place: Int) {
        if let id = widget.identity { widgetPlaces[id] = (field, fields[field].widgets.count) }
        fields[field].widgets.append(Widget(object: widget, node: node, place: place))
    }

    // MARK: Pages

    /// Records a widget that a page or the form lists. Its ancestors are found by following /Parent.
    private mutating func note(_ annotation: PDFObject, page: Int?) {
        if let id = annotation.identity, let place = widgetPlaces[id] {
            budget -= 1
            let known = fields[place.field].widgets[place.widget]
            if known.page == nil {
                fields[place.field].widgets[place.widget].page = page
            } else if let page, known.page != page, known.furtherPages.count < Self.pagesLimit,
                known.furtherPages.last != page
            {
                fields[place.field].widgets[place.widget].furtherPages.append(page)
            }
            return
        }
        guard take(annotation) else { return }
        var parents: [PDFObject] = []
        var climbed: Set<ObjectID> = []
        var above = annotation["/Parent"]
        while let parent = above, parent.isDictionary, parents.count < Self.depthLimit,
            parent.identity.map({ climbed.insert($0).inserted }) ?? false
        {
            parents.append(parent)
            above = parent["/Parent"]
        }
        let names = ([annotation] + parents).map { $0["/T"]?.text }
        // The field is the nearest dictionary with a name.
        guard let named = names.firstIndex(where: { $0 != nil }) else { return }
        let name = names.reversed().compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ".")
        let object = named == 0 ? annotation : parents[named - 1]
        let known = places[name].flatMap { field in
            fields[field].nodes.firstIndex { $0.object.identity != nil && $0.object.identity == object.identity }
                .map { (field: field, node: $0) }
        }
        let place: (field: Int, node: Int)
        if let known {
            place = known
        } else {
            place = add(object, parents: Array(parents.dropFirst(named)), name: name)
            if page != nil { fields[place.field].nodes[place.node].adoptedRoot = parents.last ?? annotation }
        }
        let kids = object["/Kids"]?.items ?? []
        // If the field does not list its widgets, they are numbered in the order in which they are found.
        let kid =
            kids.firstIndex { $0.identity != nil && $0.identity == annotation.identity }
            ?? fields[place.field].widgets.count { $0.node == place.node }
        add(annotation, to: place.field, node: place.node, place: kid)
        fields[place.field].widgets[fields[place.field].widgets.count - 1].page = page
    }
}
