// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnInk
public import LimnLibrary
internal import SystemPackage

extension Library {
    /// The content of a library as text, without ids and times, which differ between runs.
    ///
    /// - Throws: ``LibraryError``.
    public func story() throws(LibraryError) -> String {
        var names: [TemplateID: String] = [:]
        var lines: [String] = []
        for template in try templates() {
            names[template.id] = template.name
            let counts = try "\(pages(of: template.id).count) pages, \(outline(of: template.id).count) parts"
            let text = try searchText(of: template.id)
            lines.append("template \(template.name) \(template.contentHash) \(counts), \(text)")
        }
        for character in try characters() {
            let template = character.template.flatMap { names[$0] } ?? "nothing"
            let picture = try thumbnail(of: character.id).map { "\($0.picture.count)@\($0.inkVersion)" } ?? "no picture"
            lines.append(
                "character \(character.name) on \(template) \(character.tags) \(character.inkVersion) \(picture)")
            let form = try formValues(of: character.id)
            if form.revision > 0 {
                let steps = "\(form.canUndo ? "undo" : "") \(form.canRedo ? "redo" : "")"
                let entries = form.entries.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                lines.append("  form@\(form.revision) \(entries) \(steps)")
            }
            for page in try drawnPages(of: character.id) {
                let place = CharacterPage(character.id, page: page.page)
                let items = try drawing(on: place)?.drawing.items ?? []
                let begins = items.map { Int($0.stroke?.points.positions.first?.x ?? -1) }
                let steps = "\(page.canUndo ? "undo" : "") \(page.canRedo ? "redo" : "")"
                lines.append(
                    "  \(page.page)@\(page.revision) \(page.strokeCount) \(Self.shortened(begins)) \(steps)")
            }
        }
        for entry in try trash() { lines.append("in the trash: \(entry.id.kind) \(entry.name)") }
        return lines.joined(separator: "\n")
    }

    /// Numbers as text, with consecutive ones as ranges.
    private static func shortened(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }
}
