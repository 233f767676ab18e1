// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

/// Documents made by chance, appended to once to three times: every object is what it was or what it shall be.
struct RandomAppendTests {
    private static let batches = 8
    private static let batch = 40

    /// A document that grows.
    private struct Growth {
        let pdf: RandomPDF
        let folder: TemporaryFolder
        var chance: SeededGenerator
        var bytes: [UInt8]
        var marks: [[(Double, Double)]] = []
        var annotationCounts: [Int] = []
        var sources: [[UInt8]] = []
        var jobs: [AppendJob] = []

        init(seed: UInt64, in folder: TemporaryFolder) throws {
            pdf = RandomPDF(seed: seed)
            self.folder = folder
            chance = SeededGenerator(seed: seed &+ 1_000_000)
            bytes = pdf.bytes
            if pdf.traits.contains("table"), Int.random(in: 0..<4, using: &chance) == 0 { try linearize() }
            marks = Array(repeating: [], count: pdf.pageCount)
            let document = try ObjectDocument(bytes: bytes)
            annotationCounts = try (0..<pdf.pageCount).map { try document.inkAnnotations(page: $0).count }
        }

        private mutating func linearize() throws {
            let plain = try folder.write(bytes, "plain.pdf")
            let done = try run(
                try Requirement.tool("qpdf"), "--warning-exit-0", "--linearize", "--deterministic-id",
                Bool.random(using: &chance) ? "--object-streams=generate" : "--object-streams=preserve", plain,
                folder.path("linear.pdf"))
            try #require(done.status == 0, "\(done.stderr)")
            bytes = Array(try Data(contentsOf: folder.url.appendingPathComponent("linear.pdf")))
        }

        /// Somebody who has not made the update finds the same objects changed, and none that have nothing to do with the
        /// pages that got ink.
        private func audit(
            _ document: ObjectDocument, _ export: ObjectDocument, _ update: IncrementalUpdate, pages: Set<Int>
        ) throws {
            do {
                let found = try document.audit(appendedExport: export, inkedPages: pages)
                #expect(found == update.overridden, "\(pdf.traits)")
            } catch { Issue.record("\(error): \(pdf.traits)") }
            guard !update.overridden.isEmpty else { return }
            let error = #expect(throws: PDFObjectsError.self, "\(pdf.traits)") {
                try document.audit(appendedExport: export, inkedPages: [])
            }
            #expect(error?.code == .unsound)
        }

        /// Appends some ink, and notes what is to be judged.
        mutating func grow(_ name: String, isLast: Bool) throws {
            let document = try ObjectDocument(bytes: bytes)
            var changes = DocumentChanges()
            var (overlaid, annotated): (Set<Int>, [Int: Int]) = ([], [:])
            for _ in 0..<Int.random(in: 1...3, using: &chance) {
                let page = Int.random(in: 0..<pdf.pageCount, using: &chance)
                let geometry = try document.pageGeometry(at: page)
                let x = Double(Int.random(in: 20...70, using: &chance))
                let y = Double(Int.random(in: 20...70, using: &chance))
                let box = Rect(x0: x, y0: y, x1: x + 9, y1: y + 9)
                if Bool.random(using: &chance) {
                    changes.overlays.append((page, .mark(box, on: geometry)))
                    overlaid.insert(page)
                } else {
                    changes.annotations.append((page, .ink(.mark(box, on: geometry))))
                    annotated[page, default: 0] += 1
                    annotationCounts[page] += 1
                }
                marks[page].append((x + 4, y + 4))
            }
            if Bool.random(using: &chance) {
                sources.append(Array("LIMNINK of \(name)".utf8))
                changes.sourceInk = .sourceInk(sources.last!)
            }
            let before = try folder.write(bytes, "\(name)-before.pdf")
            let geometries = try (0..<pdf.pageCount).map { try document.pageGeometry(at: $0) }
            let update = try document.update(changes)
            bytes += update.bytes

            let read = try ObjectDocument(bytes: bytes)
            #expect(read.takeWarnings() == [], "\(pdf.traits)")
            #expect(try read.pageCount == pdf.pageCount, "\(pdf.traits)")
            try audit(document, read, update, pages: overlaid.union(annotated.keys))
            for index in 0..<pdf.pageCount {
                #expect(try read.pageGeometry(at: index) == geometries[index], "\(pdf.traits)")
                #expect(try read.inkAnnotations(page: index).count == annotationCounts[index], "\(pdf.traits)")
            }
            #expect(try read.sourceInk() == sources, "\(pdf.traits)")
            // Poppler shows no page that is no object of its own. MuPDF repairs files with junk before them, and then
            // takes what is in object streams for newer than what an update says.
            let isRepaired = pdf.traits.contains("junk before") && !pdf.traits.contains("table")
            let engine: Engine? = pdf.hasDirectPages ? (isRepaired ? nil : .mupdf) : .splash
            jobs.append(
                AppendJob(
                    original: before, output: try folder.write(bytes, "\(name)-after.pdf"),
                    overlaid: overlaid.sorted(), annotated: annotated, files: changes.sourceInk == nil ? 0 : 1,
                    marks: marks, engine: isLast ? engine : nil))
        }
    }

    @Test(arguments: 0..<batches)
    func `Whatever a document is like, an update adds its ink, and other objects stay what they are`(batch: Int) throws
    {
        let folder = try TemporaryFolder()
        var (jobs, names): ([AppendJob], [String]) = ([], [])
        for seed in (batch * Self.batch)..<((batch + 1) * Self.batch) {
            var growth: Growth
            do { growth = try Growth(seed: UInt64(seed), in: folder) } catch {
                Issue.record("\(RandomPDF(seed: UInt64(seed)).traits): \(error)")
                continue
            }
            let rounds = seed % 3 + 1
            do {
                for round in 1...rounds { try growth.grow("\(seed)-\(round)", isLast: round == rounds) }
            } catch { Issue.record("\(growth.pdf.traits): \(error)") }
            jobs += growth.jobs
            names += growth.jobs.map { _ in "\(growth.pdf.traits)" }
        }
        #expect(jobs.count >= Self.batch)
        for (name, harm) in zip(names, try AppendJob.harm(jobs)) { #expect(harm == [], "\(name)") }
    }

    @Test func `Chance brings every trait, and every one with most of the others`() {
        let all = (0..<UInt64(Self.batches * Self.batch)).map { Set(RandomPDF(seed: $0).traits.dropFirst()) }
        let traits = all.reduce(into: Set<String>()) { $0.formUnion($1) }
        #expect(
            traits.isSuperset(of: [
                "table", "stream", "hybrid", "generations", "gaps", "no free entries", "wrong /Size", "junk before",
                "CR", "CRLF",
                "update 3", "no last line end", "/DefaultRGB", "inherited resources", "direct pages",
                "shared annotations",
                "deep tree", "page listed twice", "embedded file", "/ID", "/Info",
            ]))
        for trait in traits { #expect(all.count { $0.contains(trait) } >= 10, "\(trait)") }
    }
}
