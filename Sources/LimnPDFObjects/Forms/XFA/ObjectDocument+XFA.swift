// SPDX-License-Identifier: GPL-3.0-or-later

/// The data of an XFA form and its place.
struct XFAPacket {
    /// The index of the stream in the array of packets; nil if all packets are one stream.
    let place: Int?
    let bytes: [UInt8]
}

extension FormIndex {
    /// The maximum size of the data in bytes. Larger data is not read.
    private static let packetLimit = 64 << 20

    /// The packet `datasets` of the XFA form (ISO 32000-1, 12.7.8); nil if it cannot be read.
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
    /// Returns the data of the XFA form with new values, for ``FormChanges/datasets``.
    ///
    /// - Parameter values: the new values by the full names of their fields. The values of buttons are the names of
    ///   their states.
    /// - Returns: nil if there is no readable data, or if a field has no element of its own in it.
    /// - Throws: ``PDFObjectsError`` with `tooComplex`.
    public func datasets(filledWith values: [(field: String, values: [String])]) throws(PDFObjectsError) -> [UInt8]? {
        guard let packet = try formIndex().datasets else { return nil }
        return XFADatasets(packet.bytes)?.filled(values)
    }
}

extension ChangeWriter {
    /// Returns the XFA form with new data.
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
