// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry
public import LimnInk
public import LimnPDFObjects

/// Converts the annotations of a document to items. It accepts the annotations of any program.
///
/// Use one reader for all pages of a document, so that annotations that show the same picture share one file. What is
/// read comes from a stranger, so readers belong in workers.
public struct AnnotationReader {
    /// Sentences about annotations that could not be read, in page order; at most 200.
    public private(set) var messages: [String] = []
    /// The number of annotations that became items.
    public private(set) var count = 0

    private let ownPrefix: String
    private var pictures: [Int: Result<PictureData, ReadingFailure>] = [:]
    private static let messageLimit = 200

    /// Starts reading a document.
    ///
    /// - Parameter ownPrefix: the prefix of the names of annotations that Limn made.
    public init(ownPrefix: String) { self.ownPrefix = ownPrefix }

    /// Returns the annotations of a page as items in page space, without hidden annotations.
    ///
    /// Annotations in an optional content group become items of a layer with the group's name. The layer is visible if
    /// the document's default configuration shows the group. A reply is added to the text of the note or the mark that it
    /// answers, else of the note before it. The comment on a shape becomes a note beside it.
    ///
    /// - Parameters:
    ///   - annotations: the annotations of the page, in their order, which is that of painting.
    ///   - geometry: the geometry of the page.
    ///   - number: the page number for messages, from 1.
    public mutating func drawing(
        of annotations: [FoundAnnotation], on geometry: PageGeometry, page number: Int
    ) -> Drawing {
        var drawing = Drawing()
        // The objects that may be answered, by the numbers of their annotations.
        var answerable: [Int: Int] = [:]
        var sorter = LayerSorter()
        for annotation in annotations where !annotation.isHidden {
            var items: [Item] = []
            do throws(ReadingFailure) {
                items = try self.items(of: annotation, on: geometry)
            } catch {
                note("Page \(number): A \(annotation.subtype) annotation \(error.reason); it is left out.")
            }
            if case .shape(let shape) = annotation.kind, shape.isCloudy {
                note("Page \(number): A cloudy edge is drawn as a plain line.")
            }
            if annotation.isReply, drawing.answer(annotation, at: annotation.repliesTo.flatMap { answerable[$0] }) {
                count += 1
                continue
            }
            let usable = items.filter { $0.isStorable && $0.bounds != nil }
            if !usable.isEmpty { count += 1 }
            guard !usable.isEmpty else { continue }
            let layer = sorter.index(of: annotation.layer)
            for item in usable {
                drawing.append(item.moved(toLayer: layer))
                if let number = annotation.number, case .object = item {
                    answerable[number] = drawing.objects.count - 1
                }
            }
        }
        drawing.layers = sorter.all
        return drawing
    }

    private mutating func note(_ message: String) {
        if messages.count < Self.messageLimit, messages.last != message { messages.append(message) }
    }

    private mutating func items(
        of annotation: FoundAnnotation, on geometry: PageGeometry
    ) throws(ReadingFailure) -> [Item] {
        let items: [Item]
        switch annotation.kind {
        case .ink(let ink): items = Drawing(inkAnnotations: [ink], on: geometry).items
        case .markup(let markup):
            let item = annotation.item(of: markup, comment: comment(on: annotation), on: geometry)
            return [.object(.markup(item))]
        case .shape(let shape): items = ShapeStrokes(annotation, on: geometry).strokes(of: shape).map { .stroke($0) }
        case .text(let text):
            let strokes = ShapeStrokes(annotation, on: geometry).strokes(around: text)
            let item = text.item(opacity: annotation.opacity, isOwn: isOwn(annotation), on: geometry)
            return strokes.map { .stroke($0) } + (item.map { [.object(.text($0))] } ?? [])
        case .picture(let picture):
            let data = try data(of: picture)
            guard let item = picture.item(data, alternative: annotation.contents, on: geometry) else { return [] }
            return [.object(.picture(item))]
        case .note: return [.object(.note(annotation.note(on: geometry, isOwn: isOwn(annotation))))]
        case .link(let target): return annotation.link(to: target, on: geometry).map { [.object(.link($0))] } ?? []
        case .unreadable(let reason): throw ReadingFailure(reason)
        }
        return items + note(beside: annotation, geometry)
    }

    private func isOwn(_ annotation: FoundAnnotation) -> Bool { annotation.name?.hasPrefix(ownPrefix) == true }

