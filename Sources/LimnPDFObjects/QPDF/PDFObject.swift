// SPDX-License-Identifier: GPL-3.0-or-later

internal import CQPDF
internal import Foundation

/// Owns a `qpdf_oh`, libqpdf's handle for an object, and releases it.
///
/// Reading is lenient: a value that is missing, has the wrong type or cannot be resolved is nil. Keys are C strings
/// that include the slash; they need not be UTF-8.
final class PDFObject {
    let file: QPDFHandle
    let oh: qpdf_oh

    init(adopting oh: qpdf_oh, of file: QPDFHandle) {
        self.file = file
        self.oh = oh
    }

    deinit { _ = try? file.call { qpdf_oh_release($0, oh) } }

    private func read<R>(_ body: (qpdf_data?, qpdf_oh) -> R) -> R? { try? file.call { body($0, oh) } }
    private func test(_ body: (qpdf_data?, qpdf_oh) -> QPDF_BOOL) -> Bool { (read(body) ?? QPDF_FALSE) != QPDF_FALSE }

    // MARK: Kinds

    var isNull: Bool { test(qpdf_oh_is_null) }
    var isDictionary: Bool { test(qpdf_oh_is_dictionary) }
    var isArray: Bool { test(qpdf_oh_is_array) }
    var isStream: Bool { test(qpdf_oh_is_stream) }
    var isString: Bool { test(qpdf_oh_is_string) }
    var isIndirect: Bool { test(qpdf_oh_is_indirect) }

    /// The number and generation of an indirect object; nil for a direct one.
    var identity: ObjectID? {
        guard let id = read(qpdf_oh_get_object_id), id > 0 else { return nil }
        return ObjectID(number: id, generation: read(qpdf_oh_get_generation) ?? 0)
    }

    // MARK: Scalars

    var bool: Bool? { test(qpdf_oh_is_bool) ? test(qpdf_oh_get_bool_value) : nil }
    var int: Int? { test(qpdf_oh_is_integer) ? read(qpdf_oh_get_int_value).map { Int($0) } : nil }
    var number: Double? { test(qpdf_oh_is_number) ? read(qpdf_oh_get_numeric_value) : nil }

    /// The value of a text string in Unicode, which may contain NUL characters; nil for other objects.
    var text: String? {
        guard test(qpdf_oh_is_string) else { return nil }
        var length = 0
        guard let start = read({ qpdf_oh_get_binary_utf8_value($0, $1, &length) }) ?? nil else { return nil }
        return start.withMemoryRebound(to: UInt8.self, capacity: length) {
            String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
        }
    }

    /// The bytes of a string; nil for other objects.
    var stringBytes: [UInt8]? {
        guard test(qpdf_oh_is_string) else { return nil }
        var length = 0
        guard let start = read({ qpdf_oh_get_binary_string_value($0, $1, &length) }) ?? nil else { return nil }
        return start.withMemoryRebound(to: UInt8.self, capacity: length) {
            Array(UnsafeBufferPointer(start: $0, count: length))
        }
    }

    /// A name without its slash; nil for other objects. Invalid UTF-8 is replaced.
    var name: String? {
        guard test(qpdf_oh_is_name), let start = read(qpdf_oh_get_name) ?? nil else { return nil }
        return String(String(cString: start).dropFirst())
    }

    func isName(_ name: String) -> Bool { test { qpdf_oh_is_name_and_equals($0, $1, name) } }

    // MARK: Arrays

    var count: Int { isArray ? Int(read(qpdf_oh_get_array_n_items) ?? 0) : 0 }

    func item(_ index: Int) -> PDFObject? {
        read { qpdf_oh_get_array_item($0, $1, CInt(index)) }.map { PDFObject(adopting: $0, of: file) }
    }

    /// The items that are not null.
    var items: [PDFObject] { (0..<count).compactMap { item($0) }.filter { !$0.isNull } }

    // MARK: Dictionaries

    /// The value of a key in a dictionary or in a stream's dictionary; nil if it is missing or null.
    subscript(key: UnsafePointer<CChar>) -> PDFObject? {
        guard let dictionary, let value = dictionary.read({ qpdf_oh_get_key($0, $1, key) }) else { return nil }
        let object = PDFObject(adopting: value, of: file)
        return object.isNull ? nil : object
    }

    /// This object if it is a dictionary, or the dictionary of a stream; nil for other objects.
    var dictionary: PDFObject? {
        if isDictionary { return self }
        guard isStream else { return nil }
        return read(qpdf_oh_get_dict).map { PDFObject(adopting: $0, of: file) }
    }

    /// The keys of a dictionary as bytes, each with its slash and a terminating NUL.
    var keys: [[CChar]] {
        guard isDictionary, read(qpdf_oh_begin_dict_key_iter) != nil else { return [] }
        var all: [[CChar]] = []
        while (try? file.call(qpdf_oh_dict_more_keys)) ?? QPDF_FALSE != QPDF_FALSE,
            let key = (try? file.call(qpdf_oh_dict_next_key)) ?? nil
        {
            all.append(Array(UnsafeBufferPointer(start: key, count: strlen(key) + 1)))
        }
        return all
    }

    /// The values of a dictionary that are not null.
    var values: [PDFObject] { keys.compactMap { self[$0] } }
}

/// The number and generation of an indirect object.
struct ObjectID: Hashable {
    let number: CInt
    let generation: CInt
}
