// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
package import LimnFiles
internal import LimnGeometry
internal import LimnLibrary
package import SystemPackage

/// A server as the place of a sync, over HTTP.
package final class ServerSync: PeerSync {
    package private(set) var id = ""
    private let client: HTTPClient
    private let hasCode: Bool
    private let scratch: ScratchFolder
    /// The password of encrypted templates; nil for none.
    private let password: String?
    /// The sentences about templates that the server has refused. They are not sent again.
    private var refusals: [String: String] = [:]

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
            guard code.map(Self.isCode) ?? true else { throw SyncError("The link has no valid code.") }
            (parts.query, parts.fragment) = (nil, nil)
            if parts.path.hasSuffix("/sign-in") { parts.path.removeLast("/sign-in".count) }
            while parts.path.hasSuffix("/") { parts.path.removeLast() }
            guard let url = parts.string else { throw SyncError("“\(text)” is no address of a server.") }
            self.url = url
        }

        /// Whether a text may be a code: it becomes part of a header line.
        package static func isCode(_ text: String) -> Bool {
            !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }

        /// Whether it is this machine.
        var isHere: Bool {
            let host = URLComponents(string: url)?.host?.lowercased() ?? ""
            let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
            return ["localhost", "::1", "[::1]"].contains(host)
                || numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
        }

        /// Whether everyone between here and the server can read what is sent: there is no TLS, and it is another machine.
        package var isOpen: Bool {
            guard let parts = URLComponents(string: url), parts.scheme?.lowercased() == "http" else { return false }
            return !isHere
        }
    }

    private struct Greeting: Decodable {
        var limnSync: Int
        var id: String
    }

    /// Connects to a server.
    ///
    /// - Parameter authorities: a file with the certificates of the authorities to trust; nil for those of the system.
    package init(_ address: Address, authorities: FilePath? = nil, password: String? = nil) throws(SyncError) {
        self.password = password
        let fields = address.code.map { ["Authorization: Bearer \($0)"] } ?? []
        client = try HTTPClient(
            address.url, fields: fields, authorities: authorities?.string, usesProxy: !address.isHere)
        hasCode = address.code != nil
        do { scratch = try ScratchFolder() } catch { throw SyncError("\(error)") }
        try greet()
    }

    /// Asks which library the server has: it may be another one than before.
    package func greet() throws(SyncError) {
        let greeting: Greeting = try Self.decoded(try checked(try client.send("GET", "/api/v1/sync")))
        guard greeting.limnSync == 1, ReplicaID(greeting.id) != nil else {
            throw SyncError("The server runs a newer version of Limn. Use that version here, too.")
        }
        id = greeting.id
    }

    private struct Problem: Decodable { var detail: String? }

    /// Returns the body of a response that is no problem.
    private func checked(_ response: HTTPClient.Response) throws(SyncError) -> [UInt8] {
        guard response.status != 401 else {
            throw SyncError(
                hasCode
                    ? "The server does not know the code. “limn access add --role owner” makes a new one there."
                    : "The server asks for a code. “limn access add --role owner” makes one there; see --code-file.")
        }
        guard (200...299).contains(response.status) else {
            let problem = try? BoundedJSON.decode(Problem.self, from: Data(response.body))
            guard let detail = problem?.detail else {
                throw SyncError("There is no Limn server at this address: it answers with status \(response.status).")
            }
            throw SyncError("The server answers: \(detail)")
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
        return try SyncPacket(decoding: try checked(answer), named: "The server's answer")
    }

    package func send(_ packet: SyncPacket, from replica: ReplicaID) throws(SyncError) -> SyncReceipt {
        let answer = try client.send(
            "POST", "/api/v1/sync/units?from=\(replica)", body: (Self.packetType, try packet.encoded()), limit: 16 << 20
        )
        guard answer.status != 413 else {
            var receipt = SyncReceipt()
            receipt.has = []
            guard packet.units.count > 1 else {
                receipt.notes = packet.units.map {
                    "The \($0.unit) of the character \($0.character) is too large for the server."
                }
                return receipt
            }
            for unit in packet.units {
                let one = try send(SyncPacket(units: [unit]), from: replica)
                receipt.has = (receipt.has ?? []) + (one.has ?? [])
                receipt.notes += one.notes
            }
            return receipt
        }
        return try Self.decoded(try checked(answer))
    }

    package func template(_ hash: String) throws(SyncError) -> FilePath? {
        guard ContentHash(hash) != nil else { return nil }
        let answer = try client.send("GET", "/api/v1/sync/templates/\(hash)", limit: Self.templateLimit)
        guard answer.status != 404 else { return nil }
        let bytes = try checked(answer)
        guard ContentHash(bytes).description == hash else { return nil }
        let path = scratch.path.appending("\(hash).pdf")
        do { try Publisher().publish(bytes, to: path) } catch { throw SyncError("\(error)") }
        return path
    }

    package func sendTemplate(_ hash: String, named name: String, _ file: InputFile) throws(SyncError) -> String? {
        if let refusal = refusals[hash] { return refusal }
        let known = try client.send("HEAD", "/api/v1/sync/templates/\(hash)")
        guard known.status == 404 else {
            _ = try checked(known)
            return nil
        }
        let bytes: [UInt8]
        do { bytes = try file.bytes(limit: Self.templateLimit) } catch { throw SyncError("\(error)") }
        let allowed = CharacterSet(charactersIn: "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        let query = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        let fields = password.map { ["X-PDF-Password: \($0)"] } ?? []
        let answer = try client.send(
            "POST", "/api/v1/templates?name=\(query)", fields, body: ("application/pdf", bytes))
        do { _ = try checked(answer) } catch {
            refusals[hash] = "The template “\(name)” is not taken. \(error)"
        }
        return refusals[hash]
    }
}
