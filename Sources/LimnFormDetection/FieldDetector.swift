// SPDX-License-Identifier: Apache-2.0

internal import LimnForms
public import LimnGeometry

/// Finds the places on a page where people are meant to write: by its lines, boxes, circles, blank lines and words.
///
/// All lengths are measured in units of a tenth of the usual height of the page's words, so that a page may have any
/// scale. The page is turned until its words are upright.
public struct FieldDetector {
    private let page: PrintedPage
    private static let placeLimit = 8000

    /// Returns the places on a page, in reading order, without names.
    ///
    /// - Parameters:
    ///   - page: what the page prints.
    ///   - number: the page, from 1.
    public static func fields(on page: SheetPage, number: Int) -> [DetectedField] {
        let (upright, back) = page.bounded.upright
        let detector = FieldDetector(page: PrintedPage(upright))
        let found = ReadingOrder.sorted(detector.found(), by: \.rect)
        return Labeling(detector.page).grouped(found).map { place in
            var field = place.field
            let rect = back.apply(place.rect)
            field.rect = rect.intersection(Rect(origin: .zero, size: page.size)) ?? rect
            (field.page, field.turn) = (number, page.turn)
            return field.bounded
        }
    }

    /// Returns the places on a page that is a picture, in reading order, without names. Their labels are the words that
    /// a program has recognized.
    ///
    /// - Parameters:
    ///   - scan: what can be seen on the page.
    ///   - number: the page, from 1.
    public static func fields(on scan: ScanReader, number: Int) -> [DetectedField] {
        fields(on: scan.page, number: number).map { found in
            var field = found
            // The page is askew, the fields are not.
            let center = scan.toPage.apply(field.rect.center)
            let (width, height) = (field.rect.width / 2, field.rect.height * scan.toPage.d / 2)
            let rect = Rect(
                x0: center.x - width, y0: center.y - height, x1: center.x + width, y1: center.y + height)
            field.rect = rect.intersection(Rect(origin: .zero, size: scan.page.size)) ?? rect
            func known(_ text: String?) -> String? {
                text.map { $0.replacing(ScanReader.mark, with: "") }.flatMap {
                    $0.allSatisfy(\.isWhitespace) ? nil : $0
                }
            }
            field.label = known(field.label) ?? ""
            (field.choice, field.question, field.row) = (known(field.choice), known(field.question), known(field.row))
            return field
        }
    }

    /// Returns all places, without those that overlap better ones or fields that exist.
    private func found() -> [Place] {
        let marks = page.text.marks.map {
            Place(kind: $0.isRound ? .radio : .check, rect: $0.box, certainty: 0.95)
        }
        var places = marks + CellFinder(page).places() + ShapeFinder(page).places()
        places += BlankFinder(page, besides: places).places()
        let paper = Rect(origin: .zero, size: page.sheet.size)
        places.removeAll { !paper.contains($0.rect.center) }
        places.sort { $0.certainty > $1.certainty }
        places.removeLast(max(0, places.count - Self.placeLimit))
        var taken = BoxIndex(page.sheet.fields, side: 40 * page.unit)
        var kept: [Place] = []
        for place in places where !place.rect.isEmpty {
            let box = place.rect
            let isTaken = taken.touching(box).contains { index in
                let other = taken[index]
                guard let both = other.intersection(box) else { return false }
                return both.width * both.height > 0.3 * min(box.width * box.height, other.width * other.height)
            }
            if isTaken { continue }
            taken.append(box)
            kept.append(place)
        }
        countCells(&kept)
        return Labeling(page).labeled(kept)
    }

    /// Finds short lines that divide a place into equal cells, one for each character.
    private func countCells(_ places: inout [Place]) {
        let unit = page.unit
        let ticks = page.rules.ticks + page.rules.vertical
        let index = BoxIndex(ticks.map(\.verticalBox), side: 20 * unit)
        for place in places.indices where places[place].kind == .text && places[place].cells == nil {
            let box = places[place].rect
            guard box.height < 40 * unit, box.width > 20 * unit else { continue }
            let xs = index.touching(box).map { ticks[$0] }
                .filter { $0.length >= 2 * unit && $0.length < 1.3 * box.height && $0.end > box.center.y }
                .map(\.place).filter { $0 > box.minX + 3 * unit && $0 < box.maxX - 3 * unit }.sorted()
            let edges = [box.minX] + xs + [box.maxX]
            let widths = zip(edges.dropFirst(), edges).map { $0 - $1 }
            guard let least = widths.min(), let most = widths.max(), xs.count >= 2, most < 1.4 * least,
                most < 30 * unit
            else { continue }
            places[place].cells = widths.count
        }
    }
}
