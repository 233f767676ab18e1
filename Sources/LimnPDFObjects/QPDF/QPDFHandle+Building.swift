// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF

extension QPDFHandle {
    private func make(_ body: (qpdf_data?) -> qpdf_oh) throws(PDFObjectsError) -> PDFObject {
        PDFObject(adopting: try call(body), of: self)
    }

    func trailer() throws(PDFObjectsError) -> PDFObject { try make(qpdf_get_trailer) }
    func root() throws(PDFObjectsError) -> PDFObject { try make(qpdf_get_root) }
    /// Returns the version in the file's header, such as `1.7`.
    func headerVersion() throws(PDFObjectsError) -> String {
        try call { qpdf_get_pdf_version($0).map { String(cString: $0) } } ?? ""
    }

    func newDictionary() throws(PDFObjectsError) -> PDFObject { try make(qpdf_oh_new_dictionary) }
    func newNull() throws(PDFObjectsError) -> PDFObject { try make(qpdf_oh_new_null) }
    func newArray() throws(PDFObjectsError) -> PDFObject { try make(qpdf_oh_new_array) }
    func newName(_ name: String) throws(PDFObjectsError) -> PDFObject { try make { qpdf_oh_new_name($0, name) } }
    func newInteger(_ value: Int) throws(PDFObjectsError) -> PDFObject {
        try make { qpdf_oh_new_integer($0, Int64(value)) }
    }

    /// Returns the object with the given number and generation.
    func object(_ id: ObjectID) throws(PDFObjectsError) -> PDFObject {
        try make { qpdf_get_object_by_id($0, id.number, id.generation) }
    }

    /// Replaces the content of an object. Existing handles then refer to the new content.
    func replace(_ id: ObjectID, with object: PDFObject) throws(PDFObjectsError) {
        try call { qpdf_replace_object($0, id.number, id.generation, object.oh) }
    }

    /// Makes a direct object indirect.
    func makeIndirect(_ object: PDFObject) throws(PDFObjectsError) -> PDFObject {
        try make { qpdf_make_indirect_object($0, object.oh) }
    }

    /// Makes a stream from encoded data, which is written unchanged.
    func newStream(_ data: [UInt8], filter: String? = nil) throws(PDFObjectsError) -> PDFObject {
        let stream = try make(qpdf_oh_new_stream)
        let none = try newNull()
        var name = none
        if let filter { name = try newName(filter) }
        try call { qpdf_oh_replace_stream_data($0, stream.oh, data, data.count, name.oh, none.oh) }
        return stream
    }

    /// Makes a stream from encoded data and its filter.
    func newStream(_ stored: StreamData) throws(PDFObjectsError) -> PDFObject {
        try newStream(stored.bytes, filter: stored.filter)
    }

    /// Makes a direct object from PDF text, which must not contain references.
    func parsed(_ text: PDFText) throws(PDFObjectsError) -> PDFObject {
        let text = text.map { CChar(bitPattern: $0) } + [0]
        return try make { qpdf_oh_parse($0, text) }
    }
}

extension PDFObject {
    func append(_ item: PDFObject) throws(PDFObjectsError) {
        try file.call { qpdf_oh_append_item($0, oh, item.oh) }
    }

    /// Sets a key of a dictionary or of a stream's dictionary.
    func set(_ key: UnsafePointer<CChar>, _ value: PDFObject) throws(PDFObjectsError) {
        guard let dictionary else { preconditionFailure("only dictionaries and streams have keys") }
        try file.call { qpdf_oh_replace_key($0, dictionary.oh, key, value.oh) }
    }

    /// Replaces the data of a stream, and its filter.
    func replaceData(_ stored: StreamData) throws(PDFObjectsError) {
        let none = try file.newNull()
        var name = none
        if let filter = stored.filter { name = try file.newName(filter) }
        try file.call { qpdf_oh_replace_stream_data($0, oh, stored.bytes, stored.bytes.count, name.oh, none.oh) }
    }

    func remove(_ key: UnsafePointer<CChar>) throws(PDFObjectsError) {
        try file.call { qpdf_oh_remove_key($0, oh, key) }
    }

    /// Returns a new direct dictionary with the same values. Indirect values are shared.
    func shallowCopy() throws(PDFObjectsError) -> PDFObject {
        let copy = try file.newDictionary()
        for key in keys {
            if let value = self[key] { try copy.set(key, value) }
        }
        return copy
    }
}
