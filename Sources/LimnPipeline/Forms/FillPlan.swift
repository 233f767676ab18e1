// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnJobs

/// What a form gets, once it is decided: what workers are told, and what will be said of it.
struct FillPlan: Sendable {
    /// What is written, in the order of the data.
    var fillings: [FieldFilling] = []
    /// The pictures' bytes, one behind the other.
    var pictures: [UInt8] = []
    /// What is said of the fields.
    var results: [FieldResult] = []
}
