// SPDX-License-Identifier: Apache-2.0

extension Drawing {
    /// A named group of items. A layer determines whether its items are shown and to whom, and how editors list them.
    ///
    /// Layers do not affect the painting order, which is the order of ``Drawing/items``.
    public struct Layer: Hashable, Sendable {
        /// The people who may see a layer.
        public enum Audience: String, Hashable, Sendable, Codable, CaseIterable {
            /// Everyone who sees the page.
            case everyone
            /// Only the game master. Files for players contain nothing from the layer.
            case gameMaster
        }

        /// A number that identifies the layer even after it is renamed or moved; nil if there is none.
        public var id: Int?
        /// The layer's name, chosen by the user; nil if there is none.
        public var name: String?
        /// Whether the layer is shown.
        public var isVisible: Bool
        /// Whether editors refuse to change the layer.
        public var isLocked: Bool
        /// The people who may see the layer.
        public var audience: Audience

        /// Makes a layer.
        public init(
            name: String? = nil, id: Int? = nil, isVisible: Bool = true, isLocked: Bool = false,
            audience: Audience = .everyone
        ) {
            self.name = name
            self.id = id
            self.isVisible = isVisible
            self.isLocked = isLocked
            self.audience = audience
        }

        /// Whether all properties except the name have their default values.
        var isPlain: Bool { self == Layer(name: name) }
    }
}

/// The JSON form leaves out properties with default values.
extension Drawing.Layer: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, id, hidden, locked, audience
    }

    /// Decodes a layer. If keys are missing, the layer is visible, unlocked, for everyone, and has no name or number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decodeIfPresent(String.self, forKey: .name),
            id: try container.decodeIfPresent(Int.self, forKey: .id),
            isVisible: try container.decodeIfPresent(Bool.self, forKey: .hidden) != true,
            isLocked: try container.decodeIfPresent(Bool.self, forKey: .locked) == true,
            audience: try container.decodeIfPresent(Audience.self, forKey: .audience) ?? .everyone)
    }

    /// Encodes the layer. Properties with default values are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(id, forKey: .id)
        if !isVisible { try container.encode(true, forKey: .hidden) }
        if isLocked { try container.encode(true, forKey: .locked) }
        if audience != .everyone { try container.encode(audience, forKey: .audience) }
    }
}
