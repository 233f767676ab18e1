// SPDX-License-Identifier: GPL-3.0-or-later

/// What a task does with its inputs.
public enum BatchVerb: String, Sendable, Hashable, Codable, CaseIterable {
    /// Pictures of pages.
    case render
    /// A small picture of one page.
    case thumbnail
    /// A PDF with ink laid over it.
    case flatten
    /// What is in a file.
    case inspect
    /// A form with values.
    case formFill = "form fill"

    /// How many inputs a task takes: a document, and ink over it.
    var inputCount: ClosedRange<Int> {
        switch self {
        case .render, .thumbnail: 1...2
        case .flatten: 2...2
        case .inspect, .formFill: 1...1
        }
    }

    /// How many workers one task needs: changes are made, checked and drawn by different ones.
    var workers: Int {
        switch self {
        case .render, .thumbnail, .inspect: 1
        case .flatten: 2
        case .formFill: 3
        }
    }
}
