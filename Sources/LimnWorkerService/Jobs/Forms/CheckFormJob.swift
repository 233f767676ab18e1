// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnCompositor
internal import LimnFiles
internal import LimnForms
internal import LimnGeometry
internal import LimnJobs
internal import LimnPDFObjects
internal import LimnPDFRendering
internal import SystemPackage

extension CheckFormJob: PerformableJob {
    static let needsFonts = false

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let template = try session.document()
        let fillings = try session.fillings(descriptors[1])
        let original = try template.original()
        let export: ObjectDocument
        do {
            export = try ObjectDocument(descriptor: descriptors[0].rawValue, password: session.access.password)
        } catch { throw LimnError(.unverified, "The new document is not published: it cannot be read.") }
        guard try export.pageCount == (try original.pageCount) else {
            throw LimnError(.unverified, "The new document is not published: it has a different number of pages.")
        }
        var answer = Answer(kept: KeptContent(basis: .prefix))
        do {
            if flattens {
                guard try export.form().fields.isEmpty else {
                    throw LimnError(.unverified, "The new document is not published: it still has form fields.")
                }
            } else {
                let audit = FormAudit(of: export, against: original, filled: Set(fillings.map(\.name)))
                if save == .append { answer.overridden = try audit.checkObjects() }
                try audit.checkValues(
                    Dictionary(
                        fillings.compactMap { filling in filling.values.map { (filling.name, $0) } },
                        uniquingKeysWith: { $1 }))
                try audit.checkXFA(fillings.xfaValues)
            }
        } catch let error as PDFObjectsError where error.code == .unsound {
            throw LimnError(.unverified, "The new document is not published: \(error.cause).")
        }
        if save != .append {
            answer.kept = KeptContent(
                basis: .census, before: ContentCounts(try original.summary()),
                after: ContentCounts(try export.summary()))
        }
        return answer
    }
}

extension CheckFormPageJob: PerformableJob {
    static let needsFonts = true

    func perform(in session: WorkerSession, _ descriptors: [FileDescriptor]) throws -> Answer {
        let template = try session.document()
        guard page >= 1 else { throw WorkerSession.invalidRequest }
        let fillings = try session.fillings(descriptors[1])
        let form = try template.form()
        let fields = Dictionary(form.fields.map { ($0.name, $0) }) { first, _ in first }
        var places: [FormComparison.Place] = []
        var owners: [Int] = []
        var isFilled: Set<String> = []
        var hasNewValue = false
        for (index, filling) in fillings.enumerated() {
            guard let field = fields[filling.name] else { throw WorkerSession.invalidRequest }
            isFilled.insert(filling.name)
            hasNewValue = hasNewValue || filling.picture != nil || (filling.values ?? field.values) != field.values
            for (place, widget) in field.widgets.enumerated() where widget.isListed(onPage: page - 1) {
                places.append(.init(widget.rect, mustChange: filling.mustShow(in: field, place)))
                owners.append(index)
            }
        }
        // A page on which no value has changed is compared by its objects, which takes far less time than drawing it.
        if !flattens, !hasNewValue, (try? isSame(isFilled, template, descriptors[0], session)) == true {
            return Answer()
        }
        // Flattened fields are drawn by different operators. Also, poppler redraws all fields if the form sets
        // /NeedAppearances. Therefore, fields that were not filled may also change.
        if flattens || form.needsAppearances {
            for field in form.fields where !isFilled.contains(field.name) {
                for widget in field.widgets where widget.isListed(onPage: page - 1) {
                    places.append(.init(widget.rect, mustChange: false))
                    owners.append(-1)
                }
            }
        }
        let export: PDFDocument
        do {
            export = try PDFDocument(descriptor: descriptors[0].rawValue, password: session.access.secret)
        } catch { throw LimnError(.unverified, "The new document is not published: it cannot be read.") }
        let original = try template.page(page)
        let finding = try session.compare(
            try export.page(page, userUnit: original.userUnit), with: original, places: places)
        if finding.hasOtherSize {
            throw LimnError(.unverified, "The new document was not published: the size of page \(page) has changed.")
        }
        if let point = finding.changedElsewhere {
            let place = "\(Int(clamping: point.x)), \(Int(clamping: point.y))"
            throw LimnError(
                .unverified,
                "The new document is not published: page \(page) has changed at \(place), where no field was filled.")
        }
        let unseen = Set(finding.unseen.map { owners[$0] }).sorted()
        return Answer(
            unseen: Array(unseen.prefix(Answer.limit)), seen: places.count { $0.mustChange } - finding.unseen.count)
    }
}

extension CheckFormPageJob {
    /// Returns whether the page is the same in both documents, apart from the drawings of fields.
    private func isSame(
        _ filled: Set<String>, _ template: Template, _ export: FileDescriptor, _ session: WorkerSession
    ) throws -> Bool {
        let copy = try ObjectDocument(descriptor: export.rawValue, password: session.access.password)
        var comparison = PageObjectComparison(of: copy, with: try template.original())
        return try comparison.isSame(page: page - 1, besides: filled)
    }
}

extension WorkerSession {
    /// Compares a page of a document made from a form with the form's own page.
    func compare(
        _ page: PDFPage, with original: PDFPage, places: [FormComparison.Place]
    ) throws -> FormComparison.Finding {
        // The cache has the pages as they are drawn, which may be mended.
        let cache = try document().isMended(original.number) ? nil : comparedCache
        let finding = try drawing {
            try FormComparison.compare(page, with: original, places: places, originals: cache)
        }
        guard finding.changedElsewhere != nil else { return finding }
        // Poppler's substitute for a font that is not embedded depends on what it has drawn before. Therefore compare
        // both pages again, the original in a newly opened document.
        let again = try document().picturesAnew()
        return try drawing {
            try FormComparison.compare(
                page, with: try again.page(original.number, userUnit: original.userUnit), places: places)
        }
    }
}

extension FieldFilling {
    /// Whether a widget must look different from before, because its visible content has changed.
    fileprivate func mustShow(in field: FormField, _ place: Int) -> Bool {
        let widget = field.widgets[place]
        guard let values, !widget.isHidden, !widget.rect.isEmpty, values != field.values || picture != nil else {
            return false
        }
        switch kind {
        case .text, .combo, .list: return !shown.allSatisfy(\.isWhitespace)
        case .check, .radio:
            if let onlyWidget, onlyWidget != place { return false }
            return widget.state != nil && widget.state == state && !widget.isOn
        case .push: return picture != nil
        case .signature: return false
        }
    }
}
