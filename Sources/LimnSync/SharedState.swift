// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompression
internal import LimnForms
internal import LimnGeometry
internal import LimnInk
internal import LimnLibrary

/// The shared state of one character within a transaction: what the library has, brought up to date, and what others have
/// sent.
struct SharedState {
    private let id: CharacterID
    private let transaction: SyncTransaction
    private let replica: ReplicaID
    private var units: [String: SyncUnit] = [:]
    /// The states of ``units`` when the library's content was last equal to them.
    private var stored: [String: StoredUnit]
    /// The keys of the items that each page has here.
    private var keys: [String: [SyncKey]] = [:]
    private var pictures: [Data] = []
    /// What the library itself had changed in units whose states are gone.
    private let numbered: [String: VersionVector]
    private let isNew: Bool
    /// Whether the character was deleted here for good. It does not come back.
    private let isGone: Bool
    /// Sentences about what could not be taken in.
    private(set) var notes: [String] = []

    /// Reads the state of a character, and records what has changed here since.
    ///
    /// - Parameter arriving: what will be taken in. If nothing is known of the character yet, its items get the names that
    ///   these use for equal ones.
    init(
        of id: CharacterID, _ transaction: SyncTransaction, by replica: ReplicaID, _ arriving: [CodedUnit]
    ) throws {
        (self.id, self.transaction, self.replica) = (id, transaction, replica)
        let all = try transaction.units(of: id)
        stored = all.filter { !$0.value.state.isEmpty }
        // The character was deleted here and has come back: its changes are numbered on.
        numbered = all.filter { $0.value.state.isEmpty }.compactMapValues { unit in
            VersionVector(coded: unit.seen)?.counts[replica].map { VersionVector([replica: $0]) }
        }
        isNew = try transaction.character(id) == nil
        isGone = try isNew && transaction.isKnown(id)
        guard let character = try transaction.character(id) else { return }
        let isFirst = try !transaction.isKnown(id)
        // What was there before the first sync is as old as the character's last change.
        let time = isFirst ? character.modified : transaction.now
        for unit in stored.values where !unit.name.hasPrefix(Self.page) { units[unit.name] = try Self.decode(unit) }
        guard try isFirst || transaction.hasChanged(id) else { return }

        var hasChanged = false
        for (page, revision) in try transaction.pages(of: id) {
            let name = Self.name(ofPage: page)
            if let known = stored[name], known.revision == revision { continue }
            let place = CharacterPage(id, page: page)
            let drawing = try transaction.drawing(place).drawing
            var old = try stored[name].map { try Self.decode($0) } ?? blank(name)
            var way = PageInk.Recording.changes
            if isFirst {
                way = .firstState
                var left = arriving.filter { $0.unit == name }
                while try Self.join(&left, into: &old) { way = .additions }
            }
            let edits = try stored[name].flatMap { try transaction.edits(of: place, since: $0.revision, $0.applied) }
            var recorder = SyncRecorder(old, by: replica, at: time)
            keys[name] = PageInk.record(drawing, in: &recorder, as: way, after: edits)
            hasChanged = hasChanged || recorder.hasChanged
            units[name] = recorder.finished()
        }
        var form = SyncRecorder(units[FormUnit.name] ?? blank(FormUnit.name), by: replica, at: time)
        FormUnit.record(try transaction.form(of: id), in: &form)
        if form.hasChanged { units[FormUnit.name] = form.finished() }
        hasChanged = hasChanged || form.hasChanged
        if character.pages != nil || units[PagesUnit.name] != nil {
            var pages = SyncRecorder(units[PagesUnit.name] ?? blank(PagesUnit.name), by: replica, at: time)
            PagesUnit.record(
                character.pages.flatMap { PageList(coded: $0) },
                templatePages: try character.template.flatMap { try transaction.pageCount(ofTemplate: $0) }, in: &pages)
            if pages.hasChanged { units[PagesUnit.name] = pages.finished() }
            hasChanged = hasChanged || pages.hasChanged
        }
        var about = SyncRecorder(units[AboutUnit.name] ?? blank(AboutUnit.name), by: replica, at: time)
        AboutUnit.record(character, in: &about, isUsed: hasChanged)
        units[AboutUnit.name] = about.finished()
    }

