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
    /// Foreign test data that lies beside the project and not in it.
    public static let shared = folder.deletingLastPathComponent().appendingPathComponent("shared")

    /// The bytes of a sample.
    public static func sample(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: samples.appendingPathComponent(name)))
    }
}
