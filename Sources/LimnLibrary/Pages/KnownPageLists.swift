// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// The lists of pages that were read last. A list of many pages is so read once, not again for each question about it.
enum KnownPageLists {
    private static let known = Mutex<[(text: String, list: PageList?)]>([])
    private static let limit = 8

    /// Returns the list that a text stands for; nil if it stands for none.
    static func list(coded text: String) -> PageList? {
        if let found = known.withLock({ known in known.first { $0.text == text } }) { return found.list }
        let list = PageList(coded: text)
        known.withLock { known in
            if known.count >= limit { known.removeFirst() }
            known.append((text, list))
        }
        return list
    }
}
