// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnPDFObjects

extension InkContent {
    /// A part of the content that is being written for a structure element, or an artifact.
    struct OpenPart: Hashable {
        /// The start of the operator that begins it, in ``InkContent/bytes``.
        let start: Int
        /// The end of that operator.
        let end: Int
        /// Whether nothing reads the part.
        let isArtifact: Bool
        /// The layer of the strokes in it; nil for an object.
        let layer: Int?
    }

    /// Begins a figure for strokes, unless the last stroke of the same layer has begun one.
    mutating func beginPart(of stroke: Stroke, in drawing: Drawing) {
        guard isTagged, let box = stroke.bounds, box.isFinite else { return }
        if let openPart, openPart.layer == stroke.layer {
            tags[tags.count - 1].box = tags[tags.count - 1].box.union(box)
            return
        }
        let name = drawing.layers.indices.contains(stroke.layer) ? drawing.layers[stroke.layer].name : nil
        let words = name.flatMap { $0.isEmpty ? nil : "Handwriting: \($0)" } ?? "Handwriting"
        beginPart(.figure(words), box, layer: stroke.layer)
    }

    /// Begins the part of an object.
    mutating func beginPart(of object: PageObject) {
        guard isTagged, let box = object.bounds else { return }
        switch object {
        case .text: beginPart(.paragraph, box)
        case .picture(let item):
            beginPart(.figure(item.alternative.flatMap { $0.isEmpty ? nil : $0 } ?? "Picture"), box)
        case .note(let item):
            let words = [item.title, item.text].filter { !$0.isEmpty }.joined(separator: ": ")
            beginPart(.figure(words.isEmpty ? "Note" : words), box)
        case .markup: beginPart("/Artifact BMC", isArtifact: true)
        case .link: break
        }
    }

    private mutating func beginPart(_ tag: TaggedContent.Tag, _ box: Rect, layer: Int? = nil) {
        beginPart("\(tag.name) <</MCID \(tags.count)>> BDC", layer: layer)
        tags.append(TaggedContent(tag, box: box))
    }

    private mutating func beginPart(_ operators: String, isArtifact: Bool = false, layer: Int? = nil) {
        endPart()
        let start = bytes.count
        emit(operators)
        openPart = OpenPart(start: start, end: bytes.count, isArtifact: isArtifact, layer: layer)
    }

    /// Ends the part that is being written. A part without content is taken back.
    mutating func endPart() {
        guard let part = openPart else { return }
        openPart = nil
        guard bytes.count == part.end else { return emit("EMC") }
        bytes.removeSubrange(part.start...)
        if !part.isArtifact { tags.removeLast() }
    }
}
