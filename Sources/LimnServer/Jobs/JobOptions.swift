// SPDX-License-Identifier: GPL-3.0-or-later

internal import Limn
internal import LimnFiles

/// The options of a job by their long names, such as `no-source-ink`. ``finish()`` refuses options that have not been
/// read.
struct JobOptions {
    private let values: [String: JSONValue]
    private var unread: Set<String>

    init(_ values: [String: JSONValue]) {
        self.values = values
        unread = Set(values.keys)
    }

    /// Reads options from a query. A name without a value means true.
    init(_ query: Query, names: [String]) throws(Problem) {
        var values: [String: JSONValue] = [:]
        for name in names {
            guard let text = try query.one(name) else { continue }
            values[name] =
                switch text {
                case "", "true": .flag(true)
                case "false": .flag(false)
                default: Int(text).map { .integer($0) } ?? Double(text).map { .number($0) } ?? .text(text)
                }
        }
        self.init(values)
    }

    /// Returns the value of an option and marks the option as read; nil if it is missing or null.
    mutating func value(_ name: String) -> JSONValue? {
        unread.remove(name)
        return values[name] == .null ? nil : values[name]
    }

    private func wrong(_ name: String, _ wanted: String) -> Problem {
        .refused("The option “\(name)” takes \(wanted).", field: name)
    }

    mutating func flag(_ name: String) throws(Problem) -> Bool {
        switch value(name) {
        case nil: return false
        case .flag(let flag): return flag
        default: throw wrong(name, "true or false")
        }
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        switch value(name) {
        case nil: return nil
        case .integer(let number) where range.contains(number): return number
        default: throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
    }

    /// Returns the value of a number option; nil if it is missing.
    ///
    /// - Throws: ``Problem`` with status 422 if the value is not a number in the range.
    mutating func number(_ name: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        var found: Double?
        switch value(name) {
        case nil: return nil
        case .integer(let number): found = Double(number)
        case .number(let number): found = number
        default: break
        }
        guard let found, range.contains(found) else {
            throw wrong(name, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return found
    }

    mutating func text(_ name: String) throws(Problem) -> String? {
        switch value(name) {
        case nil: return nil
        case .text(let text): return text
        case .integer(let number): return "\(number)"
        default: throw wrong(name, "a text")
        }
    }

    /// Returns the value of an option with a fixed set of words; nil if it is missing.
    ///
    /// - Throws: ``Problem`` with status 422 for any other value.
    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws(Problem) -> Word? where Word.RawValue == String {
        guard let given = value(name) else { return nil }
        guard case .text(let text) = given, let word = Word(rawValue: text) else {
            throw wrong(name, "one of " + type.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }

    /// Refuses options that have not been read.
    ///
    /// - Throws: ``Problem`` with status 422.
    func finish() throws(Problem) {
        guard let name = unread.min() else { return }
        throw .refused("There is no option “\(name.prefix(100))” here.", field: String(name.prefix(100)))
    }
}

extension JobOptions {
    /// Reads the options that select layers of ink: `layers`, `audience` and `no-notes`.
    ///
    /// - Parameter seesSecrets: whether the person may see ink for the game master.
    /// - Throws: ``Problem`` with status 403 for an audience that the person may not choose, or 422 for an invalid
    ///   value.
    mutating func layerChoice(seesSecrets: Bool) throws(Problem) -> LayerChoice {
        let layers: LayerChoice.Layers =
            switch try text("layers") {
            case nil, "visible": .visible
            case "all": .all
            case .some(let names): .named(names.split(separator: ",").map { String($0) })
            }
        let audience = try audience(seesSecrets: seesSecrets) ?? .everyone
        return LayerChoice(layers, for: audience, includesNotes: !(try flag("no-notes")))
    }

    /// Reads the option `audience`; nil if it is missing.
    ///
    /// - Throws: as ``layerChoice(seesSecrets:)``.
    mutating func audience(seesSecrets: Bool) throws(Problem) -> Drawing.Layer.Audience? {
        switch try text("audience") {
        case nil: return nil
        case "players": return .everyone
        case "gm":
            guard seesSecrets else { throw .forbidden("Only the owner can see the game master's layers.") }
            return .gameMaster
        default: throw .refused("The option “audience” takes players or gm.", field: "audience")
        }
    }

    /// Reads the option `extend`: sides separated by commas, or `all`, which true means, too.
    ///
    /// - Throws: ``Problem`` with status 422 for another value.
    mutating func extendedSides() throws(Problem) -> PageSides {
        switch value("extend") {
        case nil, .flag(false): return []
        case .flag(true): return .all
        case .text(let text):
            if let sides = PageSides(text) { return sides }
            fallthrough
        default: throw wrong("extend", "all, or some of left, right, top and bottom, separated by commas")
        }
    }

    /// Reads the options of `limn flatten`.
    ///
    /// - Throws: ``Problem`` with status 422 for an invalid value or combination, or 403, as
    ///   ``layerChoice(seesSecrets:)`` does.
    mutating func flattenOptions(_ access: Access, seesSecrets: Bool) throws(Problem) -> FlattenOptions {
        var options = FlattenOptions(for: .everyone, access: access)
        options.mode = try word("mode", ExportMode.self) ?? .overlay
        options.save = try word("save", SaveStrategy.self) ?? .auto
        if let pages = try text("pages"), !pages.isEmpty {
            options.pages = PageSelection(pages)
            guard options.pages != nil else {
                throw .refused("The option “pages” takes a list such as 1-3,7,z.", field: "pages")
            }
            guard options.save != .append else {
                throw .refused("Chosen pages are written anew; they cannot be appended.", field: "save")
            }
        }
        options.burns = try flag("print") ? .paper : .screen
        let dpi = try number("dpi", in: 1...2400)
        options.resolution = dpi ?? 150
        options.lowersResolution = dpi == nil
        options.carriesSourceInk = !(try flag("no-source-ink"))
        if let points = try number("tolerance", in: 0...100) {
            options.tolerance = Tolerance(points: points) ?? .storage
        }
        options.maximumSize = try integer("max-size", in: 1...(1 << 40))
        options.verifies = !(try flag("no-verify"))
        options.verifiedPages = try word("verify", FlattenRequest.VerifiedPages.self) ?? .all
        options.counts = try flag("census")
        options.switchesLayers = try flag("optional-content")
        options.force = try flag("force")
        options.extends = try extendedSides()
        options.layers = try layerChoice(seesSecrets: seesSecrets)
        guard options.mode.canAppend || options.save != .append else {
            throw .refused("The mode \(options.mode) rewrites every page and cannot append.", field: "save")
        }
        guard options.burns == .screen || options.mode == .burn else {
            throw .refused("“print” is only for the mode burn.", field: "print")
        }
        guard !options.switchesLayers || options.mode.keepsPages else {
            throw .refused(
                "The mode \(options.mode) rewrites every page, so it has no layers that can be switched.",
                field: "optional-content")
        }
        return options
    }
}
