// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import LimnFiles
internal import LimnGeometry
internal import LimnLibrary
package import SystemPackage

/// A server as the place of a sync, over HTTP.
package final class ServerSync: PeerSync {
    package let id: String
    private let client: HTTPClient
    private let scratch: ScratchFolder

    private static let packetType = "application/gzip"
    /// The largest PDF that is fetched, in bytes.
    private static let templateLimit = 1 << 30

    /// Where a server is, and how it knows who asks.
    package struct Address: Sendable {
        /// The address before `/api/v1`, without a slash at the end.
        package var url: String
        /// The code of a sign-in link; nil for a server that asks for none.
        package var code: String?

        /// Reads an address, or a sign-in link, whose code it takes.
        ///
        /// - Throws: an error if the text is no address of a server.
        package init(_ text: String) throws(SyncError) {
            guard var parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
                ["http", "https"].contains(parts.scheme?.lowercased()), parts.user == nil
            else { throw SyncError("“\(text)” is no address of a server.") }
            code = parts.queryItems?.first { $0.name == "code" }?.value
            (parts.query, parts.fragment) = (nil, nil)
            if parts.path.hasSuffix("/sign-in") { parts.path.removeLast("/sign-in".count) }
            while parts.path.hasSuffix("/") { parts.path.removeLast() }
            guard let url = parts.string else { throw SyncError("“\(text)” is no address of a server.") }
            self.url = url
        }

        /// Whether everyone between here and the server can read what is sent: there is no TLS, and it is another machine.
        package var isOpen: Bool {
            guard let parts = URLComponents(string: url), parts.scheme?.lowercased() == "http" else { return false }
            let host = parts.host?.lowercased() ?? ""
            return !(host == "localhost" || host.hasPrefix("127.") || host == "[::1]" || host == "::1")
        }
    }

    private struct Greeting: Decodable {
        var limnSync: Int
        var id: String
    }

    /// Connects to a server.
    ///
    /// - Parameter authorities: a file with the certificates of the authorities to trust; nil for those of the system.
    package init(_ address: Address, authorities: FilePath? = nil) throws(SyncError) {
        let fields = address.code.map { ["Authorization: Bearer \($0)"] } ?? []
        client = try HTTPClient(address.url, fields: fields, authorities: authorities?.string)
        do { scratch = try ScratchFolder() } catch { throw SyncError("\(error)") }
        let greeting: Greeting = try Self.decoded(try Self.checked(try client.send("GET", "/api/v1/sync")))
        guard greeting.limnSync == 1, ReplicaID(greeting.id) != nil else {
            throw SyncError("The server is of a newer Limn. Use a newer Limn.")
        }
        id = greeting.id
    }

    private struct Problem: Decodable { var detail: String? }

    /// Returns the body of a response that is no problem.
    private static func checked(_ response: HTTPClient.Response) throws(SyncError) -> [UInt8] {
        guard response.status != 401 else {
            throw SyncError("The server does not know the code. A new one is made by “limn access add” there.")
        }
        guard (200...299).contains(response.status) else {
            let problem = try? BoundedJSON.decode(Problem.self, from: Data(response.body))
            throw SyncError("The server answers: \(problem?.detail ?? "status \(response.status), and no reason.")")
        }
        return response.body
    }

    private static func decoded<Value: Decodable>(_ bytes: [UInt8]) throws(SyncError) -> Value {
        do { return try BoundedJSON.decode(Value.self, from: Data(bytes)) } catch {
            throw SyncError("The answer is not that of a Limn server which can sync.")
        }
    }

    package func packet(for request: SyncRequest) throws(SyncError) -> SyncPacket {
        guard let body = try? JSONEncoder().encode(request) else { throw SyncError("A request cannot be written.") }
        let answer = try client.send(
            "POST", "/api/v1/sync/changes", body: ("application/json", [UInt8](body)), limit: SyncPacket.sizeLimit)
        return try SyncPacket(decoding: try Self.checked(answer), named: "The server's answer")
    }

    package func send(_ packet: SyncPacket, from replica: ReplicaID) throws(SyncError) -> SyncReceipt {
        let answer = try client.send(
            "POST", "/api/v1/sync/units?from=\(replica)", body: (Self.packetType, try packet.encoded()), limit: 16 << 20
        )
        guard answer.status != 413 else {
            var receipt = SyncReceipt()
            let ids = Set(packet.units.map(\.character)).sorted().joined(separator: ", ")
            (receipt.has, receipt.notes) = ([], ["The changes of \(ids) are too large for the server."])
            return receipt
        }
        return try Self.decoded(try Self.checked(answer))
    }

    package func template(_ hash: String) throws(SyncError) -> FilePath? {
        guard ContentHash(hash) != nil else { return nil }
        let answer = try client.send("GET", "/api/v1/sync/templates/\(hash)", limit: Self.templateLimit)
        guard answer.status != 404 else { return nil }
        let bytes = try Self.checked(answer)
        guard ContentHash(bytes).description == hash else { return nil }
        let path = scratch.path.appending("\(hash).pdf")
        do { try Publisher().publish(bytes, to: path) } catch { throw SyncError("\(error)") }
        return path
    }

    package func sendTemplate(_ hash: String, named name: String, _ file: InputFile) throws(SyncError) -> String? {
        let known = try client.send("HEAD", "/api/v1/sync/templates/\(hash)")
        guard known.status == 404 else {
            _ = try Self.checked(known)
            return nil
        }
        let bytes: [UInt8]
        do { bytes = try file.bytes(limit: Self.templateLimit) } catch { throw SyncError("\(error)") }
        let allowed = CharacterSet(charactersIn: "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        let query = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        let answer = try client.send("POST", "/api/v1/templates?name=\(query)", body: ("application/pdf", bytes))
        do { _ = try Self.checked(answer) } catch { return "The template “\(name)” is not taken. \(error)" }
        return nil
    }
}
