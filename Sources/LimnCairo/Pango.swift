// SPDX-License-Identifier: GPL-3.0-or-later

internal import CCairo
internal import Foundation

/// The functions of Pango that draw text, loaded with dlopen(3) on first use.
///
/// Pango is not linked: it and its eight dependencies would add 2 ms to the start of every process. Workers start often
/// and draw no text, so hostile documents are never read with Pango in memory. (Its pkg-config file would also cause a
/// SwiftPM warning.) The signatures are those of pango.h and pangocairo.h, unchanged since 1.44.
struct Pango: @unchecked Sendable {
    // Unchecked: it holds only function pointers.

    typealias Object = OpaquePointer

    /// `PangoRectangle`, in 1024ths of a unit.
    struct Rectangle { var x: Int32 = 0, y: Int32 = 0, width: Int32 = 0, height: Int32 = 0 }

    static let scale = 1024.0

    /// nil if Pango is not installed or is older than 1.44.
    static let loaded = Pango()

    let version: @convention(c) () -> UnsafePointer<CChar>?
    let unref: @convention(c) (Object?) -> Void
    let createLayout: @convention(c) (OpaquePointer?) -> Object?
    let showLayout: @convention(c) (OpaquePointer?, Object?) -> Void

    let fontFromString: @convention(c) (UnsafePointer<CChar>?) -> Object?
    let fontFree: @convention(c) (Object?) -> Void
    let fontSetSize: @convention(c) (Object?, Double) -> Void
    let fontSetWeight: @convention(c) (Object?, Int32) -> Void

    let setFont: @convention(c) (Object?, Object?) -> Void
    let setWidth: @convention(c) (Object?, Int32) -> Void
    let setHeight: @convention(c) (Object?, Int32) -> Void
    let setEllipsize: @convention(c) (Object?, Int32) -> Void
    let setWrap: @convention(c) (Object?, Int32) -> Void
    let setAlignment: @convention(c) (Object?, Int32) -> Void
    let setSingleParagraph: @convention(c) (Object?, Int32) -> Void
    let setText: @convention(c) (Object?, UnsafePointer<CChar>?, Int32) -> Void
    let getExtents: @convention(c) (Object?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

    let context: @convention(c) (Object?) -> Object?
    let contextChanged: @convention(c) (Object?) -> Void
    let setFontOptions: @convention(c) (Object?, OpaquePointer?) -> Void
    let setResolution: @convention(c) (Object?, Double) -> Void
    let setLanguage: @convention(c) (Object?, Object?) -> Void
    let languageFromString: @convention(c) (UnsafePointer<CChar>?) -> Object?
    let setRoundPositions: @convention(c) (Object?, Int32) -> Void

    private init?() {
        guard let library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW) else { return nil }
        /// - Throws: `Missing` if the library has no such function.
        func call<F>(_ name: String) throws -> F {
            guard let address = dlsym(library, name) else { throw Missing() }
            return unsafeBitCast(address, to: F.self)
        }
        do {
            version = try call("pango_version_string")
            unref = try call("g_object_unref")
            createLayout = try call("pango_cairo_create_layout")
            showLayout = try call("pango_cairo_show_layout")
            fontFromString = try call("pango_font_description_from_string")
            fontFree = try call("pango_font_description_free")
            fontSetSize = try call("pango_font_description_set_absolute_size")
            fontSetWeight = try call("pango_font_description_set_weight")
            setFont = try call("pango_layout_set_font_description")
            setWidth = try call("pango_layout_set_width")
            setHeight = try call("pango_layout_set_height")
            setEllipsize = try call("pango_layout_set_ellipsize")
            setWrap = try call("pango_layout_set_wrap")
            setAlignment = try call("pango_layout_set_alignment")
            setSingleParagraph = try call("pango_layout_set_single_paragraph_mode")
            setText = try call("pango_layout_set_text")
            getExtents = try call("pango_layout_get_extents")
            context = try call("pango_layout_get_context")
            contextChanged = try call("pango_layout_context_changed")
            setFontOptions = try call("pango_cairo_context_set_font_options")
            setResolution = try call("pango_cairo_context_set_resolution")
            setLanguage = try call("pango_context_set_language")
            languageFromString = try call("pango_language_from_string")
            setRoundPositions = try call("pango_context_set_round_glyph_positions")
        } catch { return nil }
    }

    private struct Missing: Error {}
}
