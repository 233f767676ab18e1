// SPDX-License-Identifier: Apache-2.0

import Foundation
import LimnInk
import LimnInkFormats

/// A Xournal++ file with one page and one layer that contains the given elements.
func note(_ layer: String, background: String = solid, root: String = #"creator="test" fileversion="4""#) -> [UInt8] {
    Array(
        """
        <?xml version="1.0" standalone="no"?>
        <xournal \(root)>
        <title>Xournal++ document - see https://xournalpp.github.io/</title>
        <page width="595.27559" height="841.88976">
        \(background)
        <layer>
        \(layer)
        </layer>
        </page>
        </xournal>

        """.utf8)
}

let solid = ##"<background type="solid" color="#ffffffff" style="lined"/>"##

/// A pen stroke of width 2 with the given coordinates and further attributes.
func pen(_ coordinates: String, _ more: String = "", width: String = "2") -> String {
    ##"<stroke tool="pen" color="#000000ff" width="\##(width)" \##(more)>\##(coordinates)</stroke>"##
}

/// Reads the strokes of the first page of a file with the given elements.
func strokes(_ layer: String) throws -> [Stroke] {
    try InkReader.read(note(layer)).document.pages[0].drawing.strokes
}

/// Reads a file and returns its dropped items as lines.
func dropped(_ bytes: [UInt8]) throws -> [String] { try InkReader.read(bytes).dropped.map(\.description) }

func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }
