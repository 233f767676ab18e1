// SPDX-License-Identifier: Apache-2.0

/// A channel of traces: what it is called and what its numbers mean.
struct InkMLChannel: Hashable {
    /// The name, such as `X`.
    var name: String
    /// The unit of the values, as written.
    var units: String?
    /// The smallest and the largest value that the device gives.
    var range: (min: Double?, max: Double?)
    /// Whether values grow to the left or upwards.
    var isReversed = false
    /// Steps of the device for each of a unit, such as 1000 for each `1/cm`.
    var resolution: (value: Double, units: String)?

    init(_ name: String, units: String? = nil) {
        self.name = name
        self.units = units
        range = (nil, nil)
    }

    init(_ attributes: [String: String]) {
        self.init(attributes["name"] ?? "", units: attributes["units"])
        range = (attributes["min"].flatMap(NumberList.single), attributes["max"].flatMap(NumberList.single))
        isReversed = attributes["orientation"] == "-ve"
    }

    static func == (a: Self, b: Self) -> Bool {
        a.name == b.name && a.units == b.units && a.range == b.range && a.isReversed == b.isReversed
            && a.resolution?.value == b.resolution?.value && a.resolution?.units == b.resolution?.units
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// What one step of the channel is in points; nil when the file does not say it in a unit of length.
    var pointsPerStep: Double? { InkMLUnit.scale(of: self, in: InkMLUnit.lengths) }
    /// What one step is in seconds; milliseconds where the file does not say.
    var secondsPerStep: Double { InkMLUnit.scale(of: self, in: InkMLUnit.times) ?? 0.001 }
    /// What one step is in radians; degrees where the file does not say.
    var radiansPerStep: Double { InkMLUnit.scale(of: self, in: InkMLUnit.angles) ?? .pi / 180 }
}

/// The units of InkML.
enum InkMLUnit {
    /// In points. `em`, `ex` and `dev` have no length here.
    static let lengths: [String: Double] = [
        "m": 7200 / 2.54, "cm": 72 / 2.54, "mm": 7.2 / 2.54, "in": 72, "pt": 1, "pc": 12,
    ]
    /// In seconds.
    static let times: [String: Double] = ["s": 1, "ms": 0.001]
    /// In radians.
    static let angles: [String: Double] = ["rad": 1, "deg": .pi / 180]
    /// What Office means where it says nothing, in points: 0.01 mm.
    static let himetric = 0.072 / 2.54

    static func scale(of channel: InkMLChannel, in units: [String: Double]) -> Double? {
        if let (value, unit) = channel.resolution, value > 0, value.isFinite, unit.hasPrefix("1/"),
            let size = units[String(unit.dropFirst(2))]
        {
            return size / value
        }
        return channel.units.flatMap { units[$0] }
    }
}

/// The channels of a trace. Intermittent ones may be left out at the end of a point.
struct InkMLFormat: Hashable {
    var regular: [InkMLChannel] = []
    var intermittent: [InkMLChannel] = []

    /// What holds where a file declares nothing.
    static let standard = InkMLFormat(regular: [InkMLChannel("X"), InkMLChannel("Y")])

    var channels: [InkMLChannel] { regular + intermittent }

    /// Sets the resolution of the channels of a name.
    mutating func set(resolution: (Double, String), of name: String) {
        for i in regular.indices where regular[i].name == name { regular[i].resolution = resolution }
        for i in intermittent.indices where intermittent[i].name == name { intermittent[i].resolution = resolution }
    }
}
