// SPDX-License-Identifier: GPL-3.0-or-later

/// What a worker tells of a form that it filled. What can be found out without it is not among it.
package struct FillReport: Codable, Hashable, Sendable {
    /// Something about one of the fields that were to be filled.
    package struct Remark: Codable, Hashable, Sendable {
        /// The field's place in the list of what was to be filled.
        package var place: Int
        /// A sentence without the field's name.
        package var text: String
        /// Whether the field was left as it was.
        package var isRefusal: Bool

        package init(place: Int, text: String, isRefusal: Bool) {
            (self.place, self.text, self.isRefusal) = (place, text, isRefusal)
        }
    }

    /// How many bytes were written: the new document, or what goes behind the original where it is appended to.
    package var bytes = 0
    /// How it was saved: appended or rewritten.
    package var save = SaveStrategy.rewrite
    /// Why it was saved that way.
    package var reason = ""
    /// What is to be said of fields, up to ``remarkLimit``.
    package var remarks: [Remark] = []
    /// How many remarks there were.
    package var remarkCount = 0
    /// Whether an XFA form was removed, so that viewers show the fields.
    package var removedXFA = false
    /// What libraries printed, and what was passed over in the original.
    package var messages: [String] = []

    /// A message has room for so many remarks.
    package static let remarkLimit = 400
    /// The most characters of a remark.
    package static let textLimit = 200

    package init() {}

    /// Says something of a field.
    package mutating func remark(_ place: Int, _ text: String, isRefusal: Bool) {
        remarkCount += 1
        // What was refused must be known, whatever else is left out.
        if remarks.count >= Self.remarkLimit {
            guard isRefusal, let other = remarks.lastIndex(where: { !$0.isRefusal }) else { return }
            remarks.remove(at: other)
        }
        remarks.append(Remark(place: place, text: String(text.prefix(Self.textLimit)), isRefusal: isRefusal))
    }
}
