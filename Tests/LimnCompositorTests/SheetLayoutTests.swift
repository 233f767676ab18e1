// SPDX-License-Identifier: GPL-3.0-or-later

import LimnCompositor
import LimnGeometry
internal import LimnPictures
import Testing

@Suite struct SheetLayoutTests {
    static let layouts = [
        SheetLayout(side: 192, columns: 6) { _ in 30_000 }, SheetLayout(side: 32, columns: 1) { _ in 200 },
        SheetLayout(side: 555, columns: 3) { 8_000_000 / $0 },
        SheetLayout(page: Size(width: 595, height: 842), columns: 5),
        SheetLayout(page: Size(width: 595, height: 842), columns: 1),
        SheetLayout(page: Size(width: 595, height: 842), columns: 100),
    ].compactMap { $0 }

    @Test(arguments: layouts)
    func `Squares and their lines lie on the sheet and apart from each other`(layout: SheetLayout) {
        let size = layout.size(cards: layout.capacity)
        let cells = (0..<min(layout.capacity, 400)).map { layout.cell($0) }
        for cell in cells {
            #expect(cell.picture.minX >= 8 && cell.picture.minY >= 8 && cell.picture.maxX <= size.width - 8)
            #expect(abs(cell.picture.width - cell.picture.height) < 1e-9)
            #expect(cell.name.y >= cell.picture.maxY && cell.note.y >= cell.name.y + layout.nameSize)
            #expect(cell.note.y + 1.2 * layout.noteSize <= size.height)
            #expect(abs(cell.name.x - cell.picture.minX - layout.side / 2) < 1e-9)
        }
        for (left, right) in zip(cells, cells.dropFirst()) {
            let isNext = right.picture.minX >= left.picture.maxX && right.picture.minY == left.picture.minY
            let isBelow = right.picture.minY >= left.note.y + 1.2 * layout.noteSize
            #expect(isNext || isBelow)
        }
    }

    @Test func `A picture is as tall as its rows, as wide as its columns, and lies on whole pixels`() throws {
        let layout = try #require(SheetLayout(side: 192, columns: 6) { _ in 30_000 })
        #expect(layout.size(cards: 1) == Size(width: 1311, height: 288))
        #expect(layout.size(cards: 6) == layout.size(cards: 1))
        #expect(layout.size(cards: 7).height > layout.size(cards: 6).height)
        #expect(layout.size(cards: layout.capacity).height <= 30_000)
        #expect(layout.size(cards: layout.capacity + 1).height > 30_000)
        for index in 0..<layout.capacity {
            let square = layout.cell(index).picture
            #expect([square.minX, square.minY, square.width].allSatisfy { $0 == $0.rounded() })
        }
    }

    @Test func `Where not even one row fits there is no layout`() {
        #expect(SheetLayout(side: 192, columns: 6) { _ in 287 } == nil)
        #expect(SheetLayout(side: 192, columns: 6) { _ in 288 }?.rows == 1)
        #expect(SheetLayout(side: 192, columns: 6) { _ in 0 } == nil)
    }
}
