// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
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

    /// The number of changes so far.
    private(set) var revision = 0
    /// The fields by the keys that the designer gave them.
    private(set) var fields: [Int: Field] = [:]
    /// The revisions in which fields were removed, by their keys.
    private(set) var removed: [Int: Int] = [:]

    /// The maximum number of fields.
    static let fieldLimit = 10_000
    /// The maximum number of removed fields that are remembered. Who knows none of the forgotten revisions reads all.
    private static let removedLimit = 20_000
    /// The properties that only the designer knows.
    private struct Placed: Decodable {
        /// Fields are sorted by this number, which people come to them by.
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
    private static let countLimit = 1000
    /// The largest file, in bytes.
    private static let fileLimit = 32 << 20

    private let folder: FilePath
    private let quota: StorageQuota
    /// Held while a draft is read or changed.
    private let turn = Mutex(())

    /// Makes the store. The folder is created with the first draft.
    init(in folder: FilePath, _ quota: StorageQuota) { (self.folder, self.quota) = (folder, quota) }

    /// Returns the draft for a template; nil if nobody has begun one.
    func draft(of template: TemplateID) -> DesignDraft? { turn.withLock { _ in load(template) } }

    /// Begins a draft, unless there is one.
    ///
    /// - Returns: the draft that is there now, and whether it was there before.
    /// - Throws: ``Problem`` with status 422 or 507; `FileError`.
    func begin(
        _ template: TemplateID, with fields: [Int: [String: JSONValue]]
    ) throws -> (draft: DesignDraft, wasThere: Bool) {
        try turn.withLock { _ in
            if let draft = load(template) { return (draft, true) }
            let count = (try? FileManager.default.contentsOfDirectory(atPath: folder.string).count) ?? 0
            guard count < Self.countLimit else {
                throw Problem.refused("There are \(Self.countLimit) designs already. Remove one first.")
            }
            var draft = DesignDraft()
            try draft.apply(fields.mapValues { .some($0) })
            try store(draft, template)
            return (draft, false)
        }
    }

    /// Changes a draft.
    ///
    /// - Throws: ``Problem`` with status 404, 422 or 507; `FileError`. The draft is unchanged then.
    func change(_ template: TemplateID, _ changes: [Int: [String: JSONValue]?]) throws -> DesignDraft {
        try turn.withLock { _ in
            guard var draft = load(template) else { throw Problem.noDesign }
            try draft.apply(changes)
            try store(draft, template)
            return draft
        }
    }

    /// Forgets a draft.
    ///
    /// - Returns: whether there was one.
    func remove(_ template: TemplateID) -> Bool { turn.withLock { _ in unlink(file(template).string) == 0 } }

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

    private func load(_ template: TemplateID) -> DesignDraft? {
        guard let bytes = try? InputFile(regularFile: file(template)).bytes(limit: Self.fileLimit) else { return nil }
        return try? BoundedJSON.decode(
            DesignDraft.self, from: bytes, limits: BoundedJSON.Limits(depth: 16, values: 2_000_000))
    }

    private func store(_ draft: DesignDraft, _ template: TemplateID) throws {
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
}
