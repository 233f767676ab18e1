// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnGeometry
internal import LimnLibrary

extension Form {
    /// The maximum number of widgets of a form on the pages of a list. Beyond it, a page that appears several times has
    /// widgets only where it appears first.
    private static let mostWidgets = 100_000

    /// Returns the form with its widgets on the pages of a character's own list. A widget on a page that appears several
    /// times is on all of them, and one on a turned page is turned with it.
    ///
    /// - Parameter template: the geometry of the template's pages.
    func placed(on list: PageList, template: [PageGeometry]) -> Form {
        var shown: [Int: [PageList.Page]] = [:]
        for page in list.pages {
            if case .template(let number) = page.content { shown[number - 1, default: []].append(page) }
        }
        let widgets = fields.lazy.flatMap(\.widgets).flatMap(\.pages)
        if widgets.reduce(0, { $0 + (shown[$1]?.count ?? 0) }) > Self.mostWidgets {
            shown = shown.mapValues { Array($0.prefix(1)) }
        }
        var copy = self
        for index in copy.fields.indices {
            copy.fields[index].widgets = fields[index].widgets.flatMap { widget in
                widget.placed(on: shown, template: template)
            }
        }
        return copy
    }
}

extension FieldWidget {
    /// - Parameter shown: the pages of the list by the index of the template's page.
    fileprivate func placed(on shown: [Int: [PageList.Page]], template: [PageGeometry]) -> [FieldWidget] {
        var made: [FieldWidget] = []
        for index in pages {
            for page in shown[index] ?? [] {
                var copy = self
                (copy.page, copy.furtherPages) = (page.number - 1, [])
                if page.turn != .none, template.indices.contains(index) {
                    copy.rect = page.turn.transform(turning: template[index].size).apply(rect)
                }
                made.append(copy)
            }
        }
        guard made.isEmpty else { return made }
        var copy = self
        (copy.page, copy.furtherPages) = (nil, [])
        return [copy]
    }
}
