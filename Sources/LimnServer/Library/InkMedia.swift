// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Limn
internal import LimnFiles

/// Reads and writes ink and edits in the formats of clients.
enum InkMedia {
    /// The media type of the native format.
    static let binary = "application/vnd.limn.ink"
    /// The largest size of an edit, in bytes.
    static let editLimit = 32 << 20
    /// The maximum number of edits per request.
    private static let listLimit = 1000

    /// Returns whether the client prefers the native format to JSON.
    ///
    /// - Throws: ``Problem`` with status 406 if it accepts neither.
    static func wantsBinary(_ request: Request) throws(Problem) -> Bool {
        guard let field = request.headers[.accept] else { return false }
        let wanted = AcceptedTypes(field)
        let (json, native) = (wanted.quality(of: "application/json"), wanted.quality(of: binary))
        guard max(json, native) > 0 else {
            throw Problem(
                .notAcceptable, "not-acceptable", "Ink must be application/json or \(binary).")
        }
        return native > json
    }

    /// What the body of an edit contains.
    enum Given: Sendable {
        case edit(Edit)
        case proposals([EditProposal])
    }

    /// Decodes the body of an edit.
    ///
    /// A JSON body contains an edit or a list of edits. A body in the native format contains either ink, whose items
    /// are added on top, or an encoded `Edit`.
    ///
    /// - Throws: ``Problem`` with status 400 or 422 for an invalid body, or 428 if a required revision is missing.
    static func given(_ bytes: [UInt8], _ request: Request, _ expected: Int?) throws(Problem) -> Given {
        let isBinary = request.headers[.contentType].map { MediaTypes.name(of: $0) } == binary
        if isBinary, !NativeInk.recognizes(bytes) {
            let edit: Edit
            do { edit = try Edit(decoding: bytes) } catch { throw Problem(ink: error) }
            try require(expected)
            return .edit(edit)
        }
        let proposals = isBinary ? [try nativeProposal(bytes)] : try jsonProposals(bytes)
        guard !proposals.isEmpty, proposals.count <= listLimit else {
            throw Problem.refused("A list must have 1 to \(listLimit) edits.")
        }
        if !proposals.allSatisfy({ $0.isAppending || $0.known != nil }) { try require(expected) }
        return .proposals(proposals)
    }

    /// Returns the changes for what a body contains.
    ///
    /// - Parameters:
    ///   - pdfs: draws the PDFs that the person inserts.
    ///   - merger: merges edits that need no revision.
    /// - Throws: ``Problem`` with status 422 for a PDF that cannot be drawn.
    static func changes(
        _ given: Given, _ expected: Int?, _ pdfs: InsertedPDFs, _ merger: EditMerger
    ) async throws -> [EditRequest.Change] {
        switch given {
        case .edit(let given):
            let edit = try await pdfs.drawn(given)
            return [.edit(expecting: expected) { _ throws(LibraryError) in edit }]
        case .proposals(let proposals):
            return try await pdfs.drawn(proposals).enumerated().map { number, proposal in
                // Edits that only add items on top need no revision. A given revision is always checked.
                let expected = number == 0 ? expected : nil
                if proposal.isAppending, expected == nil { return .append(proposal.added) }
                if proposal.known != nil, expected == nil {
                    return .edit(expecting: nil) { drawing throws(LibraryError) in
                        try merger.edit(proposal, on: drawing)
                    }
                }
                return .edit(expecting: expected) { drawing throws(LibraryError) in
                    do throws(InkError) { return try proposal.edit(of: drawing) } catch { throw LibraryError(error) }
                }
            }
        }
    }

    private static func jsonProposals(_ bytes: [UInt8]) throws(Problem) -> [EditProposal] {
        do { return try EditJSON.decode(bytes) } catch { throw Problem(ink: error) }
    }

    /// Returns a proposal that adds the items of native ink on top.
    private static func nativeProposal(_ bytes: [UInt8]) throws(Problem) -> EditProposal {
        let document: InkDocument
        do { document = try NativeInk.decode(bytes, memoryLimit: 256 << 20) } catch { throw Problem(ink: error) }
        guard document.pages.count == 1 else {
            throw Problem.refused("The ink has \(document.pages.count) pages, but must have one.")
        }
        var proposal = EditProposal()
        proposal.added = document.pages[0].drawing.items
        return proposal
    }

    private static func require(_ expected: Int?) throws(Problem) {
        guard expected != nil else {
            throw Problem(
                HTTPResponse.Status(code: 428, reasonPhrase: "Precondition Required"), "missing-revision",
                "This edit needs the revision of the page that it changes: name it with If-Match.")
        }
    }
}

extension Problem {
    /// Creates a problem with status 422 for an edit that is valid but impossible, or with status 400 for ink that
    /// cannot be decoded.
    init(ink error: InkError) {
        self =
            error.code == .conflict || error.code == .invalidValue
            ? .refused(error.description) : .unreadable(error.description)
    }
}

/// The media types in an `Accept` field (RFC 9110, 12.5.1).
struct AcceptedTypes {
    private let types: [(name: String, quality: Double)]

    init(_ field: String) {
        types = field.split(separator: ",").prefix(100).map { part in
            let pieces = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (pieces.first ?? "", quality.isFinite ? quality : 0)
        }
    }

    /// Returns the quality value of a media type, 0…1, from the most specific entry that matches.
    func quality(of type: String) -> Double {
        let group = "\(type.prefix { $0 != "/" })/*"
        for name in [type, group, "*/*"] {
            if let found = types.first(where: { $0.name == name }) { return found.quality }
        }
        return 0
    }
}

/// Creates the keys of edits, which identify repeated requests.
enum EditKeys {
    /// Returns the key of an edit, with a fingerprint of the request.
    ///
    /// - Parameter text: the Idempotency-Key field, 1 to 255 bytes.
    /// - Throws: ``Problem`` with status 400.
    static func key(
        _ text: String, of identity: Identity, for request: Request, _ body: [UInt8]
    ) throws(Problem) -> EditKey {
        guard (1...255).contains(text.utf8.count) else {
            throw Problem.unreadable("An Idempotency-Key must have 1 to 255 characters.", field: "Idempotency-Key")
        }
        let path = Responder.parts(of: request.head.path ?? "").path
        let fingerprint = ContentHash(Array("\(request.method.rawValue) \(path)\u{0}".utf8) + body)
        return EditKey(hash: hash(text, of: identity), fingerprint: fingerprint.description)
    }

    /// Returns the hash of a key. It depends on the person, so that nobody gets the response to another person's edit.
    static func hash(_ text: String, of identity: Identity) -> String {
        ContentHash(Array("\(identity.key)\u{0}\(text)".utf8)).description
    }
}
