// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnJobs
internal import SystemPackage

/// The files that read handwriting: a model, and the library that runs it. They are installed by themselves, and may be missing.
public struct ReadingFiles: Hashable, Sendable {
    /// The absolute path of the shared library.
    public let library: String
    /// The path of the model.
    public let model: String

    /// The environment variable with the folder of the files.
    public static let variable = "LIMN_READING"

    /// Finds the files: in the folder that ``variable`` names, or otherwise in `../lib/limn/reading` relative to this program's
    /// folder. A program in a build folder of the project uses `.reading` beside that one. Nil if they are missing.
    public static func find() -> ReadingFiles? {
        if let named = ProcessInfo.processInfo.environment[variable], !named.isEmpty { return ReadingFiles(in: named) }
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let folder = URL(fileURLWithPath: own).deletingLastPathComponent()
        if let installed = ReadingFiles(in: folder.appendingPathComponent("../lib/limn/reading").path) {
            return installed
        }
        // .build/TARGET/release/limn
        let scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
        guard scratch.lastPathComponent.hasPrefix(".build") else { return nil }
        return ReadingFiles(in: scratch.deletingLastPathComponent().appendingPathComponent(".reading").path)
    }

    /// Makes the paths of files in a folder; nil if one is missing.
    package init?(in folder: String) {
        let folder = URL(fileURLWithPath: folder).standardizedFileURL
        library = folder.appendingPathComponent("libonnxruntime.so.1").path
        model = folder.appendingPathComponent("recognition.onnx").path
        guard access(library, R_OK) == 0, access(model, R_OK) == 0 else { return nil }
    }

    /// The error where the model is no file, or too large for one.
    static let unusable = LimnError(
        .failed, "Handwriting cannot be read, because the model that reads it is damaged. Install it again.")
    /// The error where they are missing.
    static let missing = LimnError(
        .failed, "Handwriting cannot be read, because the files that read it are not installed.")
}