    /// Records what has changed in a library since the last sync.
    ///
    /// - Parameters:
    ///   - units: what others have sent. A page of which nothing is known gets the names that these use.
    ///   - isWanted: whether a changed character counts.
    /// - Returns: sentences about what could not be recorded.
    static func recordChanges(
        in library: Library, by replica: ReplicaID, given units: [CodedUnit] = [],
        where isWanted: (SyncTransaction, CharacterID) throws -> Bool
    ) throws -> [String] {
        let arriving = Dictionary(grouping: units, by: \.character)
        let changed = try library.syncing { transaction in
            try transaction.changedCharacters().filter { try isWanted(transaction, $0) }
        }
        var notes: [String] = []
        for id in changed {
            do {
                try library.syncing { _ = try SharedState(of: id, $0, by: replica, arriving["\(id)"] ?? []).write() }
            } catch { notes.append(try SyncReceiver.note(about: error, id)) }
        }
        return notes
    }

    /// Returns the state of a unit of which nothing is known.
    private func blank(_ name: String) -> SyncUnit {
        var unit = SyncUnit()
        unit.seen = numbered[name] ?? VersionVector()
        return unit
    }

    /// Joins what others have sent into a state, and leaves what builds upon something that is not there yet.
    ///
    /// - Returns: whether anything was joined.
    private static func join(_ units: inout [CodedUnit], into unit: inout SyncUnit) throws -> Bool {
        var left: [CodedUnit] = []
        for coded in units {
            guard try unit.seen.covers(coded.baseVector()) else {
                left.append(coded)
                continue
            }
            if try !unit.seen.covers(coded.seenVector()) { unit.join(try coded.decoded(with: unit).unit) }
        }
        defer { units = left }
        return left.count < units.count
    }

    private static let page = "page "
    private static func name(ofPage number: Int) -> String { "\(page)\(number)" }

    private static func decode(_ stored: StoredUnit) throws -> SyncUnit {
        do {
            let json = try Gzip.decompress(stored.state, limits: InflateLimits(maximumBytes: 256 << 20))
            let coded = try BoundedJSON.decode(CodedUnit.self, from: Data(json))
            return try coded.decoded(with: SyncUnit(), isOwn: true).unit
        } catch { throw SyncCodingError("the library's own state of \(stored.name) is damaged") }
    }

    /// Returns a stored unit with all its values; nil if the page has changed since it was stored.
    static func complete(
        _ stored: StoredUnit, of id: CharacterID, _ transaction: SyncTransaction
    ) throws -> SyncUnit? {
        let unit = try decode(stored)
        guard let number = pageNumber(stored.name) else { return unit }
        let (drawing, revision) = try transaction.drawing(CharacterPage(id, page: number))
        guard revision == stored.revision else { return nil }
        return PageInk.filled(unit, from: drawing)
    }

    private static func pageNumber(_ name: String) -> Int? {
        guard name.hasPrefix(page), let number = Int(name.dropFirst(page.count)), PageRule.allows(number),
            self.name(ofPage: number) == name
        else { return nil }
        return number
    }

    // MARK: Taking in

    enum Answer { case taken, waiting }

    /// Takes in what another library has sent.
    mutating func take(_ coded: CodedUnit) throws -> Answer {
        let name = coded.unit
        guard [AboutUnit.name, FormUnit.name, PagesUnit.name].contains(name) || Self.pageNumber(name) != nil else {
            notes.append("A newer Limn has sent something that this one does not know: “\(name.prefix(40))”.")
            return .waiting
        }
        guard !isGone else { return .taken }
        var mine = try unit(name)
        guard try mine.seen.covers(coded.baseVector()) else { return .waiting }
        guard try !mine.seen.covers(coded.seenVector()) else { return .taken }
        let before = mine.entries
        mine.join(try coded.decoded(with: mine).unit)
        for (key, versions) in before where mine.entries[key] == nil {
            if let hash = PageInk.hash(versions) { mine.remember(key, hash) }
        }
        units[name] = mine
        pictures += coded.pictures ?? []
        return .taken
    }