    /// Returns the comment on a mark or a shape; empty if there is none.
    private func comment(on annotation: FoundAnnotation) -> String {
        guard annotation.contents.contains(where: { !$0.isWhitespace }) else { return "" }
        if case .markup(let markup) = annotation.kind, markup.isContentsWords { return annotation.contents }
        // Some programs write the annotation's type into /Contents. That is not a comment.
        let kinds = [annotation.subtype, "Ink", "Whiteout", "Highlight"]
        return kinds.contains(annotation.contents) ? "" : annotation.contents
    }

    /// Returns the comment on a shape as a note beside it; empty if there is no comment.
    private func note(beside annotation: FoundAnnotation, _ geometry: PageGeometry) -> [Item] {
        guard !isOwn(annotation), !comment(on: annotation).isEmpty else { return [] }
        var note = annotation.note(on: geometry, isOwn: false)
        note.place.x = geometry.userToPage.apply(annotation.rect).maxX
        return [.object(.note(note))]
    }

    /// Returns the file of a picture. Annotations that show the same picture share one file.
    private mutating func data(of picture: FoundPicture) throws(ReadingFailure) -> PictureData {
        if let number = picture.number, let known = pictures[number] { return try known.get() }
        let result: Result<PictureData, ReadingFailure>
        do throws(ReadingFailure) {
            result = .success(try picture.file())
        } catch { result = .failure(error) }
        if let number = picture.number { pictures[number] = result }
        return try result.get()
    }
}

/// The reason why an annotation cannot be read, worded as the end of a sentence.
package struct ReadingFailure: Error {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Drawing {
    /// Appends a reply to the text of a note or a mark.
    ///
    /// - Parameter index: the index of the object that it answers; nil for the last note.
    /// - Returns: false if there is none.
    fileprivate mutating func answer(_ annotation: FoundAnnotation, at index: Int?) -> Bool {
        guard let index = index ?? objects.lastIndex(where: { $0.object.kind == .note }) else { return false }
        let author = annotation.title.isEmpty ? "" : annotation.title + ": "
        func answered(_ text: String) -> String { text + (text.isEmpty ? "" : "\n\n") + author + annotation.contents }
        switch objects[index].object {
        case .note(var note):
            note.text = answered(note.text)
            objects[index].object = .note(note)
        case .markup(var markup):
            markup.text = answered(markup.text)
            objects[index].object = .markup(markup)
        case .text, .picture, .link: return false
        }
        return true
    }
}

extension FoundAnnotation {
    /// Returns a note with the annotation's title and text.
    ///
    /// - Parameter isOwn: whether Limn made the annotation. Its rectangle is then slightly larger than the pin.
    fileprivate func note(on geometry: PageGeometry, isOwn: Bool) -> NoteItem {
        let place: Point
        if staysUpright {
            let half = NoteItem.side / 2 * geometry.pageToUser.lengthScale
            let corner = Point(x: rect.center.x - half, y: rect.center.y + half)
            place = geometry.userToPage.apply(isOwn ? corner : Point(x: rect.minX, y: rect.maxY))
        } else {
            place = geometry.userToPage.apply(rect).origin
        }
        return NoteItem(
            at: place.rounded, title: title, text: contents,
            color: color.map { Color($0, opacity: kind == .note ? opacity : 1) } ?? NoteItem.yellow)
    }

    /// Returns marked words. In the usual colors, a highlight is yellow, and lines are black.
    fileprivate func item(of markup: FoundMarkup, comment: String, on geometry: PageGeometry) -> MarkupItem {
        let usual =
            markup.style == .highlight ? RGBColor(red: 1, green: 1, blue: 0) : RGBColor(red: 0, green: 0, blue: 0)
        // Most programs write the author's name into the title.
        let text = comment.isEmpty || title.isEmpty ? comment : "\(title): \(comment)"
        return MarkupItem(
            MarkupItem.Style(rawValue: markup.style.rawValue) ?? .highlight,
            over: markup.quads.map { quad in quad.mapped { geometry.userToPage.apply($0).rounded } },
            color: Color(color ?? usual, opacity: opacity), words: markup.isContentsWords ? comment : "",
            text: markup.isContentsWords ? "" : text)
    }

    fileprivate func link(to target: LinkAnnotation.Target, on geometry: PageGeometry) -> LinkItem? {
        let area = geometry.userToPage.apply(rect)
        guard area.isFinite, !area.isEmpty else { return nil }
        let box = Rect(
            x0: area.minX.rounded4, y0: area.minY.rounded4, x1: area.maxX.rounded4, y1: area.maxY.rounded4)
        switch target {
        case .uri(let uri): return LinkItem(box, to: .uri(uri))
        case .page(let index): return LinkItem(box, to: .page(index + 1))
        }
    }
}
