// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// What a server that has started says on standard output.
enum Announcement {
    /// Writes the address, the link that signs the owner in, and by what the server's own authority is recognised: a line
    /// each, or one object.
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

/// The browser of the person who starts a server.
enum Browser {
    /// Opens an address; where there is no browser, nothing happens.
    static func open(_ address: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
