// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct BurningCorpusTests {
    @Test func `Real documents look as before where their annotations have appearances, and are sound`() throws {
        let corpus = try Requirement.corpus().resolvingSymlinksInPath()
        let files =
            FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "pdf" }.sorted { $0.path < $1.path } ?? []
        var kept: [Burnt] = []
        for file in files {
            guard let data = try? Data(contentsOf: file), data.range(of: Data("/Annots".utf8)) != nil,
                (try? ObjectDocument(bytes: Array(data)).pageCount) ?? 0 > 0
            else { continue }
            let burnt = try Burnt(Array(data))
            if !burnt.report.pages.isEmpty { kept.append(burnt) }
        }
        #expect(kept.count >= 10)
        let harm = try BurnJudge.harm(kept.map(\.job))
        for found in harm { #expect(found == []) }
        // Viewers make up appearances that are missing; pages with one are not compared.
        let pages = kept.flatMap { burnt in
            burnt.report.pages.prefix(3).filter { page in !burnt.report.leftOut.contains { $0.page == page } }
                .map { PictureComparison(.mupdf, burnt.original, page: $0, with: burnt.output, dpi: 100) }
        }
        #expect(pages.count >= 10)
        for result in try PictureComparison.run(pages) { #expect(result.beyond == 0, "\(result)") }
    }
}