    private mutating func unit(_ name: String) throws -> SyncUnit {
        if let known = units[name] { return known }
        guard let known = stored[name] else { return blank(name) }
        guard let unit = try Self.complete(known, of: id, transaction) else {
            throw SyncCodingError("the library's own state of \(name) is damaged")
        }
        units[name] = unit
        if Self.pageNumber(name) != nil { keys[name] = PageInk.drawing(unit)?.keys }
        return unit
    }

    /// Returns what the library has, now, of a unit that has arrived. Of a character that was deleted, it wants no more.
    func known(_ coded: CodedUnit) throws -> KnownUnit {
        let own = units[coded.unit]?.seen.coded ?? stored[coded.unit]?.seen ?? ""
        return KnownUnit(character: "\(id)", unit: coded.unit, seen: isGone ? try coded.seenVector().coded : own)
    }

    /// Records what another library has: what it has sent includes all that it had of the unit.
    func note(_ coded: CodedUnit, isIn library: String) throws {
        if !isGone { try transaction.setKnown(library, UnitPlace(id, coded.unit), to: try coded.seenVector().coded) }
    }

    /// Records that a place has what it has sent, if it also has what that builds upon.
    ///
    /// - Returns: whether it has.
    func note(_ coded: CodedUnit, isAt place: String) throws -> Bool {
        guard !isGone else { return true }
        let known =
            try transaction.known(place, UnitPlace(id, coded.unit)).flatMap { VersionVector(coded: $0) }
            ?? VersionVector()
        guard try known.covers(coded.baseVector()) else { return false }
        try transaction.setKnown(place, UnitPlace(id, coded.unit), to: known.union(try coded.seenVector()).coded)
        return true
    }

    // MARK: Writing

