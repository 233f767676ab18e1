// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
public import LimnInk
internal import LimnPDFObjects
internal import LimnText

/// The resources for the texts and pictures of a document's drawings: texts with glyph positions, one font for each
/// face, and encoded pictures.
///
/// All pages share one instance, so a document contains each font and each picture only once. The same drawings give
/// the same resources.
public struct DrawingResources: Sendable {
    /// The typeset texts. The keys are items without transform and layer.
    private(set) var texts: [TextItem: SetText] = [:]
    /// The fonts of all faces in use.
    private(set) var fonts: [FontFace: WritableFont] = [:]
    /// The encoded pictures by their files.
    private(set) var pictures: [PictureData: WritablePicture] = [:]
    /// Notes for the user about missing fonts, missing characters and items that were left out.
    public private(set) var notes = ItemNotes()

    /// Typesets the texts and encodes the pictures. What cannot be used is left out, with a note.
    ///
    /// - Parameters:
    ///   - drawings: all drawings of the document, in page order.
    ///   - pixelLimit: the maximum number of pixels of a picture; larger ones are left out.
    public init(_ drawings: some Sequence<Drawing>, pixelLimit: Int = 1 << 26) {
        let objects = drawings.flatMap(\.objects)
        var items: [TextItem] = []
        var files: [PictureData] = []
        for placed in objects {
            switch placed.object {
            case .text(let item): items.append(item)
            case .picture(let item): files.append(item.data)
            case .note, .link, .markup: break
            }
        }
        set(items)
        var number = 0
        for file in files where pictures[file] == nil {
            do {
                pictures[file] = try WritablePicture(file, name: "I\(number)", pixelLimit: pixelLimit)
                number += 1
            } catch { notes.add("A picture is left out. \(error)") }
        }
    }

    /// Returns the typeset text of an item; nil if it could not be typeset.
    func text(of item: TextItem) -> SetText? { texts[item.unplaced] }

    private mutating func set(_ items: [TextItem]) {
        guard !items.isEmpty else { return }
        var runs: [GlyphRun] = []
        var missing: [Character] = []
        for item in items {
            let key = item.unplaced
            guard texts[key] == nil else { continue }
            do {
                let set = try TextSetters.set(key)
                texts[key] = set
                runs += set.runs
                notes.add(set.substitutions)
                missing += set.missing.filter { !missing.contains($0) }
            } catch { notes.add("A text is left out. \(error)") }
        }
        notes.add(missing: missing)
        var number = 0
        for use in FontUse.all(in: runs) {
            let font = WritableFont(use, number: &number)
            if !font.isComplete {
                notes.add("Some glyphs of the font \(use.face.family) cannot be written and were left out.")
            }
            fonts[use.face] = font
        }
    }
}
