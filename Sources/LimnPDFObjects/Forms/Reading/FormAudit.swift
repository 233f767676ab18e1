// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnForms

/// Looks at a filled form as somebody who has not filled it: whether the fields have the values that they should have,
/// and nothing else has changed.
public struct FormAudit {
    private let original: ObjectDocument
    private let export: ObjectDocument
    /// The fields that were filled, by full name.
    private let filled: Set<String>

    /// Prepares a look at a filled copy of a document.
    ///
    /// - Parameter filled: the full names of the fields that were meant to change.
    public init(of export: ObjectDocument, against original: ObjectDocument, filled: Set<String>) {
        (self.original, self.export, self.filled) = (original, export, filled)
    }

    /// What of a field and of its widgets may differ.
    private static let fieldKeys = ["/V", "/I", "/RV", "/Ff", "/AP", "/AS", "/MK"]
    private static let formKeys = ["/NeedAppearances", "/XFA", "/Fields", "/DA"]

    private static func fault(_ what: String) -> PDFObjectsError { PDFObjectsError(.unsound, cause: what) }

    /// Compares the values of all fields, whichever way the copy was saved.
    ///
    /// - Parameter expected: the values that filled fields must have, by full name, as ``FormField/values`` tells them.
    /// - Throws: ``PDFObjectsError`` with `unsound`, whose cause names the field.
    public func checkValues(_ expected: [String: [String]]) throws(PDFObjectsError) {
        let (before, after) = (try original.form(), try export.form())
        guard before.fields.map(\.name) == after.fields.map(\.name) else {
            throw Self.fault("the form has other fields")
        }
        for (old, new) in zip(before.fields, after.fields) {
            let wanted = filled.contains(old.name) ? expected[old.name] ?? old.values : old.values
            guard new.values == wanted else { throw Self.fault("the field \(old.name) has another value") }
            guard old.kind == new.kind, old.widgets.map(\.place) == new.widgets.map(\.place) else {
                throw Self.fault("the field \(old.name) has changed besides its value")
            }
        }
        guard !after.needsAppearances else { throw Self.fault("viewers are still asked to draw the fields themselves") }
    }

    /// Compares an appended copy with its original, object by object.
    ///
    /// - Returns: the numbers of the original's objects that have another content, ascending.
    /// - Throws: ``PDFObjectsError`` with `unsound` where anything else than filled fields has changed.
    public func checkObjects() throws(PDFObjectsError) -> [Int] {
        if export.source.size == original.source.size { return [] }
        if let warning = export.file.openingWarnings.first {
            throw Self.fault("the new document's cross-reference is damaged: \(warning)")
        }
        let overridden = try UpdateAudit(original, export, pages: []).overridden()
        var left = overridden
        let root = try original.file.root()
        let index = try FormIndex(root: root, tree: original.tree)
        for field in index.fields where filled.contains(field.name) {
            for object in field.nodes.map(\.object) + field.widgets.map(\.object) {
                guard let id = object.identity, left.remove(Int(id.number)) != nil else { continue }
                try compare(object, try export.file.object(id), besides: Self.fieldKeys, "the field \(field.name)")
            }
        }
        if let form = index.form, let id = form.identity, left.remove(Int(id.number)) != nil {
            try compare(form, try export.file.object(id), besides: Self.formKeys, "the form")
        }
        if let id = root.identity, left.remove(Int(id.number)) != nil {
            let new = try export.file.root()
            try compare(root, new, besides: ["/AcroForm"], "the catalog")
            if let form = index.form, let other = new["/AcroForm"] {
                try compare(form, other, besides: Self.formKeys, "the form")
            }
        }
        if let stray = left.min() {
            throw Self.fault("object \(stray) has another content, and it is no field that was filled")
        }
        return overridden.sorted()
    }

    private func compare(
        _ old: PDFObject, _ new: PDFObject, besides keys: [String], _ what: @autoclosure () -> String
    ) throws(PDFObjectsError) {
        let edits = keys.map { (key: $0, value: PDFText?.none) }
        guard old.isDictionary, new.isDictionary,
            try old.unparsed(replacing: edits) == (try new.unparsed(replacing: edits))
        else { throw Self.fault("\(what()) has changed besides its values") }
    }
}

extension FieldWidget {
    /// Where it shows.
    fileprivate var place: FieldWidget { FieldWidget(page: page, rect: rect, isHidden: isHidden, isPrinted: isPrinted) }
}
