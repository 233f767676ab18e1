// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import HTTPTypes
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnLibrary
internal import Synchronization
internal import SystemPackage

/// A form design that people are working on.
///
/// Every change of a field names the properties that it sets, so two people may change one field at once: each property has
/// the value that came last.
struct DesignDraft: Codable, Sendable {
    /// A field of the draft.
    struct Field: Codable, Sendable {
        /// The revision of the draft in which the field changed last.
        var revision: Int
        /// The properties by their names in JSON: those of a `FieldDesign`, and those that only the designer knows.
        var values: [String: JSONValue]
    }

    /// A random name, by which a window knows whether its changes belong to this draft or to an earlier one.
    let id: String
    /// The number of changes so far.
    private(set) var revision = 0
    /// The fields by the keys that the designer gave them.
    private(set) var fields: [Int: Field] = [:]
    /// The revisions in which fields were removed, by their keys.
    private(set) var removed: [Int: Int] = [:]

    /// The maximum number of fields.
    static let fieldLimit = 10_000
    init(id: String) { self.id = id }

    /// The maximum number of removed fields that are remembered. A window that knows only an older revision keeps the
    /// forgotten ones until it is loaded again.
    private static let removedLimit = 20_000
    /// The properties that only the designer knows.
    private struct Placed: Decodable {
        /// The position among the fields. Fractions put a field between two others.
        let order: Double
        /// How sure the search was, from 0 to 1.
        let certainty: Double
        /// Whether a field is made.
        let isWanted: Bool
    }

    private static let properties: Set<String> = [
        "order", "certainty", "isWanted", "name", "type", "page", "rect", "tooltip", "multiline", "cells",
        "maximumLength", "fontSize", "alignment", "turn", "choice", "choices", "sumOf",
    ]

    /// Changes fields in one step.
    ///
    /// - Parameter changes: the properties to set, by the keys of fields; nil for a field to remove. Properties of a field
    ///   that somebody has removed meanwhile change nothing, unless they describe the whole field.
    /// - Throws: ``Problem`` with status 422. The draft is unchanged then.
    mutating func apply(_ changes: [Int: [String: JSONValue]?]) throws(Problem) {
        var next = self
        next.revision += 1
        for (key, values) in changes {
            guard let values else {
                if next.fields.removeValue(forKey: key) != nil { next.removed[key] = next.revision }
                continue
            }
            if let unknown = values.keys.first(where: { !Self.properties.contains($0) }) {
                throw .refused("A field has no property “\(unknown)”.", field: "fields")
            }
            let merged = (next.fields[key]?.values ?? [:]).merging(values) { $1 }
            let isWhole =
                next.fields[key] != nil || ["name", "type", "page", "rect", "order"].allSatisfy { values[$0] != nil }
            guard isWhole else { continue }
            try Self.check(merged)
            next.fields[key] = Field(revision: next.revision, values: merged)
            next.removed[key] = nil
        }
        guard next.fields.count <= Self.fieldLimit else {
            throw .refused("A design has at most \(Self.fieldLimit) fields.", field: "fields")
        }
        if next.removed.count > Self.removedLimit {
            let oldest = next.removed.sorted { $0.value < $1.value }.prefix(next.removed.count - Self.removedLimit / 2)
            for (key, _) in oldest { next.removed[key] = nil }
        }
        self = next
    }

    private static func check(_ values: [String: JSONValue]) throws(Problem) {
        do {
            let bytes = try Answer.encode(values)
            _ = try BoundedJSON.decode(FieldDesign.self, from: bytes)
            let placed = try BoundedJSON.decode(Placed.self, from: bytes)
            guard placed.order.isFinite, (0...1).contains(placed.certainty) else {
                throw Problem.refused("“order” is a number, and “certainty” one from 0 to 1.", field: "fields")
            }
        } catch let error as Problem { throw error } catch {
            throw .refused(
                "A field of the design is not complete, or one of its properties has another type.", field: "fields")
        }
    }
}

/// The form designs that people are working on, one for each template. Each is a file in the folder of the server.
final class DesignDrafts: Sendable {
    /// A draft is removed so many seconds after its last change.
    private static let lifetime = 90 * 86_400.0
    /// The maximum number of drafts.
    private static let countLimit = 10_000
    /// The largest file, in bytes and in values.
    private static let fileLimit = 32 << 20
    private static let values = BoundedJSON.Limits(depth: 16, values: 4_000_000)

