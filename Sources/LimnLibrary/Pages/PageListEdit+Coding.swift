// SPDX-License-Identifier: GPL-3.0-or-later

extension PageListEdit: Codable {
    private enum Key: CodingKey { case before, after, drawings, templatePages, highestNumber }

    /// Reads an edit from the journal.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func list(_ key: Key) throws -> PageList? {
            guard let text = try values.decodeIfPresent(String.self, forKey: key) else { return nil }
            guard let list = PageList(coded: text) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "no list of pages")
            }
            return list
        }
        (before, after) = (try list(.before), try list(.after))
        drawings = try values.decode(Int.self, forKey: .drawings)
        templatePages = try values.decode(Int.self, forKey: .templatePages)
        highestNumber = try values.decode(Int.self, forKey: .highestNumber)
        for (key, number) in [(Key.templatePages, templatePages), (.highestNumber, highestNumber)]
        where !(1...PageRule.highest).contains(number) {
            throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: "no number of a page")
        }
    }

    /// Encodes the edit for the journal, with the lists as ``PageList/coded`` has them.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(before?.coded, forKey: .before)
        try values.encodeIfPresent(after?.coded, forKey: .after)
        try values.encode(drawings, forKey: .drawings)
        try values.encode(templatePages, forKey: .templatePages)
        try values.encode(highestNumber, forKey: .highestNumber)
    }
}
