// SPDX-License-Identifier: GPL-3.0-or-later

/// The optional content that an annotation belongs to (/OC; ISO 32000-2, 8.11): a group, or a membership of groups.
public struct FoundLayer: Hashable, Sendable {
    /// Which group or membership of the document it is.
    public var number: Int
    /// The name of the group, or those of a membership's groups with commas between them; empty if there is none.
    public var name: String
    /// Whether it is shown when the document opens.
    public var isVisible: Bool
    /// Whether viewers should keep users from showing or hiding it.
    public var isLocked: Bool

    /// Makes the layer of an annotation.
    public init(number: Int, name: String, isVisible: Bool, isLocked: Bool) {
        (self.number, self.name, self.isVisible, self.isLocked) = (number, name, isVisible, isLocked)
    }
}

/// The states of a document's groups in its default configuration (/OCProperties /D), and the layers that were found.
struct FoundLayers: Sendable {
    private var isVisibleByBase = true
    private var on: Set<ObjectID> = []
    private var off: Set<ObjectID> = []
    private var locked: Set<ObjectID> = []
    private var known: [ObjectID: FoundLayer?] = [:]
    private var count = 0

    /// The most groups of a membership that are read, and of a list of the configuration.
    private static let groupLimit = 1000
    private static let listLimit = 100_000

    /// Reads the default configuration. `root` is the catalog.
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

    /// The layer of an annotation's /OC; nil for anything but a group or a membership of groups.
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
            // A membership of one group that is shown as the group is shows that group.
            if content["/Type"]?.isName("/OCMD") == true, groups.count == 1, let group = groups[0].identity {
                let alone = known[group] ?? self.layer(groups[0], &budget)
                if let alone, alone.isVisible == layer?.isVisible { layer = alone }
            }
        }
        if let id = content.identity { known[id] = .some(layer) }
        return layer
    }

    /// The group itself, or the groups of a membership.
    private static func members(of content: PDFObject) -> [PDFObject] {
        guard content["/Type"]?.isName("/OCMD") == true else {
            return content["/Type"]?.isName("/OCG") == true ? [content] : []
        }
        guard let list = content["/OCGs"] else { return [] }
        let all = list.isArray ? (0..<min(list.count, groupLimit)).compactMap { list.item($0) } : [list]
        // Not a membership of memberships: they would lead in circles.
        return all.filter { $0.isDictionary && $0["/Type"]?.isName("/OCG") == true }
    }

    /// Whether a group is shown, or a membership by its policy (/P).
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
