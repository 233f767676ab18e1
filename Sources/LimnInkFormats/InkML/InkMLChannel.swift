// SPDX-License-Identifier: Apache-2.0

/// A channel of a trace format: its name, unit and range.
struct InkMLChannel: Hashable {
    /// The name, such as `X`.
    var name: String
    /// The unit of the values, as in the file.
    var units: String?
    /// The smallest and largest values of the device.
    var range: (min: Double?, max: Double?)
    /// Whether values increase to the left or upwards (orientation `-ve`).
    var isReversed = false
    /// The number of device steps per unit, such as 1000 with the unit `1/cm`.
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

    /// The size of one step in points; nil if the file specifies no unit of length.
    var pointsPerStep: Double? { InkMLUnit.scale(of: self, in: InkMLUnit.lengths) }
    /// The size of one step in seconds; 1 ms by default.
    var secondsPerStep: Double { InkMLUnit.scale(of: self, in: InkMLUnit.times) ?? 0.001 }
    /// The size of one step in radians; 1° by default.
    var radiansPerStep: Double { InkMLUnit.scale(of: self, in: InkMLUnit.angles) ?? .pi / 180 }
}

/// The units of InkML.
enum InkMLUnit {
    /// Units of length in points. `em`, `ex` and `dev` have no fixed length.
    static let lengths: [String: Double] = [
        "m": 7200 / 2.54, "cm": 72 / 2.54, "mm": 7.2 / 2.54, "in": 72, "pt": 1, "pc": 12,
    ]
    /// Units of time in seconds.
    static let times: [String: Double] = ["s": 1, "ms": 0.001]
    /// Units of angle in radians.
    static let angles: [String: Double] = ["rad": 1, "deg": .pi / 180]
    /// Office's default unit of length, 0.01 mm, in points.
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

/// A trace format. Values of intermittent channels may be omitted at the end of a point.
struct InkMLFormat: Hashable {
    var regular: [InkMLChannel] = []
    var intermittent: [InkMLChannel] = []

    /// The format of traces without a declared format.
    static let standard = InkMLFormat(regular: [InkMLChannel("X"), InkMLChannel("Y")])

    var channels: [InkMLChannel] { regular + intermittent }

    /// Sets the resolution of all channels with the given name.
    mutating func set(resolution: (Double, String), of name: String) {
        for i in regular.indices where regular[i].name == name { regular[i].resolution = resolution }
        for i in intermittent.indices where intermittent[i].name == name { intermittent[i].resolution = resolution }
    }
}
