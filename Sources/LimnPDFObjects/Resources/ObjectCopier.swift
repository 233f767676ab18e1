// SPDX-License-Identifier: GPL-3.0-or-later

/// Copies objects of another document to a sink, each object once.
struct ObjectCopier {
    /// The IDs of the copies by the IDs of the originals; nil while a stream is being copied.
    private var copies: [ObjectID: ObjectID?] = [:]
    private var depth = 0
    private var budget = 100_000

    private static let depthLimit = 100
    /// Keys that are not copied. Most lead out of a page's resources: to other pages, to the structure tree, or to
    /// other files.
    private static let dropped: Set<String> = [
        "/AF", "/Length", "/Metadata", "/OC", "/OPI", "/P", "/Parent", "/PieceInfo", "/Ref", "/StructParent",
        "/StructParents",
    ]
    /// The keys of a stream that refer to data in an external file. They are not copied.
    private static let external: Set<String> = ["/F", "/FFilter", "/FDecodeParms"]

    /// Returns a copy of an object as a value to write. Pages, nodes of a page tree, catalogs, and references from a
    /// stream to itself become null.
    ///
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if there are too many objects or they are nested too deeply.
    mutating func value(
        of object: PDFObject, in sink: inout some ObjectSink
    ) throws(PDFObjectsError) -> PDFValue {
        depth += 1
        budget -= 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit, budget > 0 else { throw PDFObjectsError(.tooComplex) }
        guard let id = object.identity else { return try directValue(of: object, in: &sink) }
        if let known = copies[id] { return known.map { .reference($0) } ?? .text("null") }
        if object.isStream {
            copies[id] = .some(nil)
            let entries = try entries(of: object, except: Self.external, in: &sink)
            let copy = try sink.add(stream: StreamData(stored: try object.rawData()), entries)
            copies[id] = copy
            return .reference(copy)
        }
        let copy = try sink.reserve()
        copies[id] = copy
        try sink.set(copy, to: try directValue(of: object, in: &sink), isCompressible: true)
        return .reference(copy)
    }

    private mutating func directValue(
        of object: PDFObject, in sink: inout some ObjectSink
    ) throws(PDFObjectsError) -> PDFValue {
        if object.isDictionary {
            let type = object["/Type"]
            if ["/Page", "/Pages", "/Catalog"].contains(where: { type?.isName($0) == true }) { return .text("null") }
            return .dictionary(try entries(of: object, except: [], in: &sink))
        }
        guard object.isArray else { return .text(try object.unparsed()) }
        var items: [PDFValue] = []
        for index in 0..<object.count {
            guard let item = object.item(index) else { continue }
            items.append(try value(of: item, in: &sink))
        }
        return .array(items)
    }

    private mutating func entries(
        of object: PDFObject, except others: Set<String>, in sink: inout some ObjectSink
    ) throws(PDFObjectsError) -> [PDFEntry] {
        guard let dictionary = object.dictionary else { return [] }
        var entries: [PDFEntry] = []
        for key in dictionary.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            guard let name = String(validating: key.dropLast(), as: UTF8.self), let value = dictionary[key],
                !Self.dropped.contains(name), !others.contains(name),
                // Other characters would need escapes.
                name.utf8.dropFirst().allSatisfy({ (33...126).contains($0) && !"#()<>[]{}/%".utf8.contains($0) })
            else { continue }
            entries.append((name, try self.value(of: value, in: &sink)))
        }
        return entries
    }
}
