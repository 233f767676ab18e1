// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnJobs
public import SystemPackage

/// A request to change all fields of a form in one way, without data: the work behind `limn form clear` and `limn form
/// show --names`.
public struct FormRewriteRequest: Sendable {
    /// The change that is made to every field.
    public enum Change: Sendable {
        /// Removes the value.
        case clear
        /// Sets the value to the field's number, from 1, and its full name, to help with writing mappings. Only text
        /// fields and editable combo boxes are changed.
        case names
    }

    /// The form; `-` is standard input.
    public var form: FilePath
    /// The new PDF; `-` is standard output.
    public var output: FilePath
    /// The change that is made to every field.
    public var change: Change
    /// The options for filling the form.
    public var options: FormFillOptions

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - form: the PDF with the form.
    ///   - output: the new PDF.
    ///   - change: what happens to the values.
    ///   - options: how the form is filled.
    public init(
        form: FilePath, output: FilePath, change: Change, options: FormFillOptions = FormFillOptions()
    ) {
        self.form = form
        self.output = output
        self.change = change
        self.options = options
    }

    /// Performs the request. Nothing is written unless it succeeds.
    ///
    /// - Returns: the result with its status.
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
    /// Returns a plan that removes all values from the form. Fields that must not be changed keep their values and are
    /// reported.
    func clearing() -> FillPlan {
        plan { field, _ in field.values.isEmpty ? nil : [] }
    }

    /// Returns a plan that fills text fields and editable combo boxes with their numbers and names, cut to their
    /// maximum lengths.
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
            // The user did not name these fields, so it is not a failure if they keep their values.
            if let reason = reasonAgainst(field) {
                plan.notes.append(reason)
                continue
            }
            var filling = filling(field, new)
            // Names are not formatted as numbers or dates.
            filling.shown = new.first ?? ""
            plan.fillings.append(filling)
            plan.results.append(FieldResult(field.name, .filled))
        }
        addStale(to: &plan)
        return plan
    }
}
