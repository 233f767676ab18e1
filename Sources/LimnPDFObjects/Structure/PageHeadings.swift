// SPDX-License-Identifier: GPL-3.0-or-later

package import LimnGeometry

/// A heading of a tagged document (ISO 32000-2, 14.8.4.3) on a page.
package struct PageHeading: Hashable, Sendable {
    /// The level, from 1 to 6.
    package let level: Int
    /// The points at which its text is positioned, on baselines, in page space.
    package fileprivate(set) var starts: [Point]
}

extension ObjectDocument {
    /// Returns the headings of pages, in the order of their content. Only the page's own content is read.
    ///
    /// - Parameter indices: the pages, counted from 0.
    package func headings(onPages indices: ClosedRange<Int>) -> [Int: [PageHeading]] {
        guard let root = try? file.root()["/StructTreeRoot"], root.isDictionary else { return [:] }
        let parents = ParentTree(root["/ParentTree"])
        var search = HeadingSearch(root: root)
        var found: [Int: [PageHeading]] = [:]
        for index in indices {
            guard let leaf = try? tree.leaf(at: index), let key = leaf.page["/StructParents"]?.int,
                let elements = parents.entries[key], elements.isArray
            else { continue }
            var levels: [Int: (level: Int, element: ObjectID)] = [:]
            for number in 0..<min(elements.count, Self.contentLimit) {
                guard let element = elements.item(number) else { continue }
                levels[number] = search.heading(above: element)
            }
            guard !levels.isEmpty else { continue }
            var reader = HeadingReader(levels, leaf.inherited { $0["/Resources"] }?["/Properties"])
            reader.read(leaf.page.joinedContent(), leaf.geometry.userToPage)
            if !reader.headings.isEmpty { found[index] = reader.headings }
        }
        return found
    }

    /// The number of parts of a page's content that are looked up.
    private static let contentLimit = 10_000
}

/// Finds the headings above elements of a structure tree.
private struct HeadingSearch {
    typealias Heading = (level: Int, element: ObjectID)

    let root: PDFObject
    /// What was found, by element; most pages have many parts in few elements.
    private var known: [ObjectID: Heading?] = [:]
    private var standardTags: [String: String] = [:]
    /// How many further elements are looked at. Real documents have few levels above their text.
    private var budget = 200_000

    /// The depth of the structure tree.
    private static let depthLimit = 64

    init(root: PDFObject) { self.root = root }

    /// Returns the heading that an element belongs to, and its level; nil if it belongs to none.
    mutating func heading(above element: PDFObject) -> Heading? {
        guard let id = element.identity else { return find(above: element) }
        if let known = known[id] { return known }
        let found = find(above: element)
        known[id] = .some(found)
        return found
    }

    private mutating func find(above element: PDFObject) -> Heading? {
        var current = element
        var heading: ObjectID?
        var sections = 0
        for _ in 0..<Self.depthLimit {
            guard budget > 0, current.isDictionary, let tag = current["/S"]?.name else { break }
            budget -= 1
            let standard = standardTag(tag)
            if heading != nil {
                sections += standard == "Sect" ? 1 : 0
            } else if let id = current.identity {
                if standard == "Title" { return (1, id) }
                if standard.count == 2, standard.first == "H", let level = Int(standard.dropFirst()),
                    (1...6).contains(level)
                {
                    return (level, id)
                }
                if standard == "H" { heading = id }
            }
            guard let parent = current["/P"] else { break }
            current = parent
        }
        // The level of a heading without a number is that of its section.
        return heading.map { (min(max(sections, 1), 6), $0) }
    }

    /// Returns the standard tag that a tag stands for.
    private mutating func standardTag(_ tag: String) -> String {
        if let known = standardTags[tag] { return known }
        let roles = root["/RoleMap"]
        var standard = tag
        for _ in 0..<8 {
            guard let next = roles?["/" + standard]?.name, next != standard else { break }
            standard = next
        }
        standardTags[tag] = standard
        return standard
    }
}

/// Finds where the text of headings begins in a page's content (ISO 32000-2, 9.4 and 14.6).
private struct HeadingReader {
    private let levels: [Int: (level: Int, element: ObjectID)]
    private let properties: PDFObject?
    private(set) var headings: [PageHeading] = []
    private var elements: [ObjectID: Int] = [:]
    private static let (tokenLimit, startLimit, nestingLimit) = (8_000_000, 4000, 1000)

