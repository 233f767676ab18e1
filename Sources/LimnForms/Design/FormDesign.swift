// SPDX-License-Identifier: Apache-2.0

public import LimnGeometry

/// Fields to add to a document, in their order.
public struct FormDesign: Sendable {
    /// The reason why fields cannot be added.
    public struct Fault: Error, Hashable, Sendable {
        /// The field, counted from 0; nil if the fault concerns all fields.
        public var field: Int?
        /// The sentence for the user.
        public var sentence: String
    }

    /// The fields.
    public var fields: [FieldDesign]

    /// Makes a design.
    public init(_ fields: [FieldDesign]) { self.fields = fields }

    /// The maximum number of fields of one design.
    public static let limit = 200_000
    /// The maximum length of each text, in bytes of UTF-8.
    public static let textLimit = 400
    /// The maximum number of rows of a list.
    public static let choiceLimit = 1000
    /// The maximum number of levels of the form's tree.
    public static let depthLimit = 50
    /// The maximum length of a radio button's choice, which becomes a name (ISO 32000-1, table C.1), in bytes of UTF-8.
    public static let choiceBytes = 127
    /// The smallest side of a place, in points.
    public static let smallestSide = 1.0

    /// Checks that the fields can be added to a document.
    ///
    /// - Parameters:
    ///   - existing: the full names of the document's fields.
    ///   - pages: the displayed sizes of the document's pages, in points.
    /// - Throws: ``Fault`` for the first field that cannot be added.
    public func check(besides existing: [String], pages: [Size]) throws(Fault) {
        guard !fields.isEmpty else { throw Fault(sentence: "There are no fields.") }
        guard fields.count <= Self.limit else { throw Fault(sentence: "There are more than \(Self.limit) fields.") }
        let roots = Set(existing.compactMap { FieldDesign.parts(of: $0).first })
        var names: [String: FormField.Kind] = [:]
        var choices: Set<[String]> = []
        for (index, field) in fields.enumerated() {
            if let words = Self.fault(of: field, pages: pages) { throw fault(index, words) }
            let root = FieldDesign.parts(of: field.name)[0]
            guard !roots.contains(root) else {
                throw fault(index, "The document has fields under “\(Self.shown(root))” already.")
            }
            if let known = names[field.name], known != .radio || field.kind != .radio {
                throw fault(index, "There is another field with this name.")
            }
            if field.kind == .radio, !choices.insert([field.name, field.choice ?? ""]).inserted {
                throw fault(index, "Another button of this group has the same choice.")
            }
            names[field.name] = field.kind
        }
        for (index, field) in fields.enumerated() {
            let parts = FieldDesign.parts(of: field.name)
            for count in 1..<parts.count {
                let above = parts.prefix(count).joined(separator: ".")
                guard names[above] == nil else {
                    throw fault(index, "It cannot be below the field “\(Self.shown(above))”.")
                }
            }
            for summand in field.summands where names[summand] != .text || summand == field.name {
                throw fault(index, "It cannot add “\(Self.shown(summand))” up, which is no other text field.")
            }
        }
        guard calculationOrder.count == fields.count(where: { !$0.summands.isEmpty }) else {
            throw Fault(sentence: "Sums that need each other have no value.")
        }
    }

    private func fault(_ index: Int, _ words: String) -> Fault {
        Fault(field: index, sentence: "Field \(index + 1), “\(Self.shown(fields[index].name))”: \(words)")
    }

    /// The indices of the fields that are sums, each after those that it needs. Sums that need each other are missing.
    public var calculationOrder: [Int] {
        let sums = fields.indices.filter { !fields[$0].summands.isEmpty }
        let places = Dictionary(sums.map { (fields[$0].name, $0) }) { first, _ in first }
        var waiting: [Int: Int] = [:]
        var users: [Int: [Int]] = [:]
        for index in sums {
            let needed = Set(fields[index].summands.compactMap { places[$0] })
            waiting[index] = needed.count
            for other in needed { users[other, default: []].append(index) }
        }
        var order = sums.filter { waiting[$0] == 0 }
        var next = 0
        while next < order.count {
            for user in users[order[next]] ?? [] {
                waiting[user, default: 0] -= 1
                if waiting[user] == 0 { order.append(user) }
            }
            next += 1
        }
        return order
    }

    /// Returns what is wrong with a field by itself; nil if nothing is.
    private static func fault(of field: FieldDesign, pages: [Size]) -> String? {
        let parts = FieldDesign.parts(of: field.name)
        guard !parts.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            return "A name needs letters on both sides of each period."
        }
        guard parts.count <= depthLimit else { return "A name has at most \(depthLimit) parts." }
        let texts = [field.name, field.tooltip ?? "", field.choice ?? ""] + field.choices
        guard texts.allSatisfy({ $0.utf8.count <= textLimit }) else {
            return "A text is longer than \(textLimit) bytes."
        }
        guard !texts.contains(where: { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
        else {
            return "A text has control characters."
        }
        guard !pages.isEmpty, (1...pages.count).contains(field.page) else { return "There is no page \(field.page)." }
        let size = pages[field.page - 1]
        let (rect, slack) = (field.rect, 1.0)
        guard rect.minX >= -slack, rect.minY >= -slack, rect.maxX <= size.width + slack,
            rect.maxY <= size.height + slack
        else { return "It does not lie on the page." }
        guard min(rect.width, rect.height) >= smallestSide else { return "It is too small." }
        guard [0, 90, 180, 270].contains(field.turn) else { return "A turn is 0, 90, 180 or 270 degrees." }
        guard field.fontSize == 0 || (1...1000).contains(field.fontSize) else {
            return "A font has 1 to 1000 points, or 0 to fit its place."
        }
        guard (1...1000).contains(field.cells ?? 1) else { return "A comb has 1 to 1000 cells." }
        guard (1...1_000_000).contains(field.maximumLength ?? 1) else {
            return "A text has at least 1 and at most a million characters."
        }
        guard field.choices.count <= choiceLimit, Set(field.choices).count == field.choices.count,
            !field.choices.contains("")
        else { return "A list has at most \(choiceLimit) rows, which are words and differ." }
        guard
            field.kind != .radio || (1...choiceBytes).contains((field.choice ?? "").utf8.count) && field.choice != "Off"
        else { return "A radio button needs a word of at most \(choiceBytes) bytes for its choice, and not “Off”." }
        guard field.summands.count <= choiceLimit, field.summands.isEmpty || field.kind == .text else {
            return "Only a text adds fields up, and at most \(choiceLimit)."
        }
        return nil
    }

    private static func shown(_ name: String) -> String { String(name.prefix(60)) }
}
