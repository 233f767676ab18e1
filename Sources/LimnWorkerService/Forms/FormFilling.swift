// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCompositor
internal import LimnForms
internal import LimnInk
internal import LimnJobs
internal import LimnPDFObjects

/// Draws the fields of a form, and determines the changes to write.
struct FormFilling {
    private let form: [String: FormField]
    private let looks: [String: [FieldWidgetLook]]
    private let fillings: [FieldFilling]
    private let pictures: [UInt8]
    /// Whether all fonts must be embedded, as in PDF/A and in tagged documents.
    private let embedsFonts: Bool
    /// Whether the fields become page content, so that every part of them that viewers draw must have an appearance.
    private let flattens: Bool
    /// Whether the document asks viewers to draw its fields, because their appearances are stale.
    private let needsAppearances: Bool
    private(set) var report = FillReport()

    /// Prepares to fill a form.
    ///
    /// - Parameter pictures: The bytes of all pictures, one after another.
    init(
        _ fillings: [FieldFilling], _ pictures: [UInt8], form: Form, in document: ObjectDocument, flattens: Bool = false
    ) throws {
        (self.flattens, needsAppearances) = (flattens, form.needsAppearances)
        self.fillings = fillings
        self.pictures = pictures
        self.form = Dictionary(form.fields.map { ($0.name, $0) }) { first, _ in first }
        embedsFonts = try document.needsEmbeddedFonts
        looks = try document.widgetLooks(of: Set(fillings.map(\.name)))
    }

    /// A request to draw one widget. `filling` and `widget` are the indices of the filling and of the field's widget.
    private struct Wanted {
        var filling: Int
        var widget: Int
        /// Whether the drawing is for a button's on state (true) or off state (false); nil for other fields.
        var isOn: Bool?
        var request: FieldRequest
    }

    /// The results of drawing: appearances by the indices of the filling and the widget, and failures by the index of
    /// the filling.
    private struct Drawn {
        var appearances: [Int: [Int: FilledField.Appearance]] = [:]
        var states: [Int: [Int: [Bool: FormAppearance]]] = [:]
        var refusals: [Int: String] = [:]
        var overflows: Set<Int> = []
        /// The characters for which no font was found, by the index of the filling.
        var unwritable: [Int: [Character]] = [:]

        mutating func refuse(_ place: Int, _ failure: FieldFailure) {
            if refusals[place] == nil { refusals[place] = failure.description }
        }

        mutating func add(_ want: Wanted, _ made: FieldAppearance) {
            if !made.fits { overflows.insert(want.filling) }
            if let isOn = want.isOn {
                states[want.filling, default: [:]][want.widget, default: [:]][isOn] = made.form
            } else if let icon = made.icon {
                appearances[want.filling, default: [:]][want.widget] = .picture(made.form, icon: icon)
            } else {
                appearances[want.filling, default: [:]][want.widget] = .shown(made.form)
            }
        }

        /// Combines the two states of each button.
        mutating func finish() {
            for (place, widgets) in states {
                for (widget, made) in widgets {
                    guard let off = made[false] else { continue }
                    var both = FilledField.Appearance.off(off)
                    if let on = made[true] { both = .states(on: on, off: off) }
                    appearances[place, default: [:]][widget] = both
                }
            }
        }
    }

    /// Draws all fields and returns the changes. Fields that cannot be drawn are omitted and reported.
    mutating func changes() throws -> FormChanges {
        var wanted: [Wanted] = []
        var drawn = Drawn()
        for (place, filling) in fillings.enumerated() {
            guard form[filling.name] != nil, looks[filling.name] != nil else { throw WorkerSession.invalidRequest }
            switch requests(place, filling) {
            case .success(let some): wanted += some
            case .failure(let failure): drawn.refuse(place, failure)
            }
        }
        let outcomes = self.results(&wanted, &drawn)
        for (want, result) in zip(wanted, outcomes) {
            switch result {
            case .success(let made): drawn.add(want, made)
            // A widget without an area shows nothing in any viewer.
            case .failure(.noArea): break
            case .failure(let failure): drawn.refuse(want.filling, failure)
            }
        }
        drawn.finish()
        for place in fillings.indices {
            if let refusal = drawn.refusals[place] {
                report.add(place, refusal, isRefusal: true)
            } else if let characters = drawn.unwritable[place] {
                let reason = FieldFailure.noGlyph(characters).description
                report.add(
                    place, "\(reason) The value is stored, but these characters show as empty boxes.", isRefusal: false)
            } else if drawn.overflows.contains(place) {
                report.add(place, "The text does not fit into its field.", isRefusal: false)
            }
        }
        return FormChanges(
            fields: fillings.indices.filter { drawn.refusals[$0] == nil }.map { place in
                written(fillings[place], drawn.appearances[place] ?? [:])
            })
    }

    /// Draws the requests. Characters that no font has become boxes if the form itself has them in the value.
    private func results(
        _ wanted: inout [Wanted], _ drawn: inout Drawn
    ) -> [Result<FieldAppearance, FieldFailure>] {
        // Each round finds the first unwritable characters of a text.
        for _ in 0..<Self.substitutionLimit {
            let results = FieldAppearances(wanted.map(\.request), embedsFonts: embedsFonts).results
            var isChanged = false
            for (place, result) in results.enumerated() {
                let filling = wanted[place].filling
                guard case .failure(.noGlyph(let characters)) = result, isFromForm(fillings[filling]),
                    let content = wanted[place].request.content.substituting(Set(characters))
                else { continue }
                wanted[place].request.content = content
                drawn.unwritable[filling, default: []] += characters
                isChanged = true
            }
            if !isChanged { return results }
        }
        return FieldAppearances(wanted.map(\.request), embedsFonts: embedsFonts).results
    }

