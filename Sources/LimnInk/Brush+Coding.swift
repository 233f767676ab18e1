// SPDX-License-Identifier: Apache-2.0

extension Brush: Codable {
    private enum Key: String, CodingKey { case kind, tool, color, width, cap, dash, fill }

    /// Decodes a brush. A missing key gets the default of ``init(kind:color:width:cap:dash:fill:tool:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            kind: try container.decodeIfPresent(Kind.self, forKey: .kind) ?? .pen,
            color: try container.decodeIfPresent(Color.self, forKey: .color) ?? .black,
            width: try container.decodeIfPresent(Double.self, forKey: .width) ?? 1,
            cap: try container.decodeIfPresent(Cap.self, forKey: .cap) ?? .round,
            dash: try container.decodeIfPresent([Double].self, forKey: .dash) ?? [],
            fill: try container.decodeIfPresent(Double.self, forKey: .fill),
            tool: try container.decodeIfPresent(Tool.self, forKey: .tool))
    }

    /// Encodes a brush. `tool` and `fill` are left out if they are nil.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(tool, forKey: .tool)
        try container.encode(color, forKey: .color)
        try container.encode(width, forKey: .width)
        try container.encode(cap, forKey: .cap)
        try container.encode(dash, forKey: .dash)
        try container.encodeIfPresent(fill, forKey: .fill)
    }
}
