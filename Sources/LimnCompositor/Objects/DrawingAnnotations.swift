// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects
internal import LimnText

/// A drawing as annotations in painting order, which other programs can edit: strokes as /Ink, texts as /FreeText,
/// pictures as /Stamp, notes as /Text, links as /Link, and marks on words as /Highlight and its like. The appearances are those of ``InkContent``.
public struct DrawingAnnotations: Sendable {
    /// The items that become annotations.
    public enum Choice: Hashable, Sendable {
        /// All items.
        case all
        /// Notes and links, which cannot be page content.
        case notesAndLinks
        /// Links only.
        case links
    }

    /// The annotations in painting order.
    public private(set) var annotations: [PageAnnotation] = []
    /// The number of points in the appearances of strokes.
    public private(set) var pointCount = 0
    /// The largest possible displacement of an edge of a stroke, in points.
    public private(set) var largestEdgeError = 0.0

    private let geometry: PageGeometry
    private let unit: Double
    private let resources: DrawingResources?

    /// Makes annotations for a page.
    ///
    /// Strokes between two other items are collected, so that the annotations have the order of the items.
    ///
    /// - Parameters:
    ///   - drawing: the items in page space. Those whose place is not finite are left out.
    ///   - geometry: the geometry of the page.
    ///   - choice: the items that become annotations.
    ///   - resources: the fonts and pictures for the drawing's texts and pictures. Without them, texts and pictures are
    ///     left out.
    ///   - marksLayers: whether annotations belong to layers that viewers can show and hide.
    ///   - tolerance: as for ``InkAnnotations``, like `unit` and `grouping`.
    public init(
        _ drawing: Drawing, on geometry: PageGeometry, _ choice: Choice = .all,
        resources: DrawingResources? = nil, marksLayers: Bool = false, tolerance: Tolerance = .outline,
        unit: Double = 0.01,
        grouping: InkAnnotations.Grouping = .strokes
    ) {
        (self.geometry, self.unit, self.resources) = (geometry, unit, resources)
        var start = 0
        func isChosen(_ object: PageObject) -> Bool {
            switch object {
            case .text, .picture, .markup: choice == .all
            case .note: choice != .links
            case .link: true
            }
        }
        func addRuns(of strokes: ArraySlice<Stroke>) {
            guard choice == .all else { return }
            var rest = strokes
            while let first = rest.first {
                // Strokes on different layers must not share an annotation.
                let run = marksLayers ? rest.prefix { $0.layer == first.layer } : rest
                rest = rest[run.endIndex...]
                let ink = InkAnnotations(
                    Drawing(strokes: Array(run)), on: geometry, tolerance: tolerance, unit: unit, grouping: grouping)
                add(ink, marksLayers ? drawing.documentLayer(first.layer) : nil)
            }
        }
        for placed in drawing.objects where isChosen(placed.object) {
            let end = min(max(placed.strokesBelow, start), drawing.strokes.count)
            addRuns(of: drawing.strokes[start..<end])
            let before = annotations.count
            add(placed.object)
            if marksLayers {
                let layer = drawing.documentLayer(placed.object.layer)
                for index in before..<annotations.count { annotations[index].layer = layer }
            }
            start = end
        }
        addRuns(of: drawing.strokes[start...])
    }

    private mutating func add(_ ink: InkAnnotations, _ layer: DocumentLayer?) {
        annotations += ink.annotations.map { annotation in
            var annotation = PageAnnotation.ink(annotation)
            if layer != nil { annotation.layer = layer }
            return annotation
        }
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
        var content = InkContent(
            Drawing(items: [.object(object)]), unit: unit, resources: resources, paintsPins: true)
        if case .text(let item) = object, let layout = layout(of: item), let bounds = content.bounds {
            // The annotation's rectangle includes the whole box of the lines, because editors lay out text in all of
            // it.
            let box = layout.matrix.then(geometry.userToPage).apply(Rect(origin: .zero, size: layout.size))
            if box.isFinite { content.bounds = bounds.union(box) }
            guard let appearance = content.overlay(for: geometry) else { return }
            let opacity = item.runs.first?.style.color.alpha ?? 1
            let text = TextAnnotation(runs(of: item), layout: layout, opacity: opacity, appearance: appearance)
            annotations.append(.text(text))
            return
        }
        guard var appearance = content.overlay(for: geometry) else { return }
        switch object {
        case .picture(let item): annotations.append(.stamp(StampAnnotation(item.alternative, appearance: appearance)))
        case .note(let item):
            appearance.matrix = AffineTransform.scaling(x: unit, y: unit).then(upright(at: item.place))
            let note = NoteAnnotation(
                title: item.title, contents: item.text, color: RGBColor(item.color), appearance: appearance)
            annotations.append(.note(note))
        case .markup(let item):
            guard let style = FoundMarkup.Style(rawValue: item.style.rawValue) else { return }
            let annotation = MarkupAnnotation(
                style, over: item.quads.map { $0.mapped(geometry.pageToUser.apply) }, color: RGBColor(item.color),
                opacity: item.color.alpha, contents: item.text.isEmpty ? item.words : item.text,
                isContentsWords: item.text.isEmpty && !item.words.isEmpty, appearance: appearance)
            annotations.append(.markup(annotation))
        case .text, .link: break
        }
    }

    /// Returns the transform for the appearance of a note at a place.
    ///
    /// On rotated pages, viewers keep notes upright by rotating them around their upper left corner. So the appearance
    /// is written as for an unrotated page.
    private func upright(at place: Point) -> AffineTransform {
        let (corner, scale) = (geometry.pageToUser.apply(place), geometry.pageToUser.lengthScale)
        return AffineTransform(
            a: scale, b: 0, c: 0, d: -scale, tx: corner.x - scale * place.x, ty: corner.y + scale * place.y)
    }

    /// Returns the runs of a text, with sizes in user space.
    private func runs(of item: TextItem) -> [RichTextRun] {
        let scale = item.transform.then(geometry.pageToUser).lengthScale
        return item.runs.map { run in
            let style = run.style
            return RichTextRun(
                run.text,
                RichTextRun.Style(
                    family: style.family, size: style.size * scale, weight: style.weight, isItalic: style.isItalic,
                    isUnderlined: style.isUnderlined, isStruck: style.isStruck, color: RGBColor(style.color)))
        }
    }

    /// Returns the settings with which other programs lay out a text again; nil if the text could not be typeset.
    private func layout(of item: TextItem) -> TextAnnotation.Layout? {
        guard let set = resources?.text(of: item) else { return nil }
        let toUser = item.transform.then(geometry.pageToUser)
        let scale = toUser.lengthScale
        guard scale > 0, scale.isFinite else { return nil }
        var layout = TextAnnotation.Layout()
        let isRightToLeft = set.lines.first?.isRightToLeft ?? false
        layout.alignment =
            switch item.alignment {
            case .start: isRightToLeft ? .right : .left
            case .left: .left
            case .center: .center
            case .right: .right
            case .justified: .justify
            }
        layout.isRightToLeft = item.direction == .automatic ? nil : item.direction == .rightToLeft
        layout.lineHeight = item.lineHeight
        layout.isOneLine = item.width == nil
        layout.size = Size(width: (item.width ?? set.size.width) * scale, height: set.size.height * scale)
        layout.matrix = AffineTransform.scaling(x: 1 / scale, y: 1 / scale).then(toUser)
        return layout
    }
}

extension RGBColor {
    fileprivate init(_ color: Color) { self.init(red: color.red, green: color.green, blue: color.blue) }
}
