// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Tells Scripts/faults what a test has done, in one line of standard output; without Scripts/faults it does nothing.
///
/// - Parameters:
///   - fault: what went wrong on purpose.
///   - count: how many times.
///   - seen: what a reader wants to know besides that nothing was lost, such as the largest memory.
public func printFigure(_ fault: String, _ count: Int, _ seen: String = "") {
    guard ProcessInfo.processInfo.environment["LIMN_FIGURES"] != nil else { return }
    // Test frameworks write to the same stream: one write a line.
    FileHandle.standardOutput.write(Data("figure\t\(fault)\t\(count)\t\(seen)\n".utf8))
}