    /// Gives the library the content that the state comes to, and stores the state.
    ///
    /// - Returns: what has changed, nil if nothing has; and the values that are kept beside those that count.
    func write() throws -> (change: SyncedCharacter?, kept: [KeptValue]) {
        if isGone { return (nil, []) }
        guard let about = units[AboutUnit.name],
            var wanted = AboutUnit.character(about, modified: transaction.now)
        else {
            // Its name has not arrived yet. What has waits in the place.
            if units.isEmpty { return (nil, []) }
            throw SyncError("The name of the character \(id) has not arrived yet.")
        }
        var change = SyncedCharacter(id: id)
        var hasChanged = isNew
        if isNew { try transaction.create(id, wanted) }
        guard let before = try transaction.character(id) else { return (nil, []) }
        try transaction.setTrashed(false, id)
        if Set(before.tags) == Set(wanted.tags) {
            wanted.tags = before.tags
        } else {
            let left = before.tags.filter(wanted.tags.contains)
            wanted.tags = left + wanted.tags.filter { !left.contains($0) }
        }
        if let hash = wanted.template, try !transaction.hasTemplate(hash) { wanted.template = before.template }
        wanted.pages = before.pages
        if let pages = units[PagesUnit.name] {
            let count = try wanted.template.flatMap { try transaction.pageCount(ofTemplate: $0) }
            let list = PagesUnit.list(pages, templatePages: count)
            let isPlain = count.map { list == PageList(templatePages: $0) } ?? false
            if let list, !(isPlain && before.pages == nil) { wanted.pages = list.coded }
        }
        wanted.templateName = before.templateName
        wanted.modified = before.modified
        wanted.created = before.created
        if wanted.isTrashed != before.isTrashed { hasChanged = true }
        change.isNew = isNew || before.isTrashed && !wanted.isTrashed
        change.isRemoved = wanted.isTrashed && !before.isTrashed
        change.hasOtherPages = wanted.pages != before.pages || wanted.template != before.template
        let isTrashed = wanted.isTrashed
        wanted.isTrashed = before.isTrashed
        if wanted != before {
            wanted.modified = transaction.now
            try transaction.update(id, to: wanted)
            hasChanged = true
        }
        var kept = kept(about, AboutUnit.name)
        var (revisions, applied): ([String: Int], [String: Int]) = ([:], [:])
        for (name, unit) in units.sorted(by: { $0.key < $1.key }) {
            if let number = Self.pageNumber(name) {
                let page = CharacterPage(id, page: number)
                let (now, revision) = try transaction.drawing(page)
                guard let drawing = PageInk.drawing(unit) else {
                    throw SyncCodingError("ink of page \(number) is missing")
                }
                let edit = PageInk.edit(from: now, keys[name] ?? [], to: drawing)
                revisions[name] = revision
                if !edit.isEmpty {
                    let made = try transaction.perform(edit, on: page)
                    revisions[name] = made.change.revision
                    change.ink.append(made)
                }
                applied[name] = try transaction.appliedEdits(of: page)
                kept += self.kept(unit, name)
            } else if name == FormUnit.name {
                let (old, new) = (try transaction.form(of: id), FormUnit.entries(unit))
                let changed = new.filter { old[$0.key] != $0.value }
                let gone = Set(old.keys).subtracting(new.keys)
                if !changed.isEmpty || !gone.isEmpty {
                    change.form = try transaction.setForm(
                        changed, removing: gone, pictures: pictures.map { [UInt8]($0) }, of: id)
                }
                kept += self.kept(unit, name)
            }
        }
        try transaction.setTrashed(isTrashed, id)
        if !isTrashed { try transaction.restoreTemplate(of: id) }
        for (name, unit) in units {
            let seen = unit.seen.coded
            guard stored[name]?.seen != seen || stored[name]?.revision != revisions[name] ?? 0 else { continue }
            let shown = Self.pageNumber(name) == nil ? unit : PageInk.stripped(unit)
            let coded = try CodedUnit(shown, of: id, named: name, isOwn: true)
            try transaction.store(
                StoredUnit(
                    name: name, revision: revisions[name] ?? 0, applied: applied[name] ?? 0, seen: seen,
                    state: Gzip.compress(Array(try JSONEncoder().encode(coded)))), of: id)
        }
        try transaction.recordStamp(of: id)
        return (hasChanged || !change.ink.isEmpty || change.form != nil ? change : nil, kept)
    }

    private func kept(_ unit: SyncUnit, _ name: String) -> [KeptValue] {
        unit.entries.filter { $0.value.count > 1 }.keys.sorted().compactMap { key in
            guard let found = unit.resolved(key), found.others.contains(where: { !$0.isEmpty }) else { return nil }
            var property: String?
            if case .name(let text) = key { property = text }
            // Nobody has chosen these by themselves.
            if ["here", "created", "template name"].contains(property) { return nil }
            let index = found.others.firstIndex { !$0.isEmpty } ?? 0
            // The hash of a template tells nobody anything.
            let values = property == "template" ? [] : found.others[index].map { $0.value.text ?? "" }
            return KeptValue(
                character: id, unit: name, name: property,
                current: property == "template" ? nil : found.parts[index].value.text, others: values)
        }
    }
}

extension SyncValue {
    /// The value for people; nil for a place or ink.
    fileprivate var text: String? {
        switch self {
        case .flag(let flag), .field(.flag(let flag)): flag ? "yes" : "no"
        case .text(let text), .field(.text(let text)), .field(.number(let text)): text
        case .field(.list(let texts)): texts.joined(separator: ", ")
        case .field(.picture): "a picture"
        case .layer(let layer): layer.name
        case .shape(.object(.text(let item))): item.string
        case .shape, .style, .place, .stored: nil
        }
    }
}
