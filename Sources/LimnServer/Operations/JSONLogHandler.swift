// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import Logging

/// Writes each message to standard error as a line of JSON.
struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var fields = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
        // The framework's request id can be guessed, so it is left out.
        fields["hb.request.id"] = nil
        fields["time"] = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        fields["level"] = "\(event.level)"
        fields["message"] = "\(event.message)"
        guard let bytes = try? Answer.encode(fields) else { return }
        // A single write call keeps the lines of several threads apart.
        FileHandle.standardError.write(Data(bytes + [10]))
    }
}
