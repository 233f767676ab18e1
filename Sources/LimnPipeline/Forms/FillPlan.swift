// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnJobs

/// The plan for filling a form: the values that workers write, and the results to report.
struct FillPlan: Sendable {
    /// The values to write, in the order of the data.
    var fillings: [FieldFilling] = []
    /// The bytes of all pictures, one after another.
    var pictures: [UInt8] = []
    /// The accepted values of the data, in the order of the data.
    var given: [GivenValue] = []
    /// The results for the fields.
    var results: [FieldResult] = []
    /// Warnings about the data.
    var warnings: [String] = []
    /// Notes about the data, for users who want every detail.
    var notes: [String] = []
    /// Whether the row of the data must not be filled at all, because it cannot be read as it was meant.
    var isUnusable = false
    /// Whether any part of the data is refused.
    var hasProblems: Bool { results.contains { $0.outcome == .refused } }

    /// Records the problems of a row of the data, which make it unusable, and those of its mapping.
    mutating func refuse(row number: Int, of data: FormRows) {
        isUnusable = data.problems[number] != nil
        refuse(data.problems[number] ?? [])
        refuse(data.fieldProblems[number] ?? [])
    }

    /// Records problems of the data that concern no particular field.
    mutating func refuse(_ problems: [String]) {
        results += problems.map { FieldResult("", .refused, reason: $0) }
    }
}

/// A value from the data that a field accepts.
struct GivenValue: Sendable {
    /// The field, with its previous value.
    var field: FormField
    /// The new value, as in ``FormField/values``.
    var values: [String]
    /// The range of its picture in ``FillPlan/pictures``; nil if the field takes no picture.
    var picture: Range<Int>?
}

/// Plans how rows of data fill a form. One planner serves many rows.
struct FillPlanner: Sendable {
    let form: Form
    let options: FormFillOptions
    private let checker: RowChecker
    private let calculator: FormCalculator
    private let fields: [String: FormField]
    /// Reads the picture that an entry names.
    private let picture: @Sendable (String) throws(LimnError) -> [UInt8]

