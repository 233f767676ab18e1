// SPDX-License-Identifier: GPL-3.0-or-later

/// What a task does with its inputs.
public enum BatchVerb: String, Sendable, Hashable, Codable, CaseIterable {
    /// Renders pages to pictures.
    case render
    /// Renders a small picture of one page.
    case thumbnail
    /// Lays ink over a PDF.
    case flatten
    /// Lists the contents of a file.
    case inspect
    /// Fills a form.
    case formFill = "form fill"
    /// Makes a form of a flat sheet.
    case formDetect = "form detect"

    /// The allowed number of inputs of a task: a document, and ink to lay over it.
    var inputCount: ClosedRange<Int> {
        switch self {
        case .render, .thumbnail: 1...2
        case .flatten: 2...2
        case .inspect, .formFill, .formDetect: 1...1
        }
    }

    /// Whether a task makes pictures of pages.
    var drawsPages: Bool { self == .render || self == .thumbnail }

    /// The number of workers that a task needs. Changes are written and checked by different workers.
    var workers: Int {
        switch self {
        case .render, .thumbnail, .inspect: 1
        case .flatten: 2
        case .formFill, .formDetect: 3
        }
    }
}
