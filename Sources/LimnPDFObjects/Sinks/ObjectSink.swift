// SPDX-License-Identifier: GPL-3.0-or-later

/// Receives the objects that changes write. There are two sinks: ``UpdateSink`` appends them to the original, and
/// ``RewritingSink`` puts them into the document that libqpdf will rewrite.
///
/// A sink only writes; both kinds read the same ``PDFObject``s of the original. If a change reads an object again after
/// editing it, it may see the old entries (when appending) or the new ones (when rewriting). Changes must not depend on
/// either.
protocol ObjectSink {
    /// Reserves an object number that is not in use and that no reference names.
    mutating func reserve() throws(PDFObjectsError) -> ObjectID

    /// Writes the object of a reserved number. It must not be a stream.
    ///
    /// - Parameter isCompressible: whether the object may go into an object stream.
    mutating func set(_ id: ObjectID, to value: PDFValue, isCompressible: Bool) throws(PDFObjectsError)

    /// Replaces entries of a dictionary of the original.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if the sink cannot change that dictionary.
    mutating func edit(_ object: PDFObject, _ edits: [PDFEdit]) throws(PDFObjectsError)

    /// Adds a stream.
    ///
    /// - Parameter entries: the entries of its dictionary except /Length and /Filter.
    mutating func add(stream: StreamData, _ entries: [PDFEntry]) throws(PDFObjectsError) -> ObjectID

    /// The number of an object of the original, for references to it.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if it has none and cannot get one.
    mutating func number(of object: PDFObject) throws(PDFObjectsError) -> ObjectID
}

extension ObjectSink {
    /// Adds an object that is not a stream.
    mutating func add(_ value: PDFValue, isCompressible: Bool = false) throws(PDFObjectsError) -> ObjectID {
        let id = try reserve()
        try set(id, to: value, isCompressible: isCompressible)
        return id
    }

    /// Adds a stream, compressed if that makes it smaller.
    mutating func add(stream data: [UInt8]) throws(PDFObjectsError) -> ObjectID {
        try add(stream: StreamData(data), [])
    }
}
