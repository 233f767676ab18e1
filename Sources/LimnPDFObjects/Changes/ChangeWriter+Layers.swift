// SPDX-License-Identifier: GPL-3.0-or-later

extension ChangeWriter {
    /// Returns the optional content group of a layer. It is written on first use and shared by everything on the layer.
    mutating func object(of layer: DocumentLayer) throws(PDFObjectsError) -> ObjectID {
        if let known = shared.layers[layer] { return known }
        let id = try sink.add(
            .dictionary([("/Type", .text("/OCG")), ("/Name", .text(.string(layer.name)))]), isCompressible: true)
        shared.layers[layer] = id
        newLayers.append((layer, id))
        return id
    }

    /// Adds new groups to the catalog's /OCProperties. The settings of the document's own groups do not change.
    mutating func listLayers() {
        guard !newLayers.isEmpty else { return }
        let old = root["/OCProperties"].flatMap { $0.isDictionary ? $0 : nil }
        if old == nil, root["/OCProperties"] != nil {
            notes.append("The document's list of layers was not a list and was replaced.")
        }
        let settings = old?["/D"].flatMap { $0.isDictionary ? $0 : nil }
        func extended(_ list: PDFObject?, _ which: (DocumentLayer) -> Bool) -> PDFValue? {
            let added = newLayers.filter { which($0.layer) }.map { PDFValue.reference($0.id) }
            return added.isEmpty ? nil : .array(PDFValue.items(of: list) + added)
        }
        // An unlisted group has the base state, which another program may have set to OFF.
        let isOffByBase = settings?["/BaseState"]?.isName("/OFF") == true
        var edits: [PDFEdit] = []
        func add(_ key: String, _ which: (DocumentLayer) -> Bool) {
            if let list = extended(settings?[key], which) { edits.append((key, list)) }
        }
        add("/Order") { _ in true }
        add("/OFF") { !$0.isVisible }
        if isOffByBase { add("/ON") { $0.isVisible } }
        add("/Locked") { $0.isLocked }
        // PDF/A requires a name (ISO 19005-2, 6.9).
        if settings?["/Name"] == nil { edits.append(("/Name", .text("(Layers)"))) }
        let groups = extended(old?["/OCGs"]) { _ in true } ?? .array([])
        let configuration: PDFValue =
            settings.map { .edited($0, edits) }
            ?? .dictionary(edits.compactMap { edit in edit.value.map { (edit.key, $0) } })
        let properties: [PDFEntry] = [("/OCGs", groups), ("/D", configuration)]
        catalogEdits.append(
            ("/OCProperties", old.map { .edited($0, properties.map { ($0.key, $0.value) }) } ?? .dictionary(properties))
        )
        newLayers = []
    }
}
