// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing
import TestSupport

/// PDFs that strangers reported, from the folder `found` of `LIMN_FOREIGN`.
struct FoundFilesTests {
    @Test(arguments: ForeignFile.further(.found, "pdf"))
    func `Every found PDF has a picture and takes ink`(file: ForeignFile) throws {
        let shell = try Shell(["a.pdf": try file.bytes, "a.xopp": Notes.xopp(["50 60 90 80"], size: (100, 100))])
        let drawn = try shell.limn("thumbnail a.pdf -o a.png")
        #expect(drawn.contains("+a.png"), "\(drawn)")
        for mode in ["overlay", "burn"] {
            let told = try shell.limn("flatten a.pdf a.xopp --page 1 --fit -o \(mode).pdf --mode \(mode)")
            #expect(told.contains("+\(mode).pdf"), "\(told)")
        }
    }
}
