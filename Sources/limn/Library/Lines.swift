// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnGeometry
internal import LimnLibrary
internal import LimnPipeline
internal import SystemPackage

/// Formats templates and characters as short lines for people. Lines begin with the id, because all ids have the same
/// width.
enum Lines {
    static func template(_ record: TemplateRecord) -> String {
        var line = "\(record.id)  \(record.name)  \(Console.count(record.pageCount, "page")), \(record.byteCount) bytes"
        if record.hasFormFields { line += ", form" }
        if record.needsPassword { line += ", locked" }
        return line
    }

    static func details(_ details: TemplateDetails) -> [String] {
        var lines = [template(details.record)]
        lines.append(
            "  imported \(time(details.record.imported)), \(Console.count(details.characters, "character"))")
        for (index, size) in details.sizes.enumerated() {
            lines.append("  page \(index + 1): \(short(size.width)) × \(short(size.height)) pt")
        }
        for entry in details.outline {
            let indent = String(repeating: "  ", count: entry.level + 1)
            lines.append("\(indent)• \(entry.title)" + (entry.page.map { " → page \($0)" } ?? ""))
        }
        return lines
    }

    static func character(_ summary: CharacterSummary) -> String {
        let record = summary.record
        var line = "\(record.id)  \(record.isFavorite ? "★ " : "")\(record.name)  "
        line += summary.templateName.map { "on \($0)" } ?? "no template"
        if !record.tags.isEmpty { line += "  [\(record.tags.joined(separator: ", "))]" }
        return line
    }

    static func details(_ details: CharacterDetails) -> [String] {
        let record = details.summary.record
        var lines = [character(details.summary)]
        lines.append("  made \(time(record.created)), changed \(time(record.modified))")
        if let page = record.lastPage {
            lines.append("  last on page \(page)" + (details.isLastViewed ? ", the last of this library" : ""))
        }
        if let form = details.form, form.revision > 0 {
            let steps = [(form.canUndo, "undo"), (form.canRedo, "redo")].filter(\.0).map(\.1)
            lines.append(
                "  form: \(Console.count(form.entries.count, "field")) filled in"
                    + (steps.isEmpty ? "" : ", can \(steps.joined(separator: " and "))"))
        }
        if details.form == nil { lines.append("  form: damaged") }
        for page in details.pages {
            let steps = [(page.canUndo, "undo"), (page.canRedo, "redo")].filter(\.0).map(\.1)
            lines.append(
                "  page \(page.page): \(Console.count(page.strokeCount, "stroke")), "
                    + Console.count(page.pointCount, "point")
                    + (page.objectCount > 0 ? ", \(Console.count(page.objectCount, "other item"))" : "")
                    + (steps.isEmpty ? "" : ", can \(steps.joined(separator: " and "))"))
        }
        return lines
    }

    static func ink(_ result: CharacterInkResult) -> String {
        var changes: [String] = []
        if result.removed > 0 { changes.append("−\(result.removed)") }
        if result.added > 0 { changes.append("+\(result.added)") }
        let change = changes.isEmpty ? "nothing changed" : changes.joined(separator: " ")
        return "\(result.character.name), page \(result.page): \(change), \(Console.count(result.strokes, "stroke"))"
            + (result.items > 0 ? ", \(Console.count(result.items, "other item"))" : "")
    }

    /// Returns a time in the local zone with its offset, such as `2026-11-26 07:49:05 +01:00`.
    static func time(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let offset = TimeZone.current.secondsFromGMT(for: date) / 60
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        let day = "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
        let time = "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
        let zone = "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
        return "\(day) \(time) \(zone)"
    }

    static func short(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? "\(Int(clamping: rounded))" : "\(rounded)"
    }
}

/// Writes pictures to files.
enum Picture {
    static func write(_ bytes: [UInt8], to path: FilePath, outside library: Library) throws {
        if path == "-" {
            do { return try StandardOutput.write(bytes) } catch { throw OutputLost(cause: error) }
        }
        try library.refuseToWriteInside(path)
        try Publisher().publish(bytes, to: path)
    }
}
