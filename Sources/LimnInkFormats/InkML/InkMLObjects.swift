// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry
internal import LimnInk

/// Reads and writes texts, pictures, notes, links and marks on words, which standard InkML lacks.
///
/// An object is a group without traces. Its annotation `limn.object` contains the object as JSON. An annotation of type
/// `text` contains its text for other programs. Pictures are annotations of the root, and objects refer to them by
/// index.
enum InkMLObjects {
    /// The type of an annotation of the root: a picture as a `data:` URL.
    static let picture = "limn.picture"
    /// The type of an annotation of an object's group: the object as JSON.
    static let object = "limn.object"
    /// The type of an annotation of an object's group: the object's text, for other programs.
    static let words = "text"
    /// The type of an annotation of a layer's group: the layer's settings as JSON, without its name.
    static let layer = "limn.layer"

    /// Returns the distinct pictures of a document with their indices.
    static func pictures(of document: InkDocument) -> [PictureData: Int] {
        var numbers: [PictureData: Int] = [:]
        for page in document.pages {
            for placed in page.drawing.objects {
                guard case .picture(let item) = placed.object, numbers[item.data] == nil else { continue }
                numbers[item.data] = numbers.count
            }
        }
        return numbers
    }

    static func write(_ pictures: [PictureData: Int], to xml: inout XMLWriter) {
        for (data, _) in pictures.sorted(by: { $0.value < $1.value }) {
            xml.raw("<annotation type=\"\(picture)\">")
            DataURL.write(data, to: &xml)
            xml.end("annotation")
        }
    }

    static func write(_ object: PageObject, pictures: [PictureData: Int], to xml: inout XMLWriter) {
        guard let json = object.json({ pictures[$0] ?? 0 }) else { return }
        xml.raw("<traceGroup>\n")
        annotate(self.object, json, &xml)
        let words: String? =
            switch object {
            case .text(let item): item.runs.map(\.text).joined()
            case .note(let item): [item.title, item.text].filter { !$0.isEmpty }.joined(separator: "\n")
            case .picture(let item): item.alternative
            case .link: nil
            case .markup(let item): [item.words, item.text].filter { !$0.isEmpty }.joined(separator: "\n")
            }
        if let words, !words.isEmpty { annotate(self.words, words, &xml) }
        xml.end("traceGroup")
    }

    /// Writes the settings of a layer, except its name.
    static func write(_ layer: Drawing.Layer, to xml: inout XMLWriter) {
        guard let json = settings(of: layer) else { return }
        annotate(self.layer, json, &xml)
    }

    /// Returns the settings of a layer as JSON, without its name; nil if all of them have default values.
    static func settings(of layer: Drawing.Layer) -> String? {
        var layer = layer
        layer.name = nil
        guard layer != Drawing.Layer() else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(layer)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a layer with the given name and settings; nil if the settings are not valid JSON.
    static func layer(named name: String?, settings: String) -> Drawing.Layer? {
        var layer = try? BoundedJSON.decode(Drawing.Layer.self, from: Data(settings.utf8))
        layer?.name = name
        return layer
    }

    private static func annotate(_ type: String, _ text: String, _ xml: inout XMLWriter) {
        xml.raw("<annotation type=\"\(type)\">")
        xml.text(text)
        xml.end("annotation")
    }
}
