// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnInk
internal import LimnInkFormats

/// Simplifies, encodes and decodes an ink file, repeated until it has enough points to be timed.
func measureInk(_ file: String, name: String, points wanted: Int = 500_000, runs: Int = 5) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    var document = try XournalppReader().read(bytes).document
    guard document.pointCount > 0 else { return }
    let once = document.pages
    while document.pointCount < wanted { document.pages += once }

    let simplifier = Simplifier()
    let encoded = try NativeInk.encode(document)
    var kept = 0
    let times = try medians(
        runs: runs,
        [
            { kept = document.pages.reduce(0) { $0 + simplifier.simplify($1.drawing).drawing.pointCount } },
            { _ = try NativeInk.encode(document) },
            { _ = try NativeInk.decode(encoded) },
        ])
    let jobs = ["simplify", "encode natively", "decode natively"]
    for (job, time) in zip(jobs, times) {
        try Report(
            job: "\(job) the ink of \(name), repeated", program: "limn", seconds: time,
            bytes: job == "simplify" ? nil : encoded.count, points: document.pointCount,
            kept: job == "simplify" ? kept : nil
        ).print()
    }
}
