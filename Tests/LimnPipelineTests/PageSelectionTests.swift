// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnJobs
@testable internal import LimnPipeline
internal import Testing

struct PageSelectionTests {
    @Test(arguments: [
        ("1-3,7,z", [1, 2, 3, 7, 9]), ("r2", [8]), ("r1", [9]), ("z-1", [9, 8, 7, 6, 5, 4, 3, 2, 1]),
        ("5-3", [5, 4, 3]),
        ("r3-z", [7, 8, 9]), ("z-r3", [9, 8, 7]), ("2,2,2", [2, 2, 2]), ("1-z", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("4-4", [4]),
        ("007", [7]), ("r9-2", [1, 2]), ("8-r2", [8]),
    ])
    func `Ranges mean the pages that qpdf means`(text: String, pages: [Int]) throws {
        let selection = try #require(PageSelection(text))
        #expect(selection.text == text)
        #expect(try selection.numbers(of: 9) == pages)
    }

    @Test(arguments: [
        "", ",", "1,", ",1", "0", "r0", "-1", "1-", "-", "1-2-3", "a", "1 ", " 1", "1.5", "r", "rz", "zz", "z1", "+1",
        "１", "99999999999999999999", "x5", "1:odd",
    ])
    func `What is no range is none`(text: String) {
        #expect(PageSelection(text) == nil)
    }

    @Test(arguments: [
        ("10", "There is no page 10: the document has 9 pages."),
        ("5-12", "There is no page 12: the document has 9 pages."),
        ("r10", "There is no page r10: the document has 9 pages."),
        ("1,r11-2", "There is no page r11: the document has 9 pages."),
        ("4611686018427387904-1", "There is no page 4611686018427387904: the document has 9 pages."),
    ])
    func `A page that does not exist is named together with the page count`(text: String, sentence: String) throws {
        let selection = try #require(PageSelection(text))
        let error = #expect(throws: LimnError.self) { try selection.numbers(of: 9) }
        #expect(error?.code == .noSuchPage)
        #expect(error?.description == sentence)
    }

    @Test func `All pages of a document without pages are none, but its last page is an error`() throws {
        #expect(try PageSelection.all.numbers(of: 0) == [])
        #expect(throws: LimnError.self) { try PageSelection("z")?.numbers(of: 0) }
        #expect(throws: LimnError.self) { try PageSelection("1")?.numbers(of: 0) }
        let error = #expect(throws: LimnError.self) { try PageSelection("2")?.numbers(of: 1) }
        #expect(error?.description == "There is no page 2: the document has 1 page.")
    }

    @Test func `Selections are equal when they were written alike`() {
        #expect(PageSelection("1-z") == PageSelection.all)
        #expect(PageSelection("1") != PageSelection("1-1"))
        #expect(Set([PageSelection("1"), PageSelection("1")]).count == 1)
    }

    @Test func `A choice keeps each page once in order and tells missing ones one by one`() throws {
        let choice = try ResolvedPages(try #require(PageSelection("3,1-4,z,8-6,r7")), of: 5)
        #expect(choice.pages == [3, 1, 2, 4, 5])
        #expect(choice.missing.map(\.page) == [8, 7, 6, nil])
        #expect(choice.missing.map(\.error.code).allSatisfy { $0 == .noSuchPage })
        #expect(choice.missing.last?.error.description == "There is no page r7: the document has 5 pages.")
    }

    @Test func `A choice of at most some pages leaves out what is not there`() throws {
        for (text, pages) in [("4-9,r9-2,1", [4, 5, 1, 2]), ("1-9000000000000000000", [1, 2, 3, 4, 5]), ("7,r8", [])] {
            let choice = try ResolvedPages(try #require(PageSelection(text, atMost: true)), of: 5)
            #expect(choice.pages == pages && choice.missing.isEmpty, "\(text): \(choice)")
        }
    }

    @Test func `A range without measure is one error and not a million`() throws {
        let selection = try #require(PageSelection("1-9000000000000000000"))
        let error = #expect(throws: LimnError.self) { _ = try ResolvedPages(selection, of: 5) }
        #expect(error?.code == .noSuchPage)
        let long = try ResolvedPages(try #require(PageSelection("1-1000")), of: 5)
        #expect(long.pages.count == 5 && long.missing.count == 995)
    }
}
