// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnLibrary
import SystemPackage
import Testing
import TestSupport

/// The PDF of a template is compared with its hash before it is used.
@Suite struct VerifiedContentTests {
    @Test func `A PDF with flipped bytes is not given out, also when it was sound before`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let template = try library.importTemplate(sheet()).template
        #expect(try library.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
        let path = folder.path("library/blobs/\(template.contentHash)")
        let before = try FileManager.default.attributesOfItem(atPath: path)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.write(contentsOf: Data("%PDf".utf8))
        try handle.close()
        // Size and time are as before; the time of the change of its inode cannot be set.
        let time = try #require(before[.modificationDate] as? Date)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        for library in [library, try Library(at: folder.library)] {
            let error = failure { _ = try library.content(of: template.id) }
            #expect(error?.code == .damaged)
            #expect(error?.description.contains("The PDF of the template “Sheet” has changed") == true)
        }
        try library.importTemplate(sheet())
        #expect(try library.content(of: template.id).bytes() == Array("%PDF Sheet".utf8))
    }

    @Test func `A large PDF is read once for its hash, not each time`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(at: folder.library)
        let large = String(repeating: "0123456789abcdef", count: 4 << 20)
        let template = try library.importTemplate(sheet(content: large)).template
        let clock = ContinuousClock()
        let first = try clock.measure { _ = try library.content(of: template.id) }
        let later = try (0..<20).map { _ in try clock.measure { _ = try library.content(of: template.id) } }.min()
        #expect(try #require(later) * 5 < first)
    }
}