    private let folder: FilePath
    private let quota: StorageQuota
    /// Whether drafts stay when the server ends.
    private let isLasting: Bool
    /// Held while a draft is read or changed.
    private let turn = Mutex(())

    /// Makes the store. The folder is created with the first draft.
    init(in folder: FilePath, _ quota: StorageQuota, isLasting: Bool) {
        (self.folder, self.quota, self.isLasting) = (folder, quota, isLasting)
    }

    /// Returns the draft for a template; nil if nobody has begun one.
    ///
    /// - Throws: `FileError` or `DecodingError` if it cannot be read.
    func draft(of template: TemplateID) throws -> DesignDraft? { try turn.withLock { _ in try load(template) } }

    /// Begins a draft, unless there is one.
    ///
    /// - Returns: the draft that is there now, and whether it was there before.
    /// - Throws: ``Problem`` with status 422 or 507; `FileError`.
    func begin(
        _ template: TemplateID, with fields: [Int: [String: JSONValue]]
    ) throws -> (draft: DesignDraft, wasThere: Bool) {
        try turn.withLock { _ in
            if let draft = try load(template) { return (draft, true) }
            let count = (try? FileManager.default.contentsOfDirectory(atPath: folder.string).count) ?? 0
            guard count < Self.countLimit else {
                throw Problem.refused("There are \(Self.countLimit) designs already.")
            }
            var draft = DesignDraft(id: RequestIdentifier.next())
            try draft.apply(fields.mapValues { .some($0) })
            try store(draft, template)
            return (draft, false)
        }
    }

    /// Changes a draft.
    ///
    /// - Parameter id: the draft that is meant; nil for any.
    /// - Throws: ``Problem`` with status 404, 412, 422 or 507; `FileError`. The draft is unchanged then.
    func change(_ template: TemplateID, _ id: String?, _ changes: [Int: [String: JSONValue]?]) throws -> DesignDraft {
        try turn.withLock { _ in
            guard var draft = try load(template) else { throw Problem.noDesign }
            guard id ?? draft.id == draft.id else { throw Problem.otherDesign }
            try draft.apply(changes)
            try store(draft, template)
            return draft
        }
    }

    /// Forgets a draft.
    ///
    /// - Parameter revision: the last revision that the caller knows; nil to remove any.
    /// - Throws: ``Problem`` with status 404, or 412 if the draft has changed since then; `FileError`, `Errno`.
    func remove(_ template: TemplateID, knowing revision: Int?) throws {
        try turn.withLock { _ in
            guard let draft = try load(template) else { throw Problem.noDesign }
            guard draft.revision <= revision ?? .max else { throw Problem.otherDesign }
            guard unlink(file(template).string) == 0 || errno == ENOENT else { throw Errno(rawValue: errno) }
        }
    }

    /// Removes the drafts that nobody has changed for three months.
    func sweep() {
        turn.withLock { _ in
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
                let path = folder.appending(name).string
                let changed = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
                if let changed, -changed.timeIntervalSinceNow > Self.lifetime { unlink(path) }
            }
        }
    }

    private func file(_ template: TemplateID) -> FilePath { folder.appending("\(template).json") }

    /// Reads a draft; nil if there is none. One that cannot be read is not taken for none, since it would be replaced.
    private func load(_ template: TemplateID) throws -> DesignDraft? {
        let file = file(template)
        guard FileManager.default.fileExists(atPath: file.string) else { return nil }
        let bytes = try InputFile(regularFile: file).bytes(limit: Self.fileLimit)
        return try BoundedJSON.decode(DesignDraft.self, from: bytes, limits: Self.values)
    }

    private func store(_ draft: DesignDraft, _ template: TemplateID) throws {
        guard isLasting else { throw Problem.readOnly }
        let bytes = try Answer.encode(draft)
        guard bytes.count <= Self.fileLimit else { throw Problem.refused("The design is too large.", field: "fields") }
        let room = try quota.take(bytes.count)
        try Publisher.makeFolder(folder, isPrivate: true)
        try Publisher(isPrivate: true).publish(bytes, to: file(template))
        room.settle()
    }
}

extension Problem {
    /// The problem for a template for which nobody has begun a design.
    static let noDesign = Problem.notFound("Nobody has begun a design for this template.")
    /// The problem for a design that is not the one that the client knows.
    static let otherDesign = Problem(
        .preconditionFailed, "stale-revision", "Somebody has changed this design, or begun it anew.")
}
