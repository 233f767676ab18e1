// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import LimnCompositor
import Testing
import TestSupport

@testable import LimnPDFObjects

/// Appearances that Acrobat wrote into public documents, drawn again.
struct AcrobatGeometryTests {
    /// How a kind of field came out.
    private struct Count {
        var all = 0
        var equal = 0
        var differences: [String] = []
    }

    private static func kind(_ content: FieldContent) -> String {
        switch content {
        case .line: "single line"
        case .lines: "multiline"
        case .comb: "comb"
        case .combo: "combo"
        case .list: "list"
        default: "other"
        }
    }

    /// What differs by more than a hundredth of a point; nil where nothing does.
    private static func difference(_ sample: AcrobatSample) -> String? {
        let result: FieldAppearance
        switch FieldAppearances([sample.request]).results[0] {
        case .success(let drawn): result = drawn
        case .failure(let failure): return "\(failure)"
        }
        let (theirs, ours) = (MarkedStream(sample.content), MarkedStream(result.form.content))
        func differ(_ a: Double, _ b: Double) -> Bool { !(abs(a - b) <= 0.01) }
        guard let expected = theirs.font?.size, let size = ours.font?.size else { return "no font" }
        if differ(expected, size) { return "size \(size), Acrobat \(expected)" }
        if theirs.clip.count != 4 || zip(theirs.clip, ours.clip).contains(where: differ) {
            return "clip \(ours.clip), Acrobat \(theirs.clip)"
        }
        var (starts, expectedStarts) = (ours.lineStarts, theirs.lineStarts)
        if case .comb = sample.request.content { (starts, expectedStarts) = (ours.pieces, theirs.pieces) }
        if starts.count != expectedStarts.count { return "\(starts.count) lines, Acrobat \(expectedStarts.count)" }
        for (number, (a, b)) in zip(starts, expectedStarts).enumerated() where differ(a.x, b.x) || differ(a.y, b.y) {
            return "line \(number + 1) at \(a.x) \(a.y), Acrobat \(b.x) \(b.y)"
        }
        return nil
    }

    @Test func `What Acrobat drew is drawn again within a hundredth of a point`() throws {
        let folders = try [
            Requirement.corpus(), Requirement.corpus(more: "debian"), Requirement.corpus(more: "pdfjs"),
        ]
        var counts: [String: Count] = [:]
        for folder in folders {
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
                .compactMap { $0 as? URL }.filter { $0.pathExtension.lowercased() == "pdf" }
            for file in (files ?? []).sorted(by: { $0.path < $1.path }) {
                for sample in AcrobatSample.all(in: file) {
                    let kind = Self.kind(sample.request.content)
                    counts[kind, default: Count()].all += 1
                    if let difference = Self.difference(sample) {
                        counts[kind]?.differences.append("\(sample.file) \(sample.number): \(difference)")
                    } else {
                        counts[kind]?.equal += 1
                    }
                }
            }
        }
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("geometry: \(kind): \(count.equal) of \(count.all)")
            for difference in count.differences { print("geometry:   \(difference)") }
        }
        let all = counts.values.reduce(0) { $0 + $1.all }
        let equal = counts.values.reduce(0) { $0 + $1.equal }
        print("geometry: \(equal) of \(all)")
        #expect(all > 100)
        #expect(Double(equal) >= 0.98 * Double(all))
    }
}
