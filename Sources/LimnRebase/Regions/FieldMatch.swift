// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk

/// A form field of an old edition and its counterpart in the new one.
public struct FieldMatch: Hashable, Sendable, Codable {
    /// How a counterpart was found.
    public enum Basis: String, Hashable, Sendable, Codable, CaseIterable {
        /// The new field has the same full name and the same kind.
        case name
        /// The new field has the same kind and lies where the old one would have moved.
        case place
    }

    /// The full name of the old field.
    public var old: String
    /// The full name of the new field; nil if there is none.
    public var new: String?
    /// How the new field was found; nil if there is none.
    public var basis: Basis?
}

extension Rebase {
    /// The smallest overlap of a moved field and a new one that can be its counterpart: the area of the intersection
    /// divided by that of the union, 0…1.
    private static let overlap = 0.3

    /// Finds the counterparts of form fields, by name and then by place. No new field is the counterpart of two.
    ///
    /// - Parameters:
    ///   - names: the full names of the old fields.
    ///   - old: the layout of the old edition.
    ///   - new: the layout of the new edition.
    ///   - parameters: the parameters of the move.
    /// - Returns: one match per name, sorted by name.
    public func fields(
        _ names: Set<String>, from old: DocumentLayout, to new: DocumentLayout,
        parameters: RebaseParameters = RebaseParameters()
    ) -> [FieldMatch] {
        let (before, after) = (Self.fields(of: old), Self.fields(of: new))
        var pairs: [Int: PageRebase] = [:]
        var taken: Set<String> = []
        return names.sorted().map { name in
            guard let field = before[name] else {
                // The layouts list only visible fields, so only the name is known.
                return FieldMatch(
                    old: name, new: after[name] == nil ? nil : name, basis: after[name] == nil ? nil : .name)
            }
            if after[name]?.field.kind == field.field.kind { return FieldMatch(old: name, new: name, basis: .name) }
            guard let target = pages.first(where: { $0.old == field.page })?.new else { return FieldMatch(old: name) }
            let pair = pairs[field.page] ?? PageRebase(old.pages[field.page], new.pages[target], parameters)
            pairs[field.page] = pair
            let outline = Item.stroke(Stroke(brush: Brush(), points: StrokePoints(field.field.box.corners)))
            let group = pair.groups(of: [outline]).first
            guard let place = group.flatMap(pair.place), place.score >= parameters.leftOver else {
                return FieldMatch(old: name)
            }
            let moved = place.transform.apply(field.field.box)
            let candidates = new.pages[target].fields.filter {
                $0.kind == field.field.kind && before[$0.name] == nil && !taken.contains($0.name)
            }
            let best = candidates.map { (name: $0.name, share: $0.box.overlap(with: moved)) }
                .filter { $0.share >= Self.overlap }.max { ($0.share, $1.name) < ($1.share, $0.name) }
            guard let best else { return FieldMatch(old: name) }
            taken.insert(best.name)
            return FieldMatch(old: name, new: best.name, basis: .place)
        }
    }

    /// Returns the fields by name, each with the first page that shows it.
    private static func fields(of layout: DocumentLayout) -> [String: (page: Int, field: PageLayout.Field)] {
        var fields: [String: (page: Int, field: PageLayout.Field)] = [:]
        for (page, shown) in layout.pages.enumerated() {
            for field in shown.fields where fields[field.name] == nil { fields[field.name] = (page, field) }
        }
        return fields
    }
}

extension Rect {
    /// The area of the intersection divided by that of the union, 0…1.
    fileprivate func overlap(with other: Rect) -> Double {
        guard let shared = intersection(other) else { return 0 }
        let area = shared.width * shared.height
        return area / max(1e-9, width * height + other.width * other.height - area)
    }
}
