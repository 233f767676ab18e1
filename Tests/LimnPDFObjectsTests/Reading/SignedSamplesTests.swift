// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct SignedSamplesTests {
    @Test func `pyHanko's signed samples stay intact behind annotations, at a level that they permit`() throws {
        let samples = try Requirement.corpus(more: "signed/pyhanko")
        let folder = try TemporaryFolder()
        var judged = 0
        let files = FileManager.default.enumerator(
            at: samples.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
        for case let url as URL in files! where url.pathExtension == "pdf" {
            guard let document = try? ObjectDocument(bytes: Array(try Data(contentsOf: url))), !document.isEncrypted,
                let info = try? document.signatures(), info.isSigned, let page = try? document.pageGeometry(at: 0)
            else { continue }
            let mark = InkAnnotation.mark(Rect(x0: 24, y0: 10, x1: 40, y1: 18), on: page)
            let changes = DocumentChanges(annotations: [(0, mark)], sourceInk: .sourceInk([1, 2, 3]))
            let output = try folder.write(try Save.append(document, changes), "after.pdf")
            // Some samples hold signatures that pyHanko refuses to look at.
            guard let before = try? ExportJudge.signatures([url.path])[0] else { continue }
            let after = try ExportJudge.signatures([output])[0]
            #expect(after.map(\.field) == before.map(\.field))
            for (old, new) in zip(before, after) where old.extended.isAllowed {
                judged += 1
                let name = "\(url.lastPathComponent), \(new.field): \(new.extended.why)"
                #expect(new.extended.intact && new.extended.valid, "\(name)")
                #expect(new.extended.level == "ANNOTATIONS", "\(name)")
                #expect(new.extended.isAllowed == info.permitsAnnotations, "\(name)")
            }
        }
        #expect(judged >= 25, "\(judged) signatures")
    }
}
