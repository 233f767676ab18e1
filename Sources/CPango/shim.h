// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <fontconfig/fontconfig.h>
#include <pango/pango.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

/// Makes a font map as Pango's base type. Swift cannot use the cast macros of GObject.
static inline PangoFontMap *limn_font_map_new(double dpi) {
    PangoFontMap *map = pango_ft2_font_map_new();
    pango_ft2_font_map_set_resolution(PANGO_FT2_FONT_MAP(map), dpi, dpi);
    return map;
}

/// Sets a function that modifies each font pattern after fontconfig's own rules.
static inline void limn_font_map_set_substitute(PangoFontMap *map, PangoFcSubstituteFunc change) {
    pango_fc_font_map_set_default_substitute(PANGO_FC_FONT_MAP(map), change, NULL, NULL);
}

/// Removes all fonts from the map; fonts in use stay valid.
static inline void limn_font_map_clear(PangoFontMap *map) { pango_fc_font_map_cache_clear(PANGO_FC_FONT_MAP(map)); }

/// Returns the fontconfig pattern of a font, owned by the font; NULL if the font has none.
static inline FcPattern *limn_font_pattern(PangoFont *font) {
    return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}
