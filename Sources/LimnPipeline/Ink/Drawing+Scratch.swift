// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles
internal import LimnInk

extension Drawing {
    /// Writes the drawing to a scratch file for a worker, in the native format.
    func scratch() throws -> ScratchFile {
        try ScratchFile(try NativeInk.encode(InkDocument(pages: [.init(drawing: self)]), precision: .lossless))
    }
}
