// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LimnGeometry

/// The JSON form of edits.
///
/// `{"add": [item…], "remove": [index…], "replace": [{"index", "item"}…], "insert": [{"index", "item"}…], "layers":
/// [layer…], "pictures": [{"format", "bytes"}…]}`; every key is optional, and all keys together make one edit. An item
/// is a stroke or an object as in ``InkJSON``, without `strokesBelow`. A picture's data is an index in `pictures`.
///
/// `{"known": [item…], "knownLayers": [layer…]}` says what the edit was made for; see ``EditProposal/known``. The data of
/// known pictures is not read.
public enum EditJSON {
    /// Decodes an edit or a list of edits.
    ///
    /// - Throws: ``InkError`` with `corrupt` if the JSON is invalid, has an unknown key, or contains an invalid value.
    public static func decode(_ bytes: [UInt8]) throws(InkError) -> [EditProposal] {
        let isList = bytes.first { $0 > 32 } == UInt8(ascii: "[")
        do {
            let edits =
                isList
                ? try BoundedJSON.decode([JSONEdit].self, from: bytes, limits: .ink)
                : [try BoundedJSON.decode(JSONEdit.self, from: bytes, limits: .ink)]
            return try edits.map { try $0.proposal() }
        } catch let error as InkError {
            throw error
        } catch let error as BoundedJSON.Refusal {
            throw InkError(.corrupt, "The edit cannot be read: \(error).")
        } catch let error as DecodingError {
            throw InkError(.corrupt, "The edit cannot be read: \(InkJSON.sentence(error)).")
        } catch {
            throw InkError(.corrupt, "The edit cannot be read.")
        }
    }

    /// Encodes an edit with the keys `remove`, `insert`, `layers` and `pictures`.
    ///
    /// Applying the result to the drawing before the edit gives the drawing after it.
    ///
    /// - Throws: ``InkError`` with `invalidValue` if a value is not finite.
    public static func encode(_ edit: Edit) throws(InkError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return Array(try encoder.encode(JSONEdit(edit))) } catch {
            throw InkError(.invalidValue, "The edit contains a value that JSON cannot represent.")
        }
    }
}

/// The JSON structure of ``EditJSON``.
struct JSONEdit: Codable {
    struct Placed: Codable {
        var index: Int
        var item: JSONItem
    }

    var add: [JSONItem]?
    var remove: [Int]?
    var replace: [Placed]?
    var insert: [Placed]?
    var layers: [Drawing.Layer]?
    var pictures: [JSONPicture]?
    var known: [JSONItem]?
    var knownLayers: [Drawing.Layer]?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case add, remove, replace, insert, layers, pictures, known, knownLayers
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // Ignoring a misspelled key would lose the user's ink.
        let allowed = Set(CodingKeys.allCases.map(\.rawValue))
        if let stranger = try decoder.container(keyedBy: AnyKey.self).allKeys.first(where: {
            !allowed.contains($0.stringValue)
        }) {
            throw InkError(.corrupt, "An edit has no key “\(stranger.stringValue.prefix(50))”.")
        }
        add = try container.decodeIfPresent([JSONItem].self, forKey: .add)
        remove = try container.decodeIfPresent([Int].self, forKey: .remove)
        replace = try container.decodeIfPresent([Placed].self, forKey: .replace)
        insert = try container.decodeIfPresent([Placed].self, forKey: .insert)
        layers = try container.decodeIfPresent([Drawing.Layer].self, forKey: .layers)
        pictures = try container.decodeIfPresent([JSONPicture].self, forKey: .pictures)
        self.known = try container.decodeIfPresent([JSONItem].self, forKey: .known)
        knownLayers = try container.decodeIfPresent([Drawing.Layer].self, forKey: .knownLayers)
    }

    init(_ edit: Edit) {
        var all: [PictureData] = []
        func number(_ picture: PictureData) -> Int {
            if let found = all.firstIndex(of: picture) { return found }
            all.append(picture)
            return all.count - 1
        }
        remove = edit.removed.isEmpty ? nil : edit.removed.map(\.index)
        insert =
            edit.inserted.isEmpty
            ? nil : edit.inserted.map { Placed(index: $0.index, item: JSONItem($0.item, number)) }
        layers = edit.layers?.after
        pictures = all.isEmpty ? nil : all.map { JSONPicture(format: $0.format, bytes: Data($0.bytes)) }
    }

    func proposal() throws(InkError) -> EditProposal {
        let pictures = (pictures ?? []).map { PictureData(Array($0.bytes), format: $0.format) }
        func placed(_ list: [Placed]?) throws(InkError) -> [EditProposal.Placed] {
            try (list ?? []).map { placed throws(InkError) in
                EditProposal.Placed(index: placed.index, item: try placed.item.item(pictures))
            }
        }
        var proposal = EditProposal()
        proposal.added = try (add ?? []).map { item throws(InkError) in try item.item(pictures) }
        proposal.removed = remove ?? []
        proposal.replaced = try placed(replace)
        proposal.inserted = try placed(insert)
        proposal.layers = layers
        let noPicture = [PictureData([], format: .png)]
        proposal.known = try known?.map { item throws(InkError) in try item.withoutPicture.item(noPicture) }
        proposal.knownLayers = knownLayers
        if let known {
            let gone = proposal.removed + proposal.replaced.map(\.index)
            guard known.count == gone.count else {
                throw InkError(.corrupt, "The edit knows another number of items than it removes.")
            }
            guard Set(gone).count == gone.count, (gone + proposal.inserted.map(\.index)).allSatisfy({ $0 >= 0 }) else {
                throw InkError(.corrupt, "The edit changes an item twice, or one before the first.")
            }
        }
        return proposal
    }
}

/// A stroke, or an object without its position among the strokes.
struct JSONItem: Codable {
    private enum Kind {
        case stroke(JSONStroke)
        case object(JSONObject)
    }

    private enum Key: String, CodingKey {
        case xy
    }

    private let kind: Kind

    init(from decoder: any Decoder) throws {
        let isStroke = try decoder.container(keyedBy: Key.self).contains(.xy)
        kind = isStroke ? .stroke(try JSONStroke(from: decoder)) : .object(try JSONObject(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        switch kind {
        case .stroke(let stroke): try stroke.encode(to: encoder)
        case .object(let object): try object.encode(to: encoder)
        }
    }

    /// - Parameter number: returns the index of a picture in the edit's list of pictures.
    init(_ item: Item, _ number: (PictureData) -> Int) {
        switch item {
        case .stroke(let stroke): kind = .stroke(JSONStroke(stroke))
        case .object(let object):
            var json = JSONObject(PlacedObject(object, above: 0), number)
            json.strokesBelow = nil
            kind = .object(json)
        }
    }

    /// The item with the first picture of a list instead of its own.
    var withoutPicture: JSONItem {
        guard case .object(var object) = kind, object.picture != nil else { return self }
        object.picture?.data = 0
        return JSONItem(kind: .object(object))
    }

    private init(kind: Kind) { self.kind = kind }

    func item(_ pictures: [PictureData]) throws(InkError) -> Item {
        switch kind {
        case .stroke(let stroke): .stroke(try stroke.stroke())
        case .object(let object): .object(try object.pageObject(pictures))
        }
    }
}