    init(
        _ form: Form, _ options: FormFillOptions,
        picture: @escaping @Sendable (String) throws(LimnError) -> [UInt8]
    ) {
        self.form = form
        self.options = options
        self.picture = picture
        checker = RowChecker(form, options: .init(fillsReadOnly: options.force || options.fillsReadOnly))
        calculator = FormCalculator(form)
        fields = Dictionary(form.fields.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Returns the problems of columns that name no field, once for each column.
    ///
    /// - Parameter named: the names that the user gave one by one. They are no columns.
    func unknownColumns(of rows: [FormRow], besides named: [FormRow.Entry]) -> [RowProblem] {
        guard !options.isStrict else { return [] }
        var seen = Set(named.map(\.name))
        var unknown: [RowProblem] = []
        for entry in rows.lazy.flatMap(\.entries) where seen.insert(entry.name).inserted {
            if let problem = checker.problem(ofColumn: entry) { unknown.append(problem) }
        }
        return unknown
    }

    /// Returns the sentences that tell of columns without a field.
    static func sentences(about unknown: [RowProblem]) -> [String] {
        let shown = unknown.prefix(sentenceLimit).map { "\($0.sentence) The column is left out." }
        let more = unknown.count - shown.count
        return shown + (more > 0 ? ["\(more) more columns name no field and are left out."] : [])
    }

    /// The maximum number of columns that are told one by one.
    private static let sentenceLimit = 10

    /// Returns the plan for filling the form with a row.
    ///
    /// - Parameter unknown: the columns that are left out without a word; see ``unknownColumns(of:besides:)``.
    func plan(_ row: FormRow, leavingOut unknown: Set<String> = []) -> FillPlan {
        var known = row
        if !unknown.isEmpty { known.entries.removeAll { unknown.contains($0.name) } }
        let check = checker.check(known)
        var plan = FillPlan()
        if known.entries.isEmpty, !row.entries.isEmpty { plan.refuse(["No column names a field of the form."]) }
        for problem in check.problems {
            plan.results.append(
                FieldResult(problem.field ?? problem.column ?? "", .refused, reason: problem.sentence))
        }
        var given: [String: [String]] = [:]
        for change in check.changes {
            guard let field = fields[change.name] else { continue }
            if let reason = reasonAgainst(field) {
                plan.results.append(
                    change.isUnchanged
                        ? FieldResult(field.name, .unchanged) : FieldResult(field.name, .refused, reason: reason))
                continue
            }
            if change.picture == nil { given[change.name] = change.values }
            add(change, field, to: &plan)
        }
        let calculated =
            given.isEmpty
            ? FormCalculator.Result(recalculated: [], notRecalculated: []) : calculator.recalculate(given: given)
        for value in calculated.recalculated where value.isChange {
            // In most forms, calculated fields are read-only: users cannot change them, but viewers do.
            guard let field = fields[value.name], field.kind == .text || field.kind == .combo,
                !form.restrictions.locks(field.name) || options.force
            else { continue }
            // The form refers to its calculated fields in a list, and pyHanko treats a change of such a field as a
            // change of the list.
            guard !form.restrictions.isSigned || options.force else {
                plan.results.append(
                    FieldResult(
                        field.name, .notRecalculated, reason: "The form is signed, and its signature may forbid it."
                    ))
                continue
            }
            plan.fillings.append(filling(field, [value.value]))
            plan.results.append(FieldResult(field.name, .recalculated))
        }
        plan.results += calculated.notRecalculated.map {
            FieldResult($0, .notRecalculated, reason: "A script computes it, and Limn does not run scripts.")
        }
        plan.warnings += check.warnings.map(\.sentence)
        addStale(to: &plan)
        return plan
    }

    /// Returns the reason why a field must not be filled; nil if it may be filled.
    func reasonAgainst(_ field: FormField) -> String? {
        guard !options.force else { return nil }
        if form.restrictions.locks(field.name) { return "The field \(field.name) is locked by a signature." }
        // For calculated fields, the read-only flag applies to users but not to viewers.
        let isFixed = field.flags.contains(.readOnly) && field.calculation == nil && !options.fillsReadOnly
        return isFixed ? "The field \(field.name) is read-only." : nil
    }

    private func add(_ change: FieldChange, _ field: FormField, to plan: inout FillPlan) {
        if let path = change.picture {
            do throws(LimnError) {
                let bytes = try picture(path)
                var filling = FieldFilling(name: field.name, kind: .push, values: [], isLocked: options.locks)
                filling.picture = plan.pictures.count..<(plan.pictures.count + bytes.count)
                plan.pictures += bytes
                plan.fillings.append(filling)
                plan.given.append(GivenValue(field: field, values: [], picture: filling.picture))
                plan.results.append(FieldResult(field.name, .filled))
            } catch { plan.results.append(FieldResult(field.name, .refused, reason: error.sentence)) }
            return
        }
        plan.given.append(GivenValue(field: field, values: change.values))
        let filling = filling(field, change.values)
        let isFormatted = field.kind == .text && filling.shown != (change.values.first ?? "")
        plan.results.append(
            FieldResult(field.name, change.isUnchanged ? .unchanged : isFormatted ? .formatted : .filled))
        // Even if its text does not change, a text field may lack an appearance.
        let isButton = field.kind == .check || field.kind == .radio
        if !change.isUnchanged || !isButton || options.locks { plan.fillings.append(filling) }
    }

    func filling(_ field: FormField, _ values: [String]) -> FieldFilling {
        var filling = FieldFilling(name: field.name, kind: field.kind, values: values, isLocked: options.locks)
        switch field.kind {
        case .text: show(values.first ?? "", of: field, in: &filling)
        case .combo, .list:
            let rows = values.compactMap { value in field.options.firstIndex { $0.value == value } }
            filling.places = rows.sorted()
            if field.kind == .combo, let value = values.first {
                let label = rows.first.map { field.options[$0].label } ?? value
                show(label, of: field, in: &filling)
            }
        case .check, .radio:
            filling.state = values.first
            let matching = field.widgets.indices.filter { field.widgets[$0].state == values.first }
            // Radio buttons with the same state are turned on together only if the form demands it.
            if field.kind == .radio, matching.count > 1, !field.flags.contains(.radiosInUnison) {
                filling.onlyWidget = matching[0]
            }
        case .push, .signature: break
        }
        return filling
    }

    /// Sets the text that viewers show for a value.
    private func show(_ value: String, of field: FormField, in filling: inout FieldFilling) {
        guard !value.isEmpty, let shown = field.format?.shown(value) else {
            filling.shown = value
            return
        }
        (filling.shown, filling.isRed) = (shown.text, shown.isRed)
    }

    /// Adds fillings that redraw fields with unchanged values. This is necessary if the fields become page content, or
    /// if the form asks viewers to draw its fields, because a filled form no longer asks. If the fields become page
    /// content, empty ones may have frames.
    func addStale(to plan: inout FillPlan) {
        guard form.needsAppearances || options.flattens else { return }
        let done = Set(plan.fillings.map(\.name))
        for field in form.fields
        where !done.contains(field.name) && (options.flattens || !field.values.allSatisfy(\.isEmpty)) {
            guard field.kind != .push, field.kind != .signature, !field.flags.contains(.password),
                !form.restrictions.locks(field.name) || options.force
            else { continue }
            var filling = filling(field, field.values)
            (filling.values, filling.isLocked) = (nil, false)
            plan.fillings.append(filling)
        }
    }
}
