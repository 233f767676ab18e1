// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
public import LimnJobs
public import SystemPackage

/// A form whose fields are all changed in one way, without data: the work behind `limn form clear` and
/// `limn form show --names`.
public struct FormRewriteRequest: Sendable {
    /// What every field gets.
    public enum Change: Sendable {
        /// Nothing: values are taken out.
        case clear
        /// Its number and its full name, for those who write mappings; text fields only.
        case names
    }

    /// The form; `-` is standard input.
    public var form: FilePath
    /// The new PDF; `-` is standard output.
    public var output: FilePath
    /// What every field gets.
    public var change: Change
    /// How the form is filled.
    public var options: FormFillOptions

    /// Makes a request.
    public init(
        form: FilePath, output: FilePath, change: Change, options: FormFillOptions = FormFillOptions()
    ) {
        self.form = form
        self.output = output
        self.change = change
        self.options = options
    }

    /// Does the work; nothing is written unless it is done.
    ///
    /// - Returns: a result whose status says how it came out.
    public func run() -> FormFillResult {
        do throws(LimnError) {
            let opened = try OpenedForm(try OpenDocument(form, access: options.access), options)
            let planner = FillPlanner(opened.form, options) { (path) throws(LimnError) in
                throw LimnError(.failed, "\(path) is not read.")
            }
            let plan =
                switch change {
                case .clear: planner.clearing()
                case .names: planner.naming()
                }
            return FormFiller(opened: opened, plan: plan, options: options, output: output).run()
        } catch { return FormFillResult(form, failed: error) }
    }
}

extension FillPlanner {
    /// What takes all values out of the form. Fields that may not be changed keep theirs and are told.
    func clearing() -> FillPlan {
        plan { field, _ in field.values.isEmpty ? nil : [] }
    }

    /// What fills every text field with its number and its name, as far as there is room.
    func naming() -> FillPlan {
        plan { field, number in
            guard field.kind == .text || field.kind == .combo && field.flags.contains(.edit) else { return nil }
            let name = "\(number) \(field.name)"
            return [field.maximumLength.map { String(name.prefix($0)) } ?? name]
        }
    }

    private func plan(_ values: (FormField, Int) -> [String]?) -> FillPlan {
        var plan = FillPlan()
        for (index, field) in form.fields.enumerated() {
            guard field.kind != .push, field.kind != .signature,
                field.flags.isDisjoint(with: [.password, .fileSelect]),
                let new = values(field, index + 1)
            else { continue }
            // Nobody has named these fields, so that they stay is no failure.
            if let reason = reasonAgainst(field) {
                plan.notes.append(reason)
                continue
            }
            var filling = filling(field, new)
            // Names are no numbers and no dates.
            filling.shown = new.first ?? ""
            plan.fillings.append(filling)
            plan.results.append(FieldResult(field.name, .filled))
        }
        addStale(to: &plan)
        return plan
    }
}
