// SPDX-License-Identifier: GPL-3.0-or-later

/// Takes the objects that changes write. There are two sinks: ``UpdateSink`` appends them to the original, and
/// ``RewritingSink`` puts them into the document that libqpdf will write anew.
///
/// Reading is not part of it: both sinks read the same ``PDFObject``s of the original. A change that reads an object
/// again after it was edited may see the old entries (appending) or the new ones (rewriting), and must not depend on it.
protocol ObjectSink {
    /// Takes an object number that nothing has or refers to.
    mutating func reserve() throws(PDFObjectsError) -> ObjectID

    /// Gives a reserved number its object, which is no stream.
    ///
    /// - Parameter isCompressible: whether the object may go into an object stream.
    mutating func set(_ id: ObjectID, to value: PDFValue, isCompressible: Bool) throws(PDFObjectsError)

    /// Replaces entries of a dictionary of the original.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` where the sink cannot change that dictionary.
    mutating func edit(_ object: PDFObject, _ edits: [PDFEdit]) throws(PDFObjectsError)

    /// Adds a stream.
    ///
    /// - Parameter entries: the entries of its dictionary except /Length and /Filter.
    mutating func add(stream: StreamData, _ entries: [PDFEntry]) throws(PDFObjectsError) -> ObjectID

    /// The number by which an object of the original can be referred to.
    ///
    /// - Throws: ``PDFObjectsError`` with `unsound` where it has none and cannot get one.
    mutating func number(of object: PDFObject) throws(PDFObjectsError) -> ObjectID
}

extension ObjectSink {
    /// Adds an object, which is no stream.
    mutating func add(_ value: PDFValue, isCompressible: Bool = false) throws(PDFObjectsError) -> ObjectID {
        let id = try reserve()
        try set(id, to: value, isCompressible: isCompressible)
        return id
    }

    /// Adds a stream, compressed where that makes it smaller.
    mutating func add(stream data: [UInt8]) throws(PDFObjectsError) -> ObjectID {
        try add(stream: StreamData(data), [])
    }
}
