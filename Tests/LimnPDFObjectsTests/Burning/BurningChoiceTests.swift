// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnPDFObjects
internal import Testing
internal import TestSupport

struct BurningChoiceTests {
    /// Why an annotation with these flags is not burnt, as on the screen and as on paper; nil where it is.
    struct Flags: Sendable {
        let kind: String
        let flags: String
        let reasons: [BurnedView: BurnReport.Reason]

        init(_ kind: String, _ flags: String, screen: BurnReport.Reason?, paper: BurnReport.Reason?) {
            (self.kind, self.flags) = (kind, flags)
            reasons = [BurnedView.screen: screen, .paper: paper].compactMapValues { $0 }
        }
    }

    static let flags = [
        Flags("Stamp", "/F 4", screen: nil, paper: nil), Flags("Stamp", "/F 132", screen: nil, paper: nil),
        Flags("Stamp", "/F 5", screen: nil, paper: nil), Flags("Text", "/F 28", screen: nil, paper: nil),
        Flags("Stamp", "/F 2", screen: .hidden, paper: .hidden),
        Flags("Stamp", "/F 6", screen: .hidden, paper: .hidden),
        Flags("Private", "/F 5", screen: .hidden, paper: .hidden), Flags("Private", "/F 4", screen: nil, paper: nil),
        Flags("Stamp", "/F 32", screen: .notViewed, paper: .notPrinted),
        Flags("Stamp", "/F 36", screen: .notViewed, paper: nil),
        Flags("Stamp", "/F 0", screen: nil, paper: .notPrinted), Flags("Stamp", "", screen: nil, paper: .notPrinted),
        Flags("Widget", "/F 4", screen: nil, paper: nil), Flags("Widget", "", screen: nil, paper: .notPrinted),
        Flags("Widget", "/F 0", screen: nil, paper: .notPrinted),
        Flags("Widget", "/F 6", screen: .hidden, paper: .hidden),
        Flags("Widget", "/F 36", screen: .notViewed, paper: nil),
    ]

    @Test(arguments: flags, BurnedView.allCases)
    func `What the screen shows is burnt, or what goes to paper, and the rest is named`(
        flags: Flags, view: BurnedView
    ) throws {
        let kind = flags.kind
        let reason = flags.reasons[view]
        let annotation = TestAnnotation(
            entries: "/Subtype /\(kind) \(flags.flags) /Rect [10 10 50 30] /AP << /N FORM >>")
        let burnt = try Burnt(.annotated([annotation]), as: view)
        // What the screen did not show, and now does, is named.
        let isNew = view == .paper && flags.flags == "/F 36"
        #expect(burnt.report.doubtful.map(\.reason) == (isNew ? [.notViewed] : []))
        #expect(burnt.report.leftOut.map(\.reason) == (reason.map { [$0] } ?? []))
        #expect(burnt.report.leftOut.allSatisfy { $0.page == 1 && $0.subtype == kind })
        #expect(burnt.report.pages == (reason == nil ? [1] : []))
        #expect(try burnt.harm() == [])
        for engine in Engine.allCases {
            let red = try engine.draw(burnt.output).redBox
            #expect((red != nil) == (reason == nil), "\(engine)")
        }
    }

    /// Appearances that cannot be painted as they are, and what comes of them; nil where nothing is there to paint.
    static let states: [(entries: String, reason: BurnReport.Reason?, isPainted: Bool)] = [
        ("/AP << /N << /On FORM >> >> /AS /On", nil, true),
        ("/AP << /N << /A#20B FORM >> >> /AS /A#20B", nil, true),
        ("/AP << /N << /J#FC FORM >> >> /AS /J#FC", nil, true),
        ("/AP << /N << /On FORM >> >> /AS /Off", nil, false),
        ("/AP << /N << /On FORM >> >> /AS /Yes", .noAppearance, false),
        ("/AP << /N << /On FORM >> >>", .noAppearance, false),
        ("/AP << /D FORM >>", .noAppearance, false), ("", .noAppearance, false), ("/AP (x)", .noAppearance, false),
        ("/AP << /N FORM >> /Rect [10 10 10 30]", .noArea, false),
        ("/AP << /N FORM >> /Rect [10 10]", .noArea, false),
    ]

    @Test(arguments: states)
    func `The appearance of the state that a field is in is burnt`(
        entries: String, reason: BurnReport.Reason?, isPainted: Bool
    ) throws {
        let rect = entries.contains("/Rect") ? "" : "/Rect [10 10 50 30]"
        let box = TestAnnotation(entries: "/Subtype /Widget /FT /Btn /T (box) /F 4 \(rect) \(entries)")
        let burnt = try Burnt(.annotated([box], catalog: "/AcroForm << /Fields [5 0 R] >>"))
        #expect(burnt.report.leftOut.map(\.reason) == (reason.map { [$0] } ?? []))
        #expect(burnt.report.paintedFields == (isPainted ? 1 : 0))
        #expect(burnt.report.removedFields == 1)
        for engine in Engine.allCases {
            let red = try engine.draw(burnt.output).redBox
            #expect((red != nil) == isPainted, "\(engine)")
        }
    }

    static let forms: [(entries: String, isPainted: Bool)] = [
        ("/BBox [0 0 20 10]", true), ("/Subtype /Private /BBox [0 0 20 10]", true),
        ("/Subtype /Form /BBox [20 10 0 0]", true), ("/Subtype /Form", false),
        ("/Subtype /Form /BBox [0 0 20]", false), ("/Subtype /Image /BBox [0 0 20 10]", false),
    ]

    @Test(arguments: forms)
    func `A malformed form is mended where viewers show it, and named where not`(
        entries: String, isPainted: Bool
    ) throws {
        var annotation = TestAnnotation.stamp("10 10 50 30", "1 0 0 rg 0 0 20 10 re f")
        annotation.formEntries = entries
        let burnt = try Burnt(.annotated([annotation]))
        #expect(burnt.report.leftOut.map(\.reason) == (isPainted ? [] : [.noAppearance]))
        for engine in Engine.allCases {
            let red = try engine.draw(burnt.output).redBox
            #expect((red != nil) == isPainted, "\(engine)")
        }
    }
}
