// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
public import LimnInk

extension NoteItem {
    /// The marks that paint the pin: a sheet of paper in the note's color, with a dark frame and three lines. Pictures
    /// and PDFs use the same marks. They lie within 18 points to the right of and below ``NoteItem/place``, in page space.
    public var pin: [Mark] {
        let frame = Color(red: 0.25, green: 0.25, blue: 0.25, alpha: color.alpha)
        func path(_ points: [(Double, Double)]) -> [Point] { points.map { Point(x: place.x + $0, y: place.y + $1) } }
        var sheet = Path(polygon: path([(2, 2), (16, 2), (16, 12), (12, 16), (2, 16)]))
        let fill = Mark(path: sheet, style: .fill, color: color, blend: .normal)
        var lines = Path()
        for (start, end) in [((5.0, 5.5), (13.0, 5.5)), ((5.0, 8.5), (13.0, 8.5)), ((5.0, 11.5), (9.5, 11.5))] {
            let ends = path([start, end])
            lines.move(to: ends[0])
            lines.line(to: ends[1])
        }
        let fold = path([(12, 16), (12, 12), (16, 12)])
        sheet.move(to: fold[0])
        for point in fold.dropFirst() { sheet.line(to: point) }
        sheet.append(lines)
        return [fill, Mark(path: sheet, style: .line(width: 0.8, cap: .butt, dash: []), color: frame, blend: .normal)]
    }
}
