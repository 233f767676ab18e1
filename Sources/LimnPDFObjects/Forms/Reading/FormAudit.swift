// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms

/// Checks a filled form without trusting the process that filled it: the fields must have the expected values, and
/// nothing else may have changed.
public struct FormAudit {
    private let original: ObjectDocument
    private let export: ObjectDocument
    /// The full names of the filled fields.
    private let filled: Set<String>

    /// Prepares to check a filled copy of a document.
    ///
    /// - Parameter filled: the full names of the fields that were meant to change.
    public init(of export: ObjectDocument, against original: ObjectDocument, filled: Set<String>) {
        (self.original, self.export, self.filled) = (original, export, filled)
    }

    /// The entries of a field and its widgets that may differ.
    private static let fieldKeys = ["/V", "/I", "/RV", "/Ff", "/AP", "/AS", "/MK"]
    private static let formKeys = ["/NeedAppearances", "/XFA", "/Fields"]

    private static func fault(_ what: String) -> PDFObjectsError { PDFObjectsError(.unsound, cause: what) }

    /// Compares the values of all fields. The copy may have been appended or rewritten.
    ///
    /// - Parameter expected: the expected values of filled fields, by full name, as in ``FormField/values``.
    /// - Throws: ``PDFObjectsError`` with `unsound`; its cause names the field.
    public func checkValues(_ expected: [String: [String]]) throws(PDFObjectsError) {
        let (before, after) = (try original.form(), try export.form())
        // Fields that only pages listed may now be elsewhere in the form.
        let found = Dictionary(after.fields.map { ($0.name, $0) }) { first, _ in first }
        guard before.fields.count == after.fields.count, found.count == after.fields.count else {
            throw Self.fault("the form has other fields")
        }
        for old in before.fields {
            guard let new = found[old.name] else { throw Self.fault("the form has lost the field \(old.name)") }
            let wanted = filled.contains(old.name) ? expected[old.name] ?? old.values : old.values
            guard new.values == wanted else { throw Self.fault("the field \(old.name) has another value") }
            guard old.kind == new.kind, Set(old.places) == Set(new.places) else {
                throw Self.fault("the field \(old.name) has changed in more than its value")
            }
        }
        guard !after.needsAppearances else { throw Self.fault("viewers are still asked to draw the fields themselves") }
    }

    /// Compares an appended copy with its original, object by object.
    ///
    /// - Returns: the numbers of the original's objects whose content has changed, in ascending order.
    /// - Throws: ``PDFObjectsError`` with `unsound` if anything but filled fields has changed.
    public func checkObjects() throws(PDFObjectsError) -> [Int] {
        if export.source.size == original.source.size { return [] }
        if let warning = export.file.openingWarnings.first {
            throw Self.fault("the new document's cross-reference is damaged: \(warning)")
        }
        let overridden = try UpdateAudit(original, export, pages: []).overridden()
        var left = overridden
        let root = try original.file.root()
        let trailer = try UpdateSink.entries(of: try original.file.trailer())
        guard try UpdateSink.entries(of: try export.file.trailer()) == trailer,
            try export.file.root().identity == root.identity
        else { throw Self.fault("the new document's trailer says something else") }
        let index = try original.formIndex()
        for field in index.fields where filled.contains(field.name) {
            for object in field.nodes.map(\.object) + field.widgets.map(\.object) {
                guard let id = object.identity, left.remove(Int(id.number)) != nil else { continue }
                let new = try export.file.object(id)
                try compare(object, new, besides: Self.fieldKeys, "the field \(field.name)")
                try checkFlags(object, new, of: field)
            }
        }
        let newRoot = try export.file.root()
        if let id = root.identity, left.remove(Int(id.number)) != nil {
            try compare(root, newRoot, besides: ["/AcroForm", "/Version"], "the catalog")
        }
        if let form = index.form, let id = form.identity { left.remove(Int(id.number)) }
        try checkForm(index, newRoot["/AcroForm"])
        if let stray = left.min() {
            throw Self.fault("object \(stray) has changed, but it is not a field that was filled")
        }
        return overridden.sorted()
    }

