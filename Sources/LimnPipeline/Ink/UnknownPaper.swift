// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnInk
internal import LimnJobs
internal import SystemPackage

/// Paper with an unknown ruling, such as a tablet's planner. It is replaced by plain paper.
struct UnknownPaper {
    /// The names of the rulings in page order, each with the number of its pages.
    private(set) var styles: [(name: String, pageCount: Int)] = []

    /// The maximum number of rulings that are reported individually.
    private static let limit = 16

    /// Collects the rulings of the plain pages.
    ///
    /// - Parameter indices: the indices of the plain pages, from 0. Indices outside `pages` are ignored.
    init(_ pages: [PaperJob.Page], at indices: [Int]) {
        var places: [String: Int] = [:]
        for index in Set(indices).sorted() where pages.indices.contains(index) {
            let name = pages[index].style
            guard !name.isEmpty else { continue }
            if let place = places[name] {
                styles[place].pageCount += 1
            } else {
                places[name] = styles.count
                styles.append((name, 1))
            }
        }
    }

    /// Returns a note for each ruling.
    func notes(about ink: FilePath) -> [Diagnostic] {
        var notes = styles.prefix(Self.limit).map { name, count in
            let pages = count == 1 ? "" : " on \(count) pages"
            return "The ruling “\(DroppedItems.oneLine(name))” is unknown; plain paper replaces it\(pages)."
        }
        if styles.count > Self.limit {
            notes.append("\(styles.count - Self.limit) more rulings are unknown; plain paper replaces them.")
        }
        return notes.map { Diagnostic(.paperUnknown, $0, about: ink, .note) }
    }
}
