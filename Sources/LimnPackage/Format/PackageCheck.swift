// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk

/// What must hold for every package, whether it is to be written or was read.
struct PackageCheck {
    let limits: PackageLimits

    /// What is wrong with a package's facts, as the end of a sentence; nil where nothing is.
    func problem(with package: CharacterPackage) -> String? {
        if let problem = Self.problem(with: package.name, "its name", PackageFormat.maximumNameBytes) { return problem }
        if package.tags.count > PackageFormat.maximumTags { return "it has \(package.tags.count) tags" }
        for tag in package.tags {
            if let problem = Self.problem(with: tag, "a tag", PackageFormat.maximumTagBytes) { return problem }
        }
        if let template = package.template {
            if let problem = Self.problem(with: template.name, "its template's name", PackageFormat.maximumNameBytes) {
                return problem
            }
            let count = template.pageCount
            if count == 0 { return "its template has no pages" }
            if count > limits.maximumTemplatePages { return "its template has \(count) pages" }
        }
        let last = package.template?.pageCount ?? Int(Int32.max)
        for page in package.drawings.keys.sorted() + [package.lastPage].compactMap({ $0 }) {
            guard (1...last).contains(page) else { return "it names page \(page), which its template does not have" }
        }
        return problem(with: package.drawings.values)
    }

    private func problem(with drawings: some Sequence<Drawing>) -> String? {
        var count = InkCount()
        for drawing in drawings {
            count.add(drawing)
            if let problem = count.problem(limits) { return problem }
        }
        return nil
    }

    /// What is too large among the parts of a package, as the end of a sentence; nil where nothing is.
    func problem(withSizes parts: [(role: PartRole, size: Int)]) -> String? {
        var (ink, pages) = (0, 0)
        for (role, size) in parts {
            switch role {
            case .templatePDF:
                if size > limits.maximumTemplateBytes { return "its PDF takes \(size) bytes" }
            case .thumbnail, .templateThumbnail:
                if size > limits.maximumThumbnailBytes { return "a picture in it takes \(size) bytes" }
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

    private static func problem(with text: String, _ what: String, _ maximum: Int) -> String? {
        if text.isEmpty { return "\(what) is empty" }
        if text.utf8.count > maximum { return "\(what) takes \(text.utf8.count) bytes" }
        let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isControl ? "\(what) has a control character" : nil
    }
}

/// How much ink there is.
struct InkCount {
    private var strokes = 0
    private var points = 0

    mutating func add(_ drawing: Drawing) {
        strokes += drawing.strokes.count + drawing.layers.count
        points += drawing.pointCount
    }

    /// What is beyond the limits, as the end of a sentence; nil where nothing is.
    func problem(_ limits: PackageLimits) -> String? {
        if strokes > limits.maximumStrokes { return "it has more than \(limits.maximumStrokes) strokes" }
        return points > limits.maximumPoints ? "it has more than \(limits.maximumPoints) points" : nil
    }
}
