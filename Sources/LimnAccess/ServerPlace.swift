// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
public import SystemPackage

/// Where the server of a library is reached, as it tells commands that make links: a file `server-address` in the
/// library's folder.
public enum ServerPlace {
    private static let fileName = "server-address"
    /// The default address of a server.
    public static let standard = "http://127.0.0.1:8420/"

    /// Records the address of the server. Ignores write errors; links then use a previous address or ``standard``.
    ///
    /// - Parameters:
    ///   - address: the address with a trailing slash, such as `https://nas.example:8420/`.
    ///   - folder: the folder of the library.
    public static func tell(_ address: String, in folder: FilePath) {
        try? Publisher(isPrivate: true).publish(Array("\(address)\n".utf8), to: folder.appending(fileName))
    }

    /// Returns the recorded address, or ``standard`` if there is no valid one.
    public static func address(in folder: FilePath) -> String {
        guard let bytes = try? InputFile(regularFile: folder.appending(fileName)).bytes(limit: 4096)
        else { return standard }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.hasPrefix("http") && text.hasSuffix("/") ? text : standard
    }

    /// Whether an address leads only to the machine where it is used.
    public static func isOnlyHere(_ address: String) -> Bool {
        guard let host = URL(string: address)?.host() else { return false }
        return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }

    /// Returns the sign-in link for a code. A browser that opens it exchanges the code for a token, once.
    ///
    /// - Parameters:
    ///   - code: the code from ``AccessStore/add(_:role:characters:days:)``.
    ///   - address: the address of the server, with a trailing slash.
    public static func link(_ code: String, at address: String) -> String { "\(address)sign-in?code=\(code)" }
}
