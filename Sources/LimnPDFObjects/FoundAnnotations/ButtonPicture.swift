// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnForms
internal import LimnGeometry

/// The picture in a push button, such as the portrait on a character sheet.
public struct ButtonPicture: Hashable, Sendable {
    /// The full name of the field.
    public var field: String
    /// The picture.
    public var picture: FoundPicture
    /// Whether the button is there to show a chosen picture: pressing it does nothing, or lets the user choose one.
    public var isChosen: Bool
}

extension ObjectDocument {
    /// Returns the pictures in the push buttons of the form, in the order of its fields.
    ///
    /// The picture is the icon (/MK /I) of the field's first widget that has one, or else what its appearance shows. Icons that cannot be read are
    /// reported by ``takeWarnings()``; a button that shows only a caption has no picture.
    ///
    /// - Parameter budget: the limits for reading pictures.
    /// - Throws: ``PDFObjectsError`` with `tooComplex` if the page tree is too large.
    public func buttonPictures(_ budget: inout AnnotationBudget) throws(PDFObjectsError) -> [ButtonPicture] {
        var found: [ButtonPicture] = []
        for field in try formIndex().fields where field.kind == .push {
            do throws(FoundPicture.Unreadable) {
                var (picture, hasIcon) = (FoundPicture?.none, false)
                for widget in field.widgets where picture == nil {
                    let icon = widget.object["/MK"]?["/I"]
                    hasIcon = hasIcon || icon?.isStream == true
                    picture = try FoundPicture.only(icon, &budget)
                    if picture == nil { picture = try FoundPicture.only(widget.object["/AP"]?["/N"], &budget) }
                }
                guard let picture else {
                    if hasIcon { throw FoundPicture.Unreadable("is a drawing") }
                    continue
                }
                let isChosen = Self.choosesPicture(field.nodes.map(\.object) + field.widgets.map(\.object))
                found.append(ButtonPicture(field: field.name, picture: picture, isChosen: isChosen))
            } catch {
                notes.append("The picture in the field \(field.name.prefix(100)) \(error.reason); it is left out.")
            }
        }
        return found
    }

    /// Returns whether the actions of a button do nothing but let the user choose a picture.
    private static func choosesPicture(_ button: [PDFObject]) -> Bool {
        let actions = button.flatMap { object in
            let further = object["/AA"]
            return [object["/A"]].compactMap(\.self) + (further?.keys ?? []).compactMap { further?[$0] }
        }
        return actions.allSatisfy { action in
            action["/Next"] == nil && action["/JS"]?.textOrStream?.contains("buttonImportIcon") == true
        }
    }
}

extension FoundPicture {
    /// Returns the picture that a form XObject shows in the unit square; nil if it shows anything else.
    fileprivate static func only(
        _ form: PDFObject?, _ budget: inout AnnotationBudget
    ) throws(Unreadable) -> FoundPicture? {
        guard let form, form.isStream else { return nil }
        return try onePicture(form, .identity, &budget)
    }
}
