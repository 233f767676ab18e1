// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects
internal import LimnText

/// A drawing as annotations in painting order, so that other programs go on editing: strokes as /Ink, texts as /FreeText,
/// pictures as /Stamp, notes as /Text and links as /Link. What is seen is painted as by ``InkContent``.
public struct DrawingAnnotations: Sendable {
    /// Which items become annotations.
    public enum Choice: Hashable, Sendable {
        /// All.
        case all
        /// Notes and links, which page content cannot hold.
        case notesAndLinks
        /// Links.
        case links
    }

    /// The annotations in painting order.
    public private(set) var annotations: [PageAnnotation] = []
    /// The number of points in the appearances of strokes.
    public private(set) var pointCount = 0
    /// The largest distance that an edge of a stroke may have moved, in points.
    public private(set) var largestEdgeError = 0.0

    private let geometry: PageGeometry
    private let unit: Double
    private let resources: DrawingResources?

    /// Makes annotations for a page.
    ///
    /// - Parameters:
    ///   - geometry: of the page that the drawing lies on.
    ///   - choice: which items become annotations.
    ///   - resources: what the drawing's texts and pictures need; without them these are left out.
    ///   - tolerance: as for ``InkAnnotations``, and so are `unit` and `grouping`.
    public init(
        _ drawing: Drawing, on geometry: PageGeometry, _ choice: Choice = .all,
        resources: DrawingResources? = nil, tolerance: Tolerance = .outline, unit: Double = 0.01,
        grouping: InkAnnotations.Grouping = .strokes
    ) {
        (self.geometry, self.unit, self.resources) = (geometry, unit, resources)
        var start = 0
        func isChosen(_ object: PageObject) -> Bool {
            switch object {
            case .text, .picture: choice == .all
            case .note: choice != .links
            case .link: true
            }
        }
        func ink(_ strokes: ArraySlice<Stroke>) -> InkAnnotations? {
            guard choice == .all, !strokes.isEmpty else { return nil }
            return InkAnnotations(
                Drawing(strokes: Array(strokes)), on: geometry, tolerance: tolerance, unit: unit, grouping: grouping)
        }
        for placed in drawing.objects where isChosen(placed.object) {
            let end = min(max(placed.strokesBelow, start), drawing.strokes.count)
            add(ink(drawing.strokes[start..<end]))
            add(placed.object)
            start = end
        }
        add(ink(drawing.strokes[start...]))
    }

    private mutating func add(_ ink: InkAnnotations?) {
        guard let ink else { return }
        annotations += ink.annotations.map { .ink($0) }
        pointCount += ink.pointCount
        largestEdgeError = max(largestEdgeError, ink.largestEdgeError)
    }

    private mutating func add(_ object: PageObject) {
        if case .link(let item) = object {
            let target: LinkAnnotation.Target
            switch item.target {
            case .uri(let uri): target = .uri(uri)
            case .page(let number): target = .page(number - 1)
            }
            guard item.area.isFinite else { return }
            annotations.append(.link(LinkAnnotation(geometry.pageToUser.apply(item.area), to: target)))
            return
        }
        let content = InkContent(
            Drawing(items: [.object(object)]), unit: unit, resources: resources, paintsPins: true)
        guard let appearance = content.overlay(for: geometry) else { return }
        switch object {
        case .text(let item):
            annotations.append(.text(TextAnnotation(item.string, style: style(of: item), appearance: appearance)))
        case .picture(let item): annotations.append(.stamp(StampAnnotation(item.alternative, appearance: appearance)))
        case .note(let item):
            let note = NoteAnnotation(
                title: item.title, contents: item.text, color: RGBColor(item.color), appearance: appearance)
            annotations.append(.note(note))
        case .link: break
        }
    }

    /// The style of a text's first run, for programs that set the text anew.
    private func style(of item: TextItem) -> TextAnnotation.Style {
        let first = item.runs.first?.style ?? TextItem.Style()
        let isRightToLeft = resources?.text(of: item)?.lines.first?.isRightToLeft ?? false
        let alignment: TextAnnotation.Alignment =
            switch item.alignment {
            case .start, .justified: isRightToLeft ? .right : .left
            case .left: .left
            case .center: .center
            case .right: .right
            }
        return TextAnnotation.Style(
            family: first.family, size: first.size * item.transform.lengthScale * geometry.pageToUser.lengthScale,
            isBold: first.weight >= 600, isItalic: first.isItalic, color: RGBColor(first.color), alignment: alignment)
    }
}

extension RGBColor {
    fileprivate init(_ color: Color) { self.init(red: color.red, green: color.green, blue: color.blue) }
}
