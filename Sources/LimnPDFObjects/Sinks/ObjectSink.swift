// SPDX-License-Identifier: GPL-3.0-or-later

/// Receives the objects that changes write. There are two sinks: ``UpdateSink`` appends them to the original, and
/// ``RewritingSink`` puts them into the document that libqpdf will rewrite.
///
/// A sink only writes. Changes read the ``PDFObject``s of the original, whichever sink they write to. After editing an
/// object, a change still reads the old entries when appending, but the new entries when rewriting. Changes must not
/// depend on either.
protocol ObjectSink {
    /// Reserves an object number that is not in use and that no reference mentions.
    mutating func reserve() throws(PDFObjectsError) -> ObjectID

    /// Writes an object under a reserved number. It must not be a stream.
    ///
    /// - Parameter isCompressible: whether the object may go into an object stream.
    mutating func set(_ id: ObjectID, to value: PDFValue, isCompressible: Bool) throws(PDFObjectsError)

    /// Replaces or removes entries of a dictionary of the original.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if the sink cannot change that dictionary.
    mutating func edit(_ object: PDFObject, _ edits: [PDFEdit]) throws(PDFObjectsError)

    /// Adds a stream.
    ///
    /// - Parameter entries: the entries of the stream's dictionary except /Length and /Filter.
    mutating func add(stream: StreamData, _ entries: [PDFEntry]) throws(PDFObjectsError) -> ObjectID

    /// Returns the number of an object of the original, for references to it.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` if the object is direct and the sink cannot make it indirect.
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
