// SPDX-License-Identifier: GPL-3.0-or-later

/// The optional content that an annotation belongs to (/OC; ISO 32000-2, 8.11): a group or a membership dictionary.
public struct FoundLayer: Hashable, Sendable {
    /// A number that identifies the group or membership within the document.
    public var number: Int
    /// The name of the group, or the names of a membership's groups separated by commas; empty if there is none.
    public var name: String
    /// Whether the layer is shown when the document opens.
    public var isVisible: Bool
    /// Whether viewers should prevent users from showing or hiding the layer.
    public var isLocked: Bool

    /// Makes the layer of an annotation.
    ///
    /// - Parameters:
    ///   - number: the number that identifies it within the document.
    ///   - name: its name; may be empty.
    ///   - isVisible: whether it is shown when the document opens.
    ///   - isLocked: whether viewers should prevent users from showing or hiding it.
    public init(number: Int, name: String, isVisible: Bool, isLocked: Bool) {
        (self.number, self.name, self.isVisible, self.isLocked) = (number, name, isVisible, isLocked)
    }
}

/// The states of a document's groups in its default configuration (/OCProperties /D), and the layers found so far.
struct FoundLayers: Sendable {
    private var isVisibleByBase = true
    private var on: Set<ObjectID> = []
    private var off: Set<ObjectID> = []
    private var locked: Set<ObjectID> = []
    private var known: [ObjectID: FoundLayer?] = [:]
    private var count = 0

    /// The maximum numbers of groups that are read from a membership, and from a list of the configuration.
    private static let groupLimit = 1000
    private static let listLimit = 100_000

    /// Reads the default configuration. `root` is the catalog of the document.
    init(root: PDFObject?) {
        let settings = root?["/OCProperties"]?["/D"]
        isVisibleByBase = settings?["/BaseState"]?.isName("/OFF") != true
        on = Self.groups(settings?["/ON"])
        off = Self.groups(settings?["/OFF"])
        locked = Self.groups(settings?["/Locked"])
    }

    private static func groups(_ list: PDFObject?) -> Set<ObjectID> {
        guard let list, list.isArray else { return [] }
        return Set((0..<min(list.count, listLimit)).compactMap { list.item($0)?.identity })
    }

    /// Returns the layer of an annotation's /OC; nil unless it is a group or a membership of groups.
    mutating func layer(_ content: PDFObject?, _ budget: inout AnnotationBudget) -> FoundLayer? {
        guard let content, content.isDictionary else { return nil }
        if let id = content.identity, let found = known[id] { return found }
        let groups = Self.members(of: content)
        var layer: FoundLayer?
        if !groups.isEmpty {
            let names = groups.map { budget.text($0["/Name"]) }.filter { !$0.isEmpty }
            layer = FoundLayer(
                number: count, name: names.joined(separator: ", "), isVisible: isVisible(content, groups),
                isLocked: groups.allSatisfy { $0.identity.map(locked.contains) == true })
            count += 1
            // A membership of a single group counts as that group if both have the same visibility.
            if content["/Type"]?.isName("/OCMD") == true, groups.count == 1, let group = groups[0].identity {
                let alone = known[group] ?? self.layer(groups[0], &budget)
                if let alone, alone.isVisible == layer?.isVisible { layer = alone }
            }
        }
        if let id = content.identity { known[id] = .some(layer) }
        return layer
    }

    /// Returns the group itself, or the groups of a membership.
    private static func members(of content: PDFObject) -> [PDFObject] {
        guard content["/Type"]?.isName("/OCMD") == true else {
            return content["/Type"]?.isName("/OCG") == true ? [content] : []
        }
        guard let list = content["/OCGs"] else { return [] }
        let all = list.isArray ? (0..<min(list.count, groupLimit)).compactMap { list.item($0) } : [list]
        // Memberships of memberships are ignored, because they could form cycles.
        return all.filter { $0.isDictionary && $0["/Type"]?.isName("/OCG") == true }
    }

    /// Returns whether a group is shown, or whether a membership is shown according to its policy (/P).
    private func isVisible(_ content: PDFObject, _ groups: [PDFObject]) -> Bool {
        let states = groups.map { isOn($0.identity) }
        let policy = content["/P"]
        if policy?.isName("/AllOn") == true { return states.allSatisfy(\.self) }
        if policy?.isName("/AnyOff") == true { return states.contains(false) }
        if policy?.isName("/AllOff") == true { return !states.contains(true) }
        return states.contains(true)
    }

    private func isOn(_ group: ObjectID?) -> Bool {
        guard let group else { return isVisibleByBase }
        return isVisibleByBase ? !off.contains(group) : on.contains(group)
    }
}
