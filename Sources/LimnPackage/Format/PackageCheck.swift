// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnInk

/// The checks that the reader and the writer of packages share.
package struct PackageCheck {
    private let limits: PackageLimits

    package init(limits: PackageLimits) { self.limits = limits }

    /// Checks the metadata and the amount of ink.
    ///
    /// - Returns: the problem as a clause for an error message; nil if there is none.
    package func problem(with package: CharacterPackage) -> String? {
        if let problem = Self.problem(name: package.name, tags: package.tags, template: package.template?.name) {
            return problem
        }
        if let template = package.template {
            let count = template.pageCount
            if count == 0 { return "its template has no pages" }
            if count > limits.maximumTemplatePages { return "its template has \(count) pages" }
        }
        if let pages = package.pages, pages.utf8.count > PackageFormat.maximumPagesBytes {
            return "its list of pages takes \(pages.utf8.count) bytes"
        }
        let last = package.pages == nil ? package.template?.pageCount ?? Int(Int32.max) : Int(Int32.max)
        for page in package.drawings.keys.sorted() + [package.lastPage].compactMap({ $0 }) {
            guard (1...last).contains(page) else {
                return "it refers to page \(page), which its template does not have"
            }
        }
        let form = PackedForm(entries: package.formEntries, pictures: package.formPictures)
        return form.problem ?? problem(with: package.drawings.values)
    }

    private func problem(with drawings: some Sequence<Drawing>) -> String? {
        var count = InkCount()
        for drawing in drawings {
            count.add(drawing)
            if let problem = count.problem(limits) { return problem }
        }
        return nil
    }

    /// Checks the sizes of the parts.
    ///
    /// - Returns: the problem as a clause for an error message; nil if there is none.
    package func problem(withSizes parts: [(role: PartRole, size: Int)]) -> String? {
        var (ink, pages) = (0, 0)
        for (role, size) in parts {
            switch role {
            case .templatePDF:
                if size > limits.maximumTemplateBytes { return "its PDF takes \(size) bytes" }
            case .thumbnail, .templateThumbnail:
                if size > limits.maximumThumbnailBytes { return "a picture in it takes \(size) bytes" }
            case .form:
                if size > limits.maximumFormBytes { return "the values of its form take \(size) bytes" }
            case .ink:
                pages += 1
                let (sum, overflows) = ink.addingReportingOverflow(size)
                if overflows || sum > limits.maximumInkBytes {
                    return "its ink takes more than \(limits.maximumInkBytes) bytes"
                }
                ink = sum
            case .other: break
            }
        }
        return pages > limits.maximumInkPages ? "it has ink on \(pages) pages" : nil
    }

    /// Checks the names.
    ///
    /// - Parameter template: the name of the template; nil for an orphan.
    /// - Returns: the problem as a clause for an error message; nil if there is none.
    package static func problem(name: String, tags: [String], template: String?) -> String? {
        if let problem = problem(with: name, "its name", PackageFormat.maximumNameBytes) { return problem }
        if tags.count > PackageFormat.maximumTags { return "it has \(tags.count) tags" }
        for tag in tags {
            if let problem = problem(with: tag, "a tag", PackageFormat.maximumTagBytes) { return problem }
        }
        return template.flatMap { problem(with: $0, "its template's name", PackageFormat.maximumNameBytes) }
    }

    private static func problem(with text: String, _ what: String, _ maximum: Int) -> String? {
        if text.isEmpty { return "\(what) is empty" }
        if text.utf8.count > maximum { return "\(what) takes \(text.utf8.count) bytes" }
        let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isControl ? "\(what) has a control character" : nil
    }
}

/// Counts the items, layers and points of drawings, to compare them with ``PackageLimits``.
package struct InkCount {
    private var strokes = 0
    private var points = 0

    package init() {}

    package mutating func add(_ drawing: Drawing) {
        strokes += drawing.itemCount + drawing.layers.count
        points += drawing.pointCount
    }

    /// The exceeded limit as a clause for an error message; nil if there is none.
    package func problem(_ limits: PackageLimits) -> String? {
        if strokes > limits.maximumStrokes { return "it has more than \(limits.maximumStrokes) strokes" }
        return points > limits.maximumPoints ? "it has more than \(limits.maximumPoints) points" : nil
    }
}
