// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation

/// What a server that has started says on standard output.
enum Announcement {
    /// Writes the address and the link that signs the owner in: a line each, or one object.
    static func write(_ services: Services) {
        let address = services.address.shown
        let link = services.ownerLink()
        var text = "\(address)\n\(link)\n"
        if services.options.writesJSON, let bytes = try? Answer.encode(["address": address, "link": link]) {
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
