// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnFiles
import LimnForms
import LimnInk
import LimnJobs
import LimnPackage
import LimnWorkerService
import SystemPackage
import Testing
import TestSupport

/// What the service of a worker makes of packages.
struct ReadPackageTests {
    private static func fixture() throws -> [UInt8] {
        let url = Project.folder.appendingPathComponent("Tests/LimnPackageTests/Fixtures/version-1.limnpkg")
        return Array(try Data(contentsOf: url))
    }

    /// What comes of a package, and what the job writes.
    private func read(_ package: [UInt8]) throws -> (reply: JobReply<ReadPackageJob.Answer>, written: [UInt8]) {
        let (input, output) = (try ScratchFile(package), try ScratchFile())
        let request = try JobMessage.encode(ReadPackageJob(path: Array("aria.limnpkg".utf8), size: 0))
        let bytes = LimnWorkerService().answer(
            request, descriptors: [output.descriptor.rawValue, input.reader.rawValue])
        return (try JSONDecoder().decode(JobReply.self, from: Data(bytes)), try output.bytes())
    }

    @Test func `The PDF is written first, and the ink of each page behind it`() throws {
        let (reply, written) = try read(try Self.fixture())
        guard case .done(let answer) = reply, let template = answer.template else {
            Issue.record("\(reply)")
            return
        }
        #expect(answer.name == "Aria of Thornfield")
        #expect(answer.isFavorite)
        #expect(answer.tags == ["bard", "level 3", "Märchen"])
        #expect(answer.lastPage == 2)
        #expect(template.name == "Character sheet")
        #expect(template.hash == "24480edd59ff1975608c0a9757727fe9")
        #expect(answer.bytes == written.count)
        #expect(template.bytes == 104_705)
        #expect(QuickHash(Array(written[..<template.bytes])).description == template.hash)
        var rest = written[template.bytes...]
        for (page, strokes) in [(1, 607), (2, 675)] {
            let head = try #require(PackedInk(Array(rest.prefix(PackedInk.headSize))))
            rest = rest.dropFirst(PackedInk.headSize)
            #expect(head.page == page)
            let ink = try NativeInk.decode(Array(rest.prefix(head.size)), memoryLimit: 10 << 20)
            rest = rest.dropFirst(head.size)
            #expect(ink.pages.map(\.drawing.strokes.count) == [strokes])
        }
        #expect(rest.isEmpty)
    }

    @Test func `Form values are written behind the ink, and their size is told`() throws {
        let url = Project.folder.appendingPathComponent("Tests/LimnPackageTests/Fixtures/version-2.limnpkg")
        let (reply, written) = try read(Array(try Data(contentsOf: url)))
        guard case .done(let answer) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(answer.bytes == written.count && answer.formBytes > 0)
        let form = try PackedForm(decoding: Array(written.suffix(answer.formBytes)))
        #expect(form.entries.count == 7 && form.entries["level"] == .number("1.50"))
        #expect(form.pictures.count == 1 && form.problem == nil)
    }

    @Test func `A damaged package is refused by its name`() throws {
        var bytes = try Self.fixture()
        bytes[bytes.count / 2] ^= 1
        guard case .failed(let error) = try read(bytes).reply else {
            Issue.record("A damaged package was read.")
            return
        }
        #expect(error.code == .failed)
        #expect(error.subject == nil)
        #expect(error.sentence.hasPrefix("aria.limnpkg is damaged: "), "\(error)")
    }

    @Test func `What may be in a package grows with its size, up to the standard limits`() {
        let (small, large) = (PackageLimits(forFile: 1000), PackageLimits(forFile: .max))
        #expect(small.maximumInkBytes == 16 << 20 + 100_000)
        #expect(small.maximumFormBytes == 8 << 20 + 100_000)
        #expect(small.maximumStrokes == 21_000)
        #expect(small.maximumPoints == 202_000)
        #expect(small.maximumTemplateBytes == PackageLimits.standard.maximumTemplateBytes)
        #expect(large == .standard)
    }

    @Test(arguments: [(1, 0), (2, 1 << 40), (Int.max, Int.max)])
    func `The head of a page's ink is read as it was written`(_ page: Int, _ size: Int) {
        let head = PackedInk(page: page, size: size)
        #expect(head.head.count == 16)
        #expect(PackedInk(head.head) == head)
    }

    @Test func `A head without a page, or with numbers beyond any, is none`() {
        #expect(PackedInk([UInt8](repeating: 0, count: 16)) == nil)
        #expect(PackedInk([UInt8](repeating: 255, count: 16)) == nil)
        #expect(PackedInk([1]) == nil)
    }
}