    /// Checks that a field's flags are the same or have gained only ReadOnly, and that only push buttons have new
    /// pictures.
    private func checkFlags(_ old: PDFObject, _ new: PDFObject, of field: FormIndex.Field) throws(PDFObjectsError) {
        let (before, after) = (old["/Ff"]?.int, new["/Ff"]?.int)
        guard before == after || after == Int(field.flags.union(.readOnly).rawValue) else {
            throw Self.fault("the field \(field.name) has changed in more than its value")
        }
        // Only push buttons get pictures.
        if field.kind != .push, try old["/MK"]?.unparsed() != (try new["/MK"]?.unparsed()) {
            throw Self.fault("the field \(field.name) has changed in more than its value")
        }
    }

    /// Checks that the form's dictionary has at most lost /NeedAppearances and /XFA, and gained filled fields that only
    /// pages listed.
    private func checkForm(_ index: FormIndex, _ new: PDFObject?) throws(PDFObjectsError) {
        guard let new else {
            if index.form == nil { return }
            throw Self.fault("the form is gone")
        }
        if let form = index.form {
            try compare(form, new, besides: Self.formKeys, "the form")
            if let xfa = new["/XFA"], try !Self.isSame(form["/XFA"], xfa) {
                throw Self.fault("the form has another XFA form")
            }
        } else if new.keys.count > 2 || new["/Fields"] == nil || new["/DA"] == nil {
            throw Self.fault("a form was added that has more than its fields")
        }
        let (before, after) = (index.form?["/Fields"], new["/Fields"])
        let count = before?.count ?? 0
        for place in 0..<count {
            guard try before?.item(place)?.unparsed() == (try after?.item(place)?.unparsed()) else {
                throw Self.fault("the form lists other fields")
            }
        }
        let roots = Set(
            index.fields.filter { filled.contains($0.name) }.flatMap(\.nodes).compactMap { $0.adoptedRoot?.identity })
        for place in count..<max(count, after?.count ?? 0) {
            guard let id = after?.item(place)?.identity, roots.contains(id) else {
                throw Self.fault("the form lists other fields")
            }
        }
    }

    /// Compares the data of the XFA form if the copy still has one. The copy may have been appended or rewritten.
    ///
    /// - Parameter expected: the new values of filled fields.
    /// - Throws: ``PDFObjectsError`` with `unsound`.
    public func checkXFA(_ expected: [(field: String, values: [String])]) throws(PDFObjectsError) {
        guard let form = try export.formIndex().form, form["/XFA"] != nil, !expected.isEmpty else { return }
        guard let data = try export.formIndex().datasets?.bytes,
            data == (try original.datasets(filledWith: expected))
        else { throw Self.fault("the XFA form has other values than its fields") }
    }

    /// Returns whether two XFA forms are equal except for their data.
    private static func isSame(_ old: PDFObject?, _ new: PDFObject) throws(PDFObjectsError) -> Bool {
        guard let old else { return false }
        guard old.isArray, new.isArray else { return old.isStream && new.isStream }
        guard old.count == new.count else { return false }
        for place in 0..<old.count {
            if place % 2 == 1, old.item(place - 1)?.text == "datasets" { continue }
            guard try old.item(place)?.unparsed() == (try new.item(place)?.unparsed()) else { return false }
        }
        return true
    }

    private func compare(
        _ old: PDFObject, _ new: PDFObject, besides keys: [String], _ what: @autoclosure () -> String
    ) throws(PDFObjectsError) {
        guard try old.isEqual(to: new, besides: keys) else {
            throw Self.fault("\(what()) has changed in more than its values")
        }
    }
}

extension FormField {
    /// The places where the field is shown. Widgets that no page lists are not shown.
    fileprivate var places: [FieldWidget] { widgets.filter { $0.page != nil }.map(\.place) }
}

extension FieldWidget {
    /// The place where the widget is shown, without its state.
    fileprivate var place: FieldWidget { FieldWidget(page: page, rect: rect, isHidden: isHidden, isPrinted: isPrinted) }
}
