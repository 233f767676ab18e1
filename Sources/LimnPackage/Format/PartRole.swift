// SPDX-License-Identifier: GPL-3.0-or-later

/// The role of a part in a package.
package enum PartRole: Hashable {
    case templatePDF
    case templateThumbnail
    case thumbnail
    /// The ink of a page, from 1.
    case ink(page: Int)
    /// The form values. Version 2 added this role.
    case form
    /// A role that this Limn does not know. The reader verifies such parts and then ignores them.
    case other(String)

    /// The name in the manifest.
    package var name: String {
        switch self {
        case .templatePDF: "template"
        case .templateThumbnail: "template-thumbnail"
        case .thumbnail: "thumbnail"
        case .ink: "ink"
        case .form: "form"
        case .other(let name): name
        }
    }

    /// Makes a role from the manifest's keys `role` and `page`; nil for ink without a page.
    package init?(name: String, page: Int?) {
        switch name {
        case "template": self = .templatePDF
        case "template-thumbnail": self = .templateThumbnail
        case "thumbnail": self = .thumbnail
        case "form": self = .form
        case "ink":
            guard let page else { return nil }
            self = .ink(page: page)
        default: self = .other(name)
        }
    }

    /// The path of the part. For thumbnails, it lacks the extension.
    package var path: String {
        switch self {
        case .templatePDF: "template.pdf"
        case .templateThumbnail: "template-thumbnail"
        case .thumbnail: "thumbnail"
        case .ink(let page): "pages/\(page).limn"
        case .form: "form.json"
        case .other(let name): name
        }
    }

    /// Returns the path of the part. For thumbnails, it includes the extension of the picture's format if it is known.
    package func path(of bytes: [UInt8]) -> String {
        guard self == .thumbnail || self == .templateThumbnail else { return path }
        let isWebP = bytes.count >= 12 && bytes.starts(with: "RIFF".utf8) && bytes[8..<12].elementsEqual("WEBP".utf8)
        if isWebP { return path + ".webp" }
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return path + ".png" }
        if bytes.starts(with: [0xff, 0xd8, 0xff]) { return path + ".jpg" }
        return path
    }
}
