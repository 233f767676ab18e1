// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation

/// A time, or a day, which means midnight in the local time zone.
struct Moment: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        if let date = try? Date(argument, strategy: .iso8601) {
            self.date = date
        } else if let day = try? Date(argument, strategy: .iso8601.year().month().day()),
            // Parsed as midnight UTC.
            argument.count == 10
        {
            date = day.addingTimeInterval(-Double(TimeZone.current.secondsFromGMT(for: day)))
        } else {
            return nil
        }
    }
}
