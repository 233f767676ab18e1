// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// The output of a server that has started.
enum Announcement {
    /// Writes the address, the owner's sign-in link, and the fingerprint and path of the server's own authority, one
    /// per line or as one JSON object.
    static func write(_ services: Services, authority: OwnCertificate?) {
        let address = services.address.shown
        let link = services.ownerLink()
        var text = "\(address)\n\(link)\n"
        var values = ["address": address, "link": link]
        if let authority {
            text += "SHA-256 of the authority: \(authority.fingerprint)\n"
            text += "To trust it, install on your devices: \(authority.authorityPath)\n"
            values["fingerprint"] = authority.fingerprint
            values["authority"] = "\(authority.authorityPath)"
        }
        if services.options.writesJSON, let bytes = try? Answer.encode(values) {
            text = String(decoding: bytes, as: UTF8.self) + "\n"
        }
        FileHandle.standardOutput.write(Data(text.utf8))
        if services.options.opensBrowser { Browser.open(link) }
    }
}

/// The web browser of the person who starts the server.
enum Browser {
    /// Opens an address. Does nothing if there is no browser.
    static func open(_ address: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
