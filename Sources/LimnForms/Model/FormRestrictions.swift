// SPDX-License-Identifier: Apache-2.0

/// The restrictions on filling a document's form.
public struct FormRestrictions: Equatable, Sendable, Codable {
    /// The fields that a signature locks (FieldMDP).
    public enum Lock: Equatable, Sendable, Codable {
        /// All fields.
        case all
        /// The named fields and all fields below them.
        case only([String])
        /// All fields except the named ones and those below them.
        case allBut([String])

        /// Whether the lock applies to the field with this full name.
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
    /// Whether the encryption permits filling in the form, for the password that opened the file.
    public var permitsFilling: Bool
    /// Whether a field is signed or the author has certified the document.
    public var isSigned: Bool
    /// The strictest permission level of the signatures: 1 allows no changes, 2 form filling, 3 also annotations; nil
    /// if no signature limits changes.
    public var permissionLevel: Int?
    /// The fields that signatures lock.
    public var locks: [Lock]
    /// Whether a signature's permissions are invalid.
    public var isMalformed: Bool
    /// Whether the file has usage rights for Adobe Reader (/UR3), which only incremental updates preserve.
    public var hasUsageRights: Bool

    /// Makes restrictions. By default, nothing is restricted.
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

    /// Whether only incremental updates preserve the signatures or usage rights.
    public var demandsAppending: Bool { isSigned || hasUsageRights }

    /// The reason why the form must not be filled, as a sentence without its subject; nil if filling is allowed.
    public var refusal: String? {
        if !permitsFilling { return "its encryption does not permit filling in the form" }
        if isMalformed { return "what its signatures permit cannot be understood" }
        if let permissionLevel, permissionLevel < 2 { return "its author certified that nothing may be changed" }
        return nil
    }

    /// Whether a signature locks the field with this full name.
    public func locks(_ name: String) -> Bool { locks.contains { $0.holds(name) } }
}
