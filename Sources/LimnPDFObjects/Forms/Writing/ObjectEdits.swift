// SPDX-License-Identifier: GPL-3.0-or-later

/// Edits of the original's dictionaries, collected so that each dictionary is edited once. A field and its widget may
/// be the same dictionary.
struct ObjectEdits {
    private var order: [(object: PDFObject, edits: [PDFEdit])] = []
    private var places: [ObjectID: Int] = [:]

    /// Adds an edit. It replaces an earlier edit of the same key.
    mutating func add(_ edit: PDFEdit, to object: PDFObject) {
        let place: Int
        if let id = object.identity, let known = places[id] {
            place = known
        } else {
            place = order.count
            if let id = object.identity { places[id] = place }
            order.append((object, []))
        }
        order[place].edits.removeAll { $0.key == edit.key }
        order[place].edits.append(edit)
    }

    /// The dictionaries and their edits, in the order in which the dictionaries were first added.
    var all: [(object: PDFObject, edits: [PDFEdit])] { order }
}
