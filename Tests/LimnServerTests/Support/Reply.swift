// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What a server has answered.
struct Reply: Sendable {
    /// The status.
    var status: Int
    /// The header fields by their names in lower case; fields that occur several times are joined by commas.
    var headers: [String: String]
    /// The body.
    var body: [UInt8]

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; empty for anything else.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }

    /// The objects in a member of the body, such as `items`.
    func objects(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }

    /// A text in the body's object.
    func string(_ key: String) -> String? { json[key] as? String }

    /// A number in the body's object.
    func integer(_ key: String) -> Int? { json[key] as? Int }

    /// A truth in the body's object.
    func flag(_ key: String) -> Bool? { json[key] as? Bool }

    /// The kind of the problem that the body tells; nil if it tells none.
    var problem: String? {
        guard headers["content-type"] == "application/problem+json", integer("status") == status,
            string("title")?.isEmpty == false, string("detail")?.isEmpty == false
        else { return nil }
        return string("type").flatMap { $0.hasPrefix("/problems/") ? String($0.dropFirst(10)) : nil }
    }
}
