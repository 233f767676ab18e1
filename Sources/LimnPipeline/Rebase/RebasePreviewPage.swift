// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnInk
internal import LimnRebase

/// The page for browsers of a preview. It shows pairs of old and new pages and lists the items to check.
struct RebasePreviewPage {
    let preview: RebasePreview
    /// The indices of the pages that have pictures.
    let oldPages: [Int]
    let newPages: [Int]

    var html: String {
        let counts = Placement.Certainty.allCases.map { certainty in
            let count = preview.placements.count { $0.certainty == certainty }
            return #"<li class="\#(certainty.rawValue)">\#(count) \#(Self.words[certainty] ?? "")</li>"#
        }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(Self.escaped(preview.old.title)) → \(Self.escaped(preview.new.title))</title>
            <style>\(Self.style)</style>
            <h1>\(Self.escaped(preview.old.title)) <span>→</span> \(Self.escaped(preview.new.title))</h1>
            <ul class="legend">\(counts.joined())</ul>
            \(pairs.map(row).joined(separator: "\n"))
            \(doubtful)
            </html>

            """
    }

    private static let words: [Placement.Certainty: String] = [
        .certain: "certain", .likely: "likely: please check", .leftOver: "left over: no place in the new edition",
    ]

    /// Old and new pages that belong together, then new pages that only have ink that is left over.
    private var pairs: [(old: Int?, new: Int?)] {
        let matched: [(old: Int?, new: Int?)] = oldPages.map { page in
            let new = preview.rebase.pages.first { $0.old == page }?.new
            return (page, new.flatMap { newPages.contains($0) ? $0 : nil })
        }
        let shown = Set(matched.compactMap(\.new))
        return matched + newPages.filter { !shown.contains($0) }.map { (nil, $0) }
    }

    private func row(_ pair: (old: Int?, new: Int?)) -> String {
        func figure(_ kind: String, _ title: String, _ page: Int?) -> String {
            guard let page else { return "<figure><figcaption>no counterpart</figcaption></figure>" }
            let name = "\(kind)-\(page + 1).png"
            return """
                <figure><figcaption>\(title), page \(page + 1)</figcaption>\
                <a href="\(name)"><img src="\(name)" alt="\(title), page \(page + 1)" loading="lazy"></a></figure>
                """
        }
        return "<section>\(figure("old", "Old", pair.old))\(figure("new", "New", pair.new))</section>"
    }

    /// A table of the items that a person should check.
    private var doubtful: String {
        let rows = preview.placements.filter { $0.certainty != .certain }.map { placement in
            let item = preview.drawings[placement.oldPage].items[placement.item]
            let score = Int(clamping: (placement.score * 100).rounded())
            return """
                <tr class="\(placement.certainty.rawValue)"><td>\(item.name) \(placement.item.ordinal)</td>\
                <td>\(placement.oldPage.ordinal)</td><td>\(placement.newPage.ordinal)</td>\
                <td>\(Self.words[placement.certainty] ?? "")</td><td>\(score) %</td></tr>
                """
        }
        guard !rows.isEmpty else { return "<p>Every item has a certain place.</p>" }
        return """
            <h2>To check</h2>
            <table><tr><th>Item<th>Old page<th>New page<th>Place<th>Score</tr>
            \(rows.joined(separator: "\n"))
            </table>
            """
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    private static let style = """
        :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
        body { max-width: 100rem; margin: 2rem auto; padding: 0 1.5rem; }
        h1 { font-weight: 600; font-size: 1.4rem; } h1 span { opacity: .5; } h2 { font-size: 1.1rem; }
        .legend { display: flex; flex-wrap: wrap; gap: .5rem 2rem; padding: 0; list-style: none; }
        .legend li::before { content: ""; display: inline-block; width: 1.6em; height: .3em; border-radius: 1em;
          margin-right: .6em; vertical-align: middle; background: var(--ink); }
        .certain { --ink: #0f8a5f; } .likely { --ink: #d98200; } .leftOver { --ink: #c6235b; }
        section { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; margin: 1.5rem 0; align-items: start; }
        figure { margin: 0; } figcaption { opacity: .7; font-size: .9rem; margin-bottom: .3rem; }
        img { max-width: 100%; background: white; box-shadow: 0 1px 6px #0004; border-radius: 3px; }
        table { border-collapse: collapse; } th, td { text-align: left; padding: .25rem 1.2rem .25rem 0; }
        td:first-child { border-left: .3em solid var(--ink); padding-left: .6em; }
        """
}
