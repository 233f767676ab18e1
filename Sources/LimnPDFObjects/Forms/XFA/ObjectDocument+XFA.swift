// SPDX-License-Identifier: GPL-3.0-or-later

/// The place of the data of an XFA form.
struct XFAPacket {
    /// The place of the stream in the array of packets; nil where all packets are one stream.
    let place: Int?
    let bytes: [UInt8]
}

extension FormIndex {
    /// More bytes of data are not read.
    private static let packetLimit = 64 << 20

    /// The packet `datasets` of the XFA form (ISO 32000-1, 12.7.8); nil where it cannot be read.
    var datasets: XFAPacket? {
        guard let xfa = form?["/XFA"] else { return nil }
        var (place, stream) = (Int?.none, xfa)
        if xfa.isArray {
            let names = stride(from: 0, to: xfa.count - 1, by: 2).filter { xfa.item($0)?.text == "datasets" }
            guard names.count == 1, let found = xfa.item(names[0] + 1) else { return nil }
            (place, stream) = (names[0] + 1, found)
        }
        guard stream.isStream, let bytes = try? stream.decodedData(), bytes.count <= Self.packetLimit else {
            return nil
        }
        return XFAPacket(place: place, bytes: bytes)
    }
}

extension ObjectDocument {
    /// The data of the XFA form with other values, for ``FormChanges/datasets``.
    ///
    /// - Parameter values: the new values by the full names of their fields; of buttons the names of their states.
    /// - Returns: nil where a field has no place of its own in the data.
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    public func datasets(filledWith values: [(field: String, values: [String])]) throws(PDFObjectsError) -> [UInt8]? {
        guard let packet = try formIndex().datasets else { return nil }
        return XFADatasets(packet.bytes)?.filled(values)
    }
}

extension ChangeWriter {
    /// The XFA form with other data.
    mutating func xfa(_ form: PDFObject, with datasets: [UInt8]) throws(PDFObjectsError) -> PDFValue {
        let stream = PDFValue.reference(try sink.add(stream: datasets))
        guard let xfa = form["/XFA"], xfa.isArray else { return stream }
        var items = PDFValue.items(of: xfa)
        let places = stride(from: 0, to: xfa.count - 1, by: 2).filter { xfa.item($0)?.text == "datasets" }
        guard let place = places.first else { throw PDFObjectsError(.internal, cause: "the XFA form has no data") }
        items[place + 1] = stream
        return .array(items)
    }
}
