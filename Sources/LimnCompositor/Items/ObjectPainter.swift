// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
public import LimnGeometry
internal import LimnInk
internal import LimnText

/// Paints the items that are not strokes. Links show nothing.
struct ObjectPainter {
    let context: CairoContext

    /// Paints an object; the context's units must be points of page space. What cannot be painted is noted.
    func paint(_ object: PageObject, _ notes: inout ItemNotes) {
        context.saved {
            context.setBlend(.over)
            switch object {
            case .text(let item): paint(item, &notes)
            case .picture(let item):
                do { try PicturePainter(context: context).paint(item) } catch {
                    notes.add("A picture is left out: \(error)")
                }
            case .note(let item): paint(item)
            case .link: break
            }
        }
    }

    private func paint(_ item: TextItem, _ notes: inout ItemNotes) {
        do throws(TextError) {
            let text = try TextSetters.set(item)
            notes.add(text)
            context.transform(item.transform)
            TextPainter(context: context).paint(text)
        } catch { notes.add("A text is left out: \(error)") }
    }

    /// Paints a sheet with a turned corner and three lines.
    private func paint(_ item: NoteItem) {
        context.transform(.translation(Vector(dx: item.place.x, dy: item.place.y)))
        let color = item.color
        context.setSource(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
        context.append(NotePin.sheet)
        context.fill()
        context.setSource(red: 0, green: 0, blue: 0, alpha: 0.7)
        context.append(NotePin.sheet)
        context.append(NotePin.lines)
        context.stroke(StrokeStyle(width: NotePin.lineWidth, cap: .round))
    }
}

/// The picture of a note, in a square of ``NoteItem/side`` points.
public enum NotePin {
    /// The width of its lines in points.
    public static let lineWidth = 0.75

    /// The sheet's outline.
    public static let sheet: Path = {
        var path = Path()
        let corners = [(2.0, 1.0), (12, 1), (16, 5), (16, 17), (2, 17)]
        for (index, corner) in corners.enumerated() {
            let p = Point(x: corner.0, y: corner.1)
            index == 0 ? path.move(to: p) : path.line(to: p)
        }
        path.close()
        return path
    }()

    /// The turned corner and three lines of writing.
    public static let lines: Path = {
        var path = Path()
        path.move(to: Point(x: 12, y: 1))
        path.line(to: Point(x: 12, y: 5))
        path.line(to: Point(x: 16, y: 5))
        for y in [8.0, 11, 14] {
            path.move(to: Point(x: 5, y: y))
            path.line(to: Point(x: 13, y: y))
        }
        return path
    }()
}
