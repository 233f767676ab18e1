// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnGeometry
internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct BurningPlacementTests {
    /// Annotations whose forms are scaled, turned and shifted into their places, each in a color of its own, and the
    /// rectangle of user space that each must paint (ISO 32000-2, 12.5.5).
    private static let cases: [(annotation: TestAnnotation, color: String, painted: Rect)] = [
        (.stamp("10 10 50 30", "1 0 0 rg 0 0 5 10 re f"), "red", Rect(x0: 10, y0: 10, x1: 20, y1: 30)),
        // The corners may come in any order.
        (.stamp("120 40 80 10", "0 1 0 rg 15 0 5 10 re f"), "green", Rect(x0: 110, y0: 10, x1: 120, y1: 40)),
        // A quarter turn takes the form's left to the bottom, and its box from 20 × 10 to 10 × 20.
        (
            turned("10 50 30 80", "0 0 1 rg 0 0 5 10 re f", "[0 1 -1 0 0 0]"), "blue",
            Rect(x0: 10, y0: 50, x1: 30, y1: 57.5)
        ),
        // Both the box and the matrix shift.
        (
            turned("60 50 100 70", "0 1 1 rg 105 50 5 10 re f", "[2 0 0 2 7 -9]", box: "[100 50 120 60]"), "cyan",
            Rect(x0: 70, y0: 50, x1: 80, y1: 70)
        ),
    ]

    private static func turned(
        _ rect: String, _ form: String, _ matrix: String, box: String = "[0 0 20 10]"
    ) -> TestAnnotation {
        var annotation = TestAnnotation.stamp(rect, form)
        annotation.formEntries = "/Type /XObject /Subtype /Form /BBox \(box) /Matrix \(matrix) /Resources << >>"
        return annotation
    }

    @Test
    func `An appearance is painted where its rectangle is, as viewers did, whatever page and content leave behind`()
        throws
    {
        let contents = ["", "q 0.5 0 0 0.5 30 30 cm", "0 0 m 200 100 l W n Q Q 2 0 0 2 7 7 cm BT"]
        for (index, rotate) in [0, 90, 180, 270].enumerated() {
            let page = "/MediaBox [-20 -10 180 90] /CropBox [-10 0 150 95] /Rotate \(rotate)"
            let burnt = try Burnt(
                .annotated(Self.cases.map(\.annotation), content: contents[index % 3], page: page))
            #expect(burnt.report.paintedAnnotations == 4)
            #expect(burnt.report.pages == [1])
            #expect(burnt.report.leftOut == [])
            #expect(try burnt.harm() == [])
            let geometry = try ObjectDocument(bytes: TestPDF(pages: [page]).bytes).pageGeometry(at: 0)
            let jobs = Engine.allCases.flatMap { [MarkJob($0, burnt.original), MarkJob($0, burnt.output)] }
            for (job, found) in zip(jobs, try findMarks(jobs)) {
                for (_, color, painted) in Self.cases {
                    let mark = try #require(found.marks[color], "\(color), \(rotate)°, \(job)")
                    let expected = geometry.userToPage.apply(painted).scaled(150.0 / 72)
                    #expect(mark.distance(toX: expected.center.x, y: expected.center.y) < 1, "\(color) \(rotate)°")
                    #expect((mark.area / (expected.width * expected.height) - 1).magnitude < 0.08, "\(color)")
                }
            }
        }
    }

    @Test(arguments: [0, 90, 180, 270])
    func `A note that does not turn with its page stays upright at its upper left corner`(rotate: Int) throws {
        let note = TestAnnotation(
            entries: "/Subtype /Text /F 28 /AP << /N FORM >> /Rect [60 40 80 50]", form: "1 0 0 rg 0 0 5 10 re f")
        let page = "/MediaBox [0 0 200 100] /Rotate \(rotate)"
        let burnt = try Burnt(.annotated([note], page: page))
        let geometry = try ObjectDocument(bytes: TestPDF(pages: [page]).bytes).pageGeometry(at: 0)
        let corner = geometry.userToPage.apply(Point(x: 60, y: 50))
        let jobs = Engine.allCases.map { MarkJob($0, burnt.output) }
        for found in try findMarks(jobs) {
            let mark = try #require(found.marks["red"])
            // The left quarter of a box 20 wide and 10 high.
            #expect(mark.distance(toX: (corner.x + 2.5) * 150 / 72, y: (corner.y + 5) * 150 / 72) < 1)
        }
    }

    @Test func `Ink lies above what was burnt, and later annotations above earlier ones`() throws {
        let below = TestAnnotation.stamp("0 0 100 100", "0 0 1 rg 0 0 20 10 re f")
        let above = TestAnnotation.stamp("0 0 50 100", "0 1 0 rg 0 0 20 10 re f")
        let burnt = try Burnt(.annotated([below, above])) { document in
            try document.addOverlay(
                .mark(Rect(x0: 0, y0: 0, x1: 200, y1: 50), on: try document.pageGeometry(at: 0)), toPage: 0)
        }
        for engine in Engine.allCases {
            let picture = try engine.draw(burnt.output, dpi: 72)
            #expect(picture[25, 25] == (255, 0, 0), "\(engine)")
            #expect(picture[25, 75] == (0, 255, 0), "\(engine)")
            #expect(picture[75, 75] == (0, 0, 255), "\(engine)")
        }
    }

    @Test func `Blend modes and optional content are kept`() throws {
        var multiplied = TestAnnotation.stamp("0 0 100 100", "/M gs 1 1 0 rg 0 0 20 10 re f")
        multiplied.formEntries =
            "/Subtype /Form /BBox [0 0 20 10] /Resources << /ExtGState << /M << /BM /Multiply >> >> >>"
        let hidden = TestAnnotation.stamp("100 0 150 100", "1 0 0 rg 0 0 20 10 re f", "/OC 11 0 R")
        let shown = TestAnnotation.stamp(
            "150 0 200 100", "0 1 0 rg 0 0 20 10 re f", "/OC << /Type /OCMD /OCGs 12 0 R >>")
        var pdf = TestPDF.annotated(
            [multiplied, hidden, shown], content: "0 1 1 rg 0 0 200 50 re f",
            catalog: "/OCProperties << /OCGs [11 0 R 12 0 R] /D << /OFF [11 0 R] >> >>")
        for name in ["Off", "On"] { pdf.add("<< /Type /OCG /Name (\(name)) >>") }
        let burnt = try Burnt(pdf)
        #expect(burnt.report.paintedAnnotations == 3)
        #expect(try burnt.harm() == [])
        for engine in Engine.allCases {
            let picture = try engine.draw(burnt.output, dpi: 72)
            #expect(picture[50, 75] == (0, 255, 0), "\(engine): yellow times cyan")
            #expect(picture[50, 25] == (255, 255, 0), "\(engine)")
            #expect(picture[125, 25] == (255, 255, 255), "\(engine)")
            #expect(picture[175, 25] == (0, 255, 0), "\(engine)")
        }
    }
}
