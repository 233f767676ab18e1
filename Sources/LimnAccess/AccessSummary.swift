// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// A grant as JSON, for the command and for the server.
package struct AccessSummary: Encodable {
    let name: String
    let role: String
    let characters: [String]
    let created: String
    let expires: String?
    let ended: Bool

    package init(_ grant: AccessGrant) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        name = grant.name
        role = grant.role.rawValue
        characters = grant.characters.map { "\($0)" }.sorted()
        created = grant.created.formatted(style)
        expires = grant.expires?.formatted(style)
        ended = !grant.holds(at: Date())
    }
}