    init(_ levels: [Int: (level: Int, element: ObjectID)], _ properties: PDFObject?) {
        (self.levels, self.properties) = (levels, properties)
    }

    mutating func read(_ data: [UInt8], _ matrix: AffineTransform) {
        data.withUnsafeBufferPointer { run($0, matrix) }
    }

    private mutating func run(_ buffer: UnsafeBufferPointer<UInt8>, _ toPage: AffineTransform) {
        var tokens = ContentTokenizer(buffer)
        var (matrix, saved) = (toPage, [AffineTransform]())
        var (line, leading) = (AffineTransform.identity, 0.0)
        /// The numbers of the marked content around the current place: for each level, that of the innermost content with a
        /// number. Deeper levels are only counted.
        var (marked, deeper): ([Int?], Int) = ([], 0)
        // Of the names before an operator, the last two count.
        var (numbers, names, number): ([Double], [String], Int?) = ([], [], nil)
        var (tokenCount, nameCount, starts, isPlaced) = (0, 0, 0, false)
        func begin(_ number: Int?) {
            if marked.count < Self.nestingLimit { marked.append(number ?? marked.last ?? nil) } else { deeper += 1 }
        }
        func text(_ token: ContentTokenizer.Token) -> String {
            String(decoding: buffer[token.start..<token.end], as: UTF8.self)
        }
        func matrixOperand() -> AffineTransform {
            AffineTransform(
                a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
        }
        func move(_ x: Double, _ y: Double) {
            line = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y).then(line)
            isPlaced = false
        }
        while let token = tokens.next() {
            tokenCount += 1
            guard tokenCount <= Self.tokenLimit else { return }
            switch token.kind {
            case .number:
                let value = Double(text(token)).flatMap { $0.isFinite ? $0 : nil } ?? 0
                if names.last == "/MCID", number == nil { number = Int(exactly: value) }
                numbers.append(value)
                if numbers.count > 6 { numbers.removeFirst() }
                continue
            case .name:
                if names.count == 2 { names.removeFirst() }
                names.append(text(token))
                nameCount += 1
                continue
            case .string, .open, .close: continue
            case .word: break
            }
            switch tokens.word(token) {
            case "q": if saved.count < 64 { saved.append(matrix) }
            case "Q": matrix = saved.popLast() ?? matrix
            case "cm" where numbers.count == 6: matrix = matrixOperand().then(matrix)
            case "BT": (line, isPlaced) = (.identity, false)
            case "Tm" where numbers.count == 6: (line, isPlaced) = (matrixOperand(), false)
            case "TL": leading = numbers.last ?? leading
            case "Td" where numbers.count >= 2: move(numbers[numbers.count - 2], numbers[numbers.count - 1])
            case "TD" where numbers.count >= 2:
                leading = -numbers[numbers.count - 1]
                move(numbers[numbers.count - 2], numbers[numbers.count - 1])
            case "T*": move(0, -leading)
            case "BMC": begin(nil)
            case "BDC":
                // A tag and the name of a property list.
                if number == nil, nameCount == 2 { number = properties?[names[1]]?["/MCID"]?.int }
                begin(number)
                isPlaced = false
            case "EMC":
                if deeper > 0 { deeper -= 1 } else { _ = marked.popLast() }
            case "BI": guard tokens.skipInlineImage() else { return }
            case "'", "\"":
                move(0, -leading)
                fallthrough
            case "Tj", "TJ":
                // Where text goes on depends on its widths, which its line tells, too.
                guard !isPlaced, starts < Self.startLimit, let id = marked.last ?? nil else { break }
                isPlaced = true
                starts += 1
                add(line.then(matrix).apply(Point(x: 0, y: 0)), ofContent: id)
            default: break
            }
            (numbers, names, number, nameCount) = ([], [], nil, 0)
        }
    }

    private mutating func add(_ start: Point, ofContent number: Int) {
        guard let (level, element) = levels[number], start.isFinite else { return }
        if let place = elements[element] {
            headings[place].starts.append(start)
        } else {
            elements[element] = headings.count
            headings.append(PageHeading(level: level, starts: [start]))
        }
    }
}
