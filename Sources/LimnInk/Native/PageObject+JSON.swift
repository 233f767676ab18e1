// SPDX-License-Identifier: Apache-2.0

internal import struct Foundation.Data
internal import class Foundation.JSONEncoder
internal import LimnGeometry

/// The JSON text of an object, for formats that store it as JSON in addition to its visible form.
extension PageObject {
    /// Returns the object as JSON on one line, without its layer.
    ///
    /// - Parameter number: returns the index of a picture in the caller's list of pictures.
    /// - Returns: the JSON text; nil if a number is not finite.
    package func json(_ number: (PictureData) -> Int) -> String? {
        var object = self
        object.layer = 0
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? encoder.encode(JSONObject(PlacedObject(object, above: 0), number))
        return data.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Decodes an object. Nil if the text is not a valid object.
    package init?(json: String, pictures: [PictureData]) {
        guard let object = try? BoundedJSON.decode(JSONObject.self, from: Data(json.utf8)),
            let placed = try? object.placed(pictures)
        else { return nil }
        self = placed.object
    }
}
