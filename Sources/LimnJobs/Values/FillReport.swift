// SPDX-License-Identifier: GPL-3.0-or-later

/// A worker's report about a form that it filled. It contains only facts that other workers cannot determine.
package struct FillReport: Hashable, SizedAnswer {
    /// A finding about one of the fields to be filled.
    package struct Finding: Codable, Hashable, Sendable {
        /// The field's index in the list of fields to fill.
        package var place: Int
        /// The finding as a sentence without the field's name.
        package var text: String
        /// Whether the field was not filled.
        package var isRefusal: Bool

        package init(place: Int, text: String, isRefusal: Bool) {
            (self.place, self.text, self.isRefusal) = (place, text, isRefusal)
        }
    }

    /// The number of bytes written: the size of the new document, or of the update to append to the original.
    package var bytes = 0
    /// The way the document was saved: appended or rewritten.
    package var save = SaveStrategy.rewrite
    /// The reason why it was saved that way.
    package var reason = ""
    /// The findings about fields, at most ``findingLimit``.
    package var findings: [Finding] = []
    /// The total number of findings, including omitted ones.
    package var findingCount = 0
    /// The fields that are left out because they have no appearance, each as a name with its page, at most
    /// ``leftOutLimit``.
    package var leftOut: [String] = []
    /// The total number of fields that are left out.
    package var leftOutCount = 0
    /// Whether an XFA form was removed so that viewers show the fields.
    package var removedXFA = false
    /// Warnings of libraries, and sentences about parts of the original that were skipped.
    package var messages: [String] = []

    /// The maximum number of findings in a message.
    package static let findingLimit = 400
    /// The maximum number of left-out fields in a message.
    package static let leftOutLimit = 20
    /// The maximum length of a finding, in characters.
    package static let textLimit = 200

    package init() {}

    /// Whether the findings are within the limits and the document was saved in one of the ways.
    var isPossible: Bool {
        AnswerBounds.areCounts(findingCount, leftOutCount)
            && findings.count <= min(Self.findingLimit, findingCount)
            && findings.allSatisfy { $0.text.count <= Self.textLimit && $0.place >= 0 }
            && leftOut.count <= min(Self.leftOutLimit, leftOutCount)
            && leftOut.allSatisfy { $0.count <= Self.textLimit } && save != .auto
    }

    /// Adds a field that is left out because it has no appearance.
    package mutating func addLeftOut(_ field: String) {
        leftOutCount += 1
        if leftOut.count < Self.leftOutLimit { leftOut.append(String(field.prefix(Self.textLimit))) }
    }

    /// Adds a finding about a field.
    package mutating func add(_ place: Int, _ text: String, isRefusal: Bool) {
        findingCount += 1
        // Refusals must be reported, even if that displaces other findings.
        if findings.count >= Self.findingLimit {
            guard isRefusal, let other = findings.lastIndex(where: { !$0.isRefusal }) else { return }
            findings.remove(at: other)
        }
        findings.append(Finding(place: place, text: String(text.prefix(Self.textLimit)), isRefusal: isRefusal))
    }
}
