// SPDX-License-Identifier: GPL-3.0-or-later

public import LimnGeometry

/// The pages of a character in their order: pages of its template, which may be missing, repeated or turned, and sheets
/// of paper between them.
///
/// A character without a list has the pages of its template. Every page has a permanent number, under which its ink is
/// stored, so that no ink moves with the pages. The pages of the template have the numbers that they have there.
public struct PageList: Hashable, Sendable {
    /// What is printed on a sheet of paper.
    public enum Paper: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case plain
        /// Lines to write on.
        case lined
        /// A grid of dots.
        case dotted
        /// A grid of lines.
        case squared
    }

    /// What a page shows below its ink.
    public enum Content: Hashable, Sendable {
        /// A page of the template, from 1.
        case template(page: Int)
        /// A sheet of paper. Its size is in points, before it is turned.
        case paper(Paper, size: Size)
    }

    /// A page.
    public struct Page: Hashable, Sendable {
        /// The permanent number, from 1. ``CharacterPage/page`` and all calls for ink take it.
        public let number: Int
        /// What the page shows below its ink.
        public let content: Content
        /// The rotation of the page, in addition to that of the template's page.
        public internal(set) var turn: PageGeometry.Rotation

        init(number: Int, content: Content, turn: PageGeometry.Rotation = .none) {
            (self.number, self.content, self.turn) = (number, content, turn)
        }

        /// Returns the geometry of the page.
        ///
        /// - Parameter template: the geometry of the template's pages.
        /// - Returns: the geometry; nil if the template lacks the page.
        public func geometry(in template: [PageGeometry]) -> PageGeometry? {
            switch content {
            case .template(let page): template.indices.contains(page - 1) ? template[page - 1].turned(turn) : nil
            case .paper(_, let size):
                PageGeometry(mediaBox: Rect(origin: .zero, size: size), rotate: turn.rawValue)
            }
        }
    }

    /// The pages, at least one. Their numbers differ.
    public internal(set) var pages: [Page]

    /// The maximum number of pages.
    public static let maximumCount = 100_000
    /// The sides that a sheet of paper may have, in points.
    static let sides = 1.0...14_400.0

    /// Makes the list of a template's pages.
    ///
    /// - Parameter count: the number of pages, at least 1.
    public init(templatePages count: Int) {
        pages = (1...max(1, count)).map { Page(number: $0, content: .template(page: $0)) }
    }

    init(pages: [Page]) { self.pages = pages }

    /// The permanent numbers in the order of the pages.
    public var numbers: [Int] { pages.map(\.number) }
    /// The highest permanent number.
    var highestNumber: Int { pages.lazy.map(\.number).max() ?? 0 }

    /// Returns the position of a page, from 1; nil if there is no page with this number.
    public func position(of number: Int) -> Int? { pages.firstIndex { $0.number == number }.map { $0 + 1 } }

    /// The positions of the pages, from 1, by their permanent numbers.
    public var positions: [Int: Int] {
        Dictionary(pages.enumerated().map { ($1.number, $0 + 1) }) { first, _ in first }
    }

    /// Returns the page with a permanent number; nil if there is none.
    public subscript(number number: Int) -> Page? { pages.first { $0.number == number } }

    /// Whether these are the pages of a template, once each, in their order and not turned.
    ///
    /// - Parameter count: the number of the template's pages.
    func isThat(ofTemplatePages count: Int) -> Bool { self == PageList(templatePages: count) }

    /// Returns whether every page of the template that the list names exists.
    func fits(templatePages count: Int) -> Bool {
        pages.allSatisfy { if case .template(let page) = $0.content { 1 <= page && page <= count } else { true } }
    }

    /// The pages by their permanent numbers.
    var byNumber: [Int: Page] { Dictionary(pages.map { ($0.number, $0) }) { first, _ in first } }
}

// MARK: Storage

extension PageList {
    /// The list as a short text, such as `1-3 9=2/90 10=lined:595x842 4-12`.
    ///
    /// A number or a range stands for pages of the template under their own numbers. `n=p` is page p of the template,
    /// `n=kind:widthxheight` a sheet of paper, each with the number n, and `/90` is the turn in degrees.
    public var coded: String {
        var parts: [String] = []
        var run: ClosedRange<Int>?
        func endRun() {
            guard let done = run else { return }
            parts.append(done.count == 1 ? "\(done.lowerBound)" : "\(done.lowerBound)-\(done.upperBound)")
            run = nil
        }
        for page in pages {
            if page.content == .template(page: page.number), page.turn == .none {
                if let last = run, last.upperBound + 1 == page.number {
                    run = last.lowerBound...page.number
                } else {
                    endRun()
                    run = page.number...page.number
                }
                continue
            }
            endRun()
            let turn = page.turn == .none ? "" : "/\(page.turn.rawValue)"
            switch page.content {
            case .template(let number): parts.append("\(page.number)=\(number)\(turn)")
            case .paper(let paper, let size):
                parts.append("\(page.number)=\(paper.rawValue):\(size.width)x\(size.height)\(turn)")
            }
        }
        endRun()
        return parts.joined(separator: " ")
    }

    /// Reads a text as ``coded`` has it; nil if it is none.
    public init?(coded text: String) {
        var pages: [Page] = []
        for part in text.split(separator: " ") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 1 {
                let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
                guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1,
                    last >= first, last <= PageRule.highest, last - first < Self.maximumCount - pages.count
                else { return nil }
                pages += (first...last).map { Page(number: $0, content: .template(page: $0)) }
            } else {
                guard pages.count < Self.maximumCount, let page = Page(coded: sides[1], number: Int(sides[0])) else {
                    return nil
                }
                pages.append(page)
            }
        }
        guard !pages.isEmpty, Set(pages.map(\.number)).count == pages.count else { return nil }
        self.pages = pages
    }
}

extension PageList.Page {
    /// The page as a list of its own, as ``PageList/coded`` has it.
    package var coded: String { PageList(pages: [self]).coded }

    fileprivate init?(coded text: Substring, number: Int?) {
        guard let number, (1...PageRule.highest).contains(number) else { return nil }
        let words = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var turn = PageGeometry.Rotation.none
        if words.count == 2 {
            guard let degrees = Int(words[1]), let known = PageGeometry.Rotation(rawValue: degrees) else { return nil }
            turn = known
        }
        if let page = Int(words[0]) {
            guard (1...PageRule.highest).contains(page) else { return nil }
            self.init(number: number, content: .template(page: page), turn: turn)
            return
        }
        let paper = words[0].split(separator: ":", omittingEmptySubsequences: false)
        guard paper.count == 2, let kind = PageList.Paper(rawValue: String(paper[0])) else { return nil }
        let sides = paper[1].split(separator: "x", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard sides.count == 2, sides.allSatisfy({ PageList.sides.contains($0) }) else { return nil }
        self.init(
            number: number, content: .paper(kind, size: Size(width: sides[0], height: sides[1])), turn: turn)
    }
}