    /// The maximum number of times that fields are drawn with further characters replaced.
    private static let substitutionLimit = 20

    /// Whether the value of a filling was in the form before, as a choice that it offers or as the field's own value.
    private func isFromForm(_ filling: FieldFilling) -> Bool { filling.values == nil || !filling.places.isEmpty }

    /// Returns the drawing requests for the widgets of a field.
    private func requests(_ place: Int, _ filling: FieldFilling) -> Result<[Wanted], FieldFailure> {
        guard let field = form[filling.name], let looks = looks[filling.name] else { return .success([]) }
        var wanted: [Wanted] = []
        for (widget, look) in looks.enumerated() {
            guard let own = look.look else { continue }
            switch contents(filling, field, look) {
            case .failure(let failure): return .failure(failure)
            case .success(let contents):
                for content in contents {
                    wanted.append(
                        Wanted(
                            filling: place, widget: widget, isOn: content.isOn,
                            request: FieldRequest(own.colored(red: filling.isRed), content.content)))
                }
            }
        }
        return .success(wanted)
    }

    private func written(_ filling: FieldFilling, _ appearances: [Int: FilledField.Appearance]) -> FilledField {
        // Buttons that get their first appearances must be told which one to show.
        let isNewlyDrawn = appearances.values.contains { if case .states = $0 { true } else { false } }
        let value: FilledField.Value? =
            switch filling.kind {
            case .text: filling.values.map { .text($0.first ?? "") }
            case .combo where filling.places.isEmpty: filling.values.map { .text($0.first ?? "") }
            case .list, .combo: filling.values.map { .rows($0, places: filling.places) }
            case .check, .radio: filling.values == nil && !isNewlyDrawn ? nil : .state(filling.state)
            case .push, .signature: nil
            }
        return FilledField(
            name: filling.name, value: value, appearances: appearances, onlyWidget: filling.onlyWidget,
            isLocked: filling.isLocked)
    }

    /// The content of a widget; for a button, in one of its states.
    private struct Content {
        var content: FieldContent
        var isOn: Bool?
    }

    /// Returns what a widget of a field shows: one content, or both states of a button without its own drawings.
    private func contents(
        _ filling: FieldFilling, _ field: FormField, _ widget: FieldWidgetLook
    ) -> Result<[Content], FieldFailure> {
        // Empty fields are drawn only if they have no appearance, for their frames.
        let isRedrawn = filling.values == nil && field.values.allSatisfy(\.isEmpty)
        let isButton = field.kind == .check || field.kind == .radio
        switch field.kind {
        case _ where isRedrawn && widget.hasAppearance && !needsAppearances && !isButton: return .success([])
        case .text: return .success([Content(content: text(filling.shown, field))])
        case .combo: return .success([Content(content: .combo(filling.shown))])
        case .list:
            let rows = field.options.map(\.label)
            return .success([Content(content: .list(rows, chosen: Set(filling.places), top: nil))])
        case .check, .radio:
            if widget.hasOnState {
                guard flattens, !widget.hasOffState, widget.look?.hasFrame == true else { return .success([]) }
                let content: FieldContent = field.kind == .check ? .check(isOn: false) : .radio(isOn: false)
                return .success([Content(content: content, isOn: false)])
            }
            return .success(
                [true, false].map { isOn in
                    Content(content: field.kind == .check ? .check(isOn: isOn) : .radio(isOn: isOn), isOn: isOn)
                })
        case .push:
            if let range = filling.picture { return picture(range) }
            // Without a picture, the button shows its caption.
            return .success(filling.values == nil ? [] : [Content(content: .caption)])
        case .signature: return .success([])
        }
    }

    private func picture(_ range: Range<Int>) -> Result<[Content], FieldFailure> {
        guard range.lowerBound >= 0, range.upperBound <= pictures.count else {
            return .failure(.picture("It is missing."))
        }
        guard let data = PictureData(Array(pictures[range])) else {
            return .failure(.picture("It is neither a PNG nor a JPEG."))
        }
        return .success([Content(content: .picture(data))])
    }

    private func text(_ shown: String, _ field: FormField) -> FieldContent {
        let flags = field.flags
        if flags.contains(.multiline) { return .lines(shown) }
        if flags.contains(.comb), let cells = field.maximumLength, flags.isDisjoint(with: [.password, .fileSelect]) {
            return .comb(shown, cells: cells)
        }
        if flags.contains(.password) { return .line(String(repeating: "*", count: shown.count)) }
        return .line(shown)
    }
}

extension FieldContent {
    /// Returns the content with boxes in place of characters; nil if it has none of them.
    fileprivate func substituting(_ characters: Set<Character>) -> FieldContent? {
        func replaced(_ text: String) -> String { String(text.map { characters.contains($0) ? "\u{25a1}" : $0 }) }
        let changed: FieldContent =
            switch self {
            case .line(let text): .line(replaced(text))
            case .lines(let text): .lines(replaced(text))
            case .comb(let text, let cells): .comb(replaced(text), cells: cells)
            case .combo(let text): .combo(replaced(text))
            case .list(let rows, let chosen, let top): .list(rows.map(replaced), chosen: chosen, top: top)
            case .check, .radio, .caption, .picture: self
            }
        return changed == self ? nil : changed
    }
}

extension WidgetLook {
    /// Whether the widget has a frame or a background.
    fileprivate var hasFrame: Bool { !borderColor.isEmpty && border.width > 0 || !background.isEmpty }

    /// Returns the look, with red text if `red` is true.
    fileprivate func colored(red: Bool) -> WidgetLook {
        guard red else { return self }
        var look = self
        look.text.color = [1, 0, 0]
        return look
    }
}
