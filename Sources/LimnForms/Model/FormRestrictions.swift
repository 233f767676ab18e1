// SPDX-License-Identifier: Apache-2.0

/// What a document lets be written into its form.
public struct FormRestrictions: Equatable, Sendable, Codable {
    /// The fields that a signature locks (FieldMDP).
    public enum Lock: Equatable, Sendable, Codable {
        /// All of them.
        case all
        /// Those named, and what is below them.
        case only([String])
        /// All but those named and what is below them.
        case allBut([String])

        /// Whether a field is locked.
        public func holds(_ name: String) -> Bool {
            func isNamed(_ names: [String]) -> Bool {
                names.contains { name == $0 || name.hasPrefix($0 + ".") }
            }
            return switch self {
            case .all: true
            case .only(let names): isNamed(names)
            case .allBut(let names): !isNamed(names)
            }
        }
    }

    /// Whether the file is encrypted.
    public var isEncrypted: Bool
    /// Whether the encryption lets who opened it fill in the form.
    public var permitsFilling: Bool
    /// Whether a field is signed, or the author has certified the document.
    public var isSigned: Bool
    /// The strictest level of permissions of its signatures: 1 nothing, 2 filling in forms, 3 also annotations; nil where
    /// none limits changes.
    public var permissionLevel: Int?
    /// The fields that signatures lock.
    public var locks: [Lock]
    /// Whether a signature's permissions could not be understood.
    public var isMalformed: Bool
    /// Whether the file has rights for Adobe Reader that only survive appending (/UR3).
    public var hasUsageRights: Bool

    /// Makes restrictions; without arguments nothing is restricted.
    public init(
        isEncrypted: Bool = false, permitsFilling: Bool = true, isSigned: Bool = false, permissionLevel: Int? = nil,
        locks: [Lock] = [], isMalformed: Bool = false, hasUsageRights: Bool = false
    ) {
        self.isEncrypted = isEncrypted
        self.permitsFilling = permitsFilling
        self.isSigned = isSigned
        self.permissionLevel = permissionLevel
        self.locks = locks
        self.isMalformed = isMalformed
        self.hasUsageRights = hasUsageRights
    }

    /// Whether only appending keeps what the document is worth.
    public var demandsAppending: Bool { isSigned || hasUsageRights }

    /// Why the form as a whole must not be filled, as a sentence without its subject; nil where it may.
    public var refusal: String? {
        if !permitsFilling { return "its encryption does not permit filling in the form" }
        if isMalformed { return "what its signatures permit cannot be understood" }
        if let permissionLevel, permissionLevel < 2 { return "its author certified that nothing may be changed" }
        return nil
    }

    /// Whether a signature locks a field.
    public func locks(_ name: String) -> Bool { locks.contains { $0.holds(name) } }
}
