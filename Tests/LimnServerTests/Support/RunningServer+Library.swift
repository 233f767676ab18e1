// SPDX-License-Identifier: GPL-3.0-or-later

import LimnFiles
import LimnGeometry
import LimnLibrary
import SystemPackage

extension RunningServer {
    /// Puts a PDF into the library beside the server.
    @discardableResult func add(
        template bytes: [UInt8], named name: String = "Sheet", sizes: [Size], outline: [OutlineEntry] = []
    ) throws -> TemplateRecord {
        let library = try Library(at: FilePath(self.library))
        let pages = sizes.map {
            PageGeometry(mediaBox: Rect(x0: 0, y0: 0, x1: $0.width, y1: $0.height))
        }
        let template = NewTemplate(
            name: name, content: InputFile(bytes: bytes, named: "sheet.pdf"), pages: pages, outline: outline)
        return try library.importTemplates([template])[0].template
    }

    /// Makes a character beside the server.
    func add(character: NewCharacter) throws -> CharacterRecord {
        try Library(at: FilePath(library)).createCharacter(character)
    }
}
