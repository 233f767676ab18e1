// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnCairo
internal import LimnGeometry
internal import LimnInk
internal import LimnText

/// Paints texts, pictures, notes and marks on words. Links are invisible.
struct ObjectPainter {
    let context: CairoContext
    /// The pictures that were decoded for earlier objects.
    let decoded = DecodedPictures()

    /// Paints an object. One unit of the context must be one point of page space. Failures are added to the notes.
    func paint(_ object: PageObject, _ notes: inout ItemNotes) {
        context.saved {
            context.setBlend(.over)
            switch object {
            case .text(let item): paint(item, &notes)
            case .picture(let item):
                do { try PicturePainter(context: context, decoded: decoded).paint(item) } catch {
                    notes.add("A picture is left out. \(error)")
                }
            case .note(let item): for mark in item.pin { MarkPainter(context: context).paint(mark) }
            case .markup(let item): for mark in item.marks { MarkPainter(context: context).paint(mark) }
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
        } catch { notes.add("A text is left out. \(error)") }
    }
}
