// SPDX-License-Identifier: GPL-3.0-or-later

public import Foundation

/// Where the things are that tests read.
public enum Project {
    /// The project's folder.
    public static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The committed samples.
    public static let samples = folder.appendingPathComponent("Samples")
    /// Real PDFs that `Scripts/corpus` fetched.
    public static let corpus = folder.appendingPathComponent(".corpus")
    /// Ink and documents of other programs that `Scripts/foreign` made.
    public static let foreign = folder.appendingPathComponent(".foreign")

    /// The bytes of a sample.
    public static func sample(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: samples.appendingPathComponent(name)))
    }
}
