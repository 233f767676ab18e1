// SPDX-License-Identifier: GPL-3.0-or-later

/// Edits of dictionaries of the original, gathered so that each is edited once: a field and its widget may be one.
struct ObjectEdits {
    private var order: [(object: PDFObject, edits: [PDFEdit])] = []
    private var places: [ObjectID: Int] = [:]

    /// Notes an edit; a later one of the same key takes the place of an earlier one.
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

    /// What is to be edited, in the order in which it was first named.
    var all: [(object: PDFObject, edits: [PDFEdit])] { order }
}
