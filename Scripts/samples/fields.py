# SPDX-License-Identifier: GPL-3.0-or-later
"""The interactive form: text fields, check boxes and a portrait, with their appearances.

A size of 0 lets viewers choose one that fits. Sums, formats and limits are those that viewers have built in.
"""

from pikepdf import Array, Dictionary, Name, String

import layout as L
from layout import Box

INK = "0.172 0.149 0.133 rg"
FONTS = {"Helv": "Helvetica", "TiRo": "Times-Roman", "TiBo": "Times-Bold", "ZaDb": "ZapfDingbats"}
MULTILINE, COMB, PUSH_BUTTON = 1 << 12, 1 << 24, 1 << 16


def catalogue():
    """Every field: (page, dotted name, hint, box, kind, options)."""
    rows = []

    def text(page, name, hint, box, size=11, value="", align=0, font="Helv", flags=0, limit=None, scripts=None):
        rows.append((page, name, hint, box, "text", dict(
            size=size, value=value, align=align, font=font, flags=flags, limit=limit, scripts=scripts or {})))

    def check(page, name, hint, box, on=False):
        rows.append((page, name, hint, box, "check", dict(on=on)))

    text(0, "identity.name", "Name of the character", L.NAME, 0, align=1, font="TiRo")
    text(0, "identity.level", "Level", L.LEVEL, 20, value="4", align=1, font="TiBo")
    for key, (words, box) in L.PARTICULARS.items():
        size, value = (12, "The Amber Coast") if key == "campaign" else (0, "")
        text(0, f"identity.{key}", words, Box(box.x, box.y + 3, box.w, box.h - 4), size, value=value, font="TiRo")
    for i, words in enumerate(L.ABILITIES):
        text(0, f"ability.{words.lower()}.score", words, L.ability_score(i), 20, align=1, font="TiBo")
        text(0, f"ability.{words.lower()}.modifier", words + " modifier", L.ability_modifier(i), 12, align=1)
    text(0, "tongues", "Tongues and senses",
         Box(48, 498, 132, 116), 12, font="TiRo", flags=MULTILINE)
    for key, (words, _) in L.VITALS.items():
        text(0, f"vitals.{key}", words, L.vital_box(key), 16, align=1, font="TiBo")
    for i, box in enumerate(L.WOUNDS):
        check(0, f"vitals.wound.{i + 1}", f"Wound {i + 1}", box)
    for i, (words, _) in enumerate(L.SKILLS):
        key = words.lower().replace("-", "")
        check(0, f"skill.{key}.trained", words + ": trained", L.skill_tick(i), on=words == "Woodcraft")
        text(0, f"skill.{key}.bonus", words + ": bonus", L.skill_bonus(i), 11, align=1,
             value="+3" if words == "Woodcraft" else "")
    rows.append((0, "portrait", "A picture of the character", L.PORTRAIT, "picture", {}))
    text(0, "motto", "Motto", L.MOTTO, 0, align=1, font="TiRo")
    for key, (words, _) in L.COINS.items():
        text(0, f"purse.{key}", words, L.coin_box(key), 9, align=1, flags=COMB, limit=5)
    for r in range(L.ATTACK_ROWS):
        for c, key in enumerate(("weapon", "hit", "harm", "reach", "notes")):
            text(0, f"attack.{r + 1}.{key}", L.ATTACK_COLUMNS[c][0], L.attack_cell(r, c), 0)
    for key, (words, box) in L.BURDENS.items():
        text(0, f"burden.{key}", words, Box(box.x, box.y + 1, box.w, box.h - 2), 11)

    text(1, "story", "The tale so far", Box(48, 150, 280, 224), 0, font="TiRo", flags=MULTILINE)
    text(1, "written", "The day of the last line", Box(218, 379, 110, 14), 0, align=2, font="TiRo",
         scripts=_formatted("AFDate", "Ex", '"d mmmm yyyy"'))
    for i, y in enumerate(L.SATCHEL_LINES):
        for (words, x, w), key in zip(L.SATCHEL_COLUMNS, ("item", "count", "weight")):
            text(1, f"satchel.{i + 1}.{key}", words, Box(x, y - 16, w, 15), 0 if key == "item" else 10,
                 limit=4 if key == "count" else None)
    weights = ", ".join(f'"satchel.{i + 1}.weight"' for i in range(len(L.SATCHEL_LINES)))
    text(1, "satchel.total", "All weights together", Box(513, 378, 36, 15), 0, align=2, scripts={
        **_formatted("AFNumber", "", '1, 0, 0, 0, " lb", false'),
        "C": f'AFSimple_Calculate("SUM", new Array({weights}));'})
    for r in range(L.CHARM_ROWS):
        check(1, f"charm.{r + 1}.ready", "Ready", L.charm_tick(r))
        for c, key in enumerate(("name", "circle", "cost", "effect"), 1):
            text(1, f"charm.{r + 1}.{key}", L.CHARM_COLUMNS[c][0], L.charm_cell(r, c), 0 if key in ("name", "effect") else 10)
    text(1, "notes", "Notes", Box(48, 626, 220, 152), 0, font="TiRo", flags=MULTILINE)
    return rows


def _formatted(name, kind, arguments):
    """The scripts by which viewers check what is typed, and show it."""
    return {"K": f"{name}_Keystroke{kind}({arguments});", "F": f"{name}_Format{kind}({arguments});"}


def install(pdf):
    """Add the form to an open sheet."""
    fonts = Dictionary()
    for key, base in FONTS.items():
        font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/" + base))
        if key != "ZaDb":
            font.Encoding = Name.WinAnsiEncoding
        fonts["/" + key] = pdf.make_indirect(font)
    resources = pdf.make_indirect(Dictionary(Font=fonts))
    roots, nodes, calculated = Array(), {}, Array()
    blank = {}

    def node(path):
        """The parent field for a dotted path, made on first use."""
        if path not in nodes:
            head, _, tail = path.rpartition(".")
            made = pdf.make_indirect(Dictionary(T=String(tail), Kids=Array()))
            nodes[path] = made
            attach(made, head)
        return nodes[path]

    def attach(field, head):
        if head:
            parent = node(head)
            field.Parent = parent
            parent.Kids.append(field)
        else:
            roots.append(field)

    for page, name, hint, box, kind, o in catalogue():
        head, _, tail = name.rpartition(".")
        leaf = pdf.pages[page]
        widget = pdf.make_indirect(Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, F=4, P=leaf.obj, T=String(tail), TU=String(hint),
            Rect=Array([round(v, 3) for v in (box.x, L.HEIGHT - box.bottom, box.right, L.HEIGHT - box.y)])))
        attach(widget, head)
        if kind == "text":
            _text(pdf, widget, box, resources, blank, o)
            if "C" in o["scripts"]:
                calculated.append(widget)
        elif kind == "picture":
            _picture(pdf, widget, box)
        else:
            _check(pdf, widget, box, blank, o)
        if Name.Annots not in leaf.obj:
            leaf.obj.Annots = Array()
        leaf.obj.Annots.append(widget)
    pdf.Root.AcroForm = pdf.make_indirect(Dictionary(
        Fields=roots, CO=calculated, DR=resources, DA=String("/Helv 0 Tf 0 g"), NeedAppearances=False))


def _text(pdf, widget, box, resources, blank, o):
    style = f"/{o['font']} {o['size']} Tf {INK}"
    widget.FT = Name.Tx
    widget.DA = String(style)
    if o["flags"]:
        widget.Ff = o["flags"]
    if o["align"]:
        widget.Q = o["align"]
    if o["limit"]:
        widget.MaxLen = o["limit"]
    if o["scripts"]:
        widget.AA = Dictionary({"/" + key: Dictionary(S=Name.JavaScript, JS=String(script))
                                for key, script in o["scripts"].items()})
    if not o["value"]:
        key = ("text", box.w, box.h)
        if key not in blank:
            blank[key] = _form(pdf, box, "/Tx BMC\nEMC", resources)
        widget.AP = Dictionary(N=blank[key])
    else:
        from reportlab.pdfbase.pdfmetrics import stringWidth
        widget.V = String(o["value"])
        width = stringWidth(o["value"], FONTS[o["font"]], o["size"])
        x = (box.w - width) / 2 if o["align"] == 1 else 2
        y = (box.h - o["size"] * .68) / 2
        content = f"/Tx BMC\nq\nBT\n{style}\n{x:.2f} {y:.2f} Td\n({o['value']}) Tj\nET\nQ\nEMC"
        widget.AP = Dictionary(N=_form(pdf, box, content, resources))


def _picture(pdf, widget, box):
    """A button that shows nothing but a picture, as large as fits, in the middle."""
    widget.FT = Name.Btn
    widget.Ff = PUSH_BUTTON
    widget.H = Name.N
    widget.BS = Dictionary(W=0)
    widget.MK = Dictionary(TP=1, IF=Dictionary(SW=Name.A, S=Name.P, A=Array([.5, .5])))
    widget.AP = Dictionary(N=_form(pdf, box, "q Q"))


def _check(pdf, widget, box, blank, o):
    state = Name.Yes if o["on"] else Name.Off
    widget.FT = Name.Btn
    widget.V = state
    widget.AS = state
    widget.MK = Dictionary(CA=String("4"))
    widget.DA = String(f"/ZaDb 0 Tf {INK}")
    key = (box.w, box.h)
    if key not in blank:
        w, h = key
        mark = (f"q\n0.118 0.29 0.314 RG 1.7 w 1 J 1 j\n{w * .22:.2f} {h * .52:.2f} m {w * .43:.2f} {h * .24:.2f} l "
                f"{w * .8:.2f} {h * .8:.2f} l S\nQ")
        blank[key] = (_form(pdf, box, mark), _form(pdf, box, "q Q"))
    widget.AP = Dictionary(N=Dictionary(Yes=blank[key][0], Off=blank[key][1]))


def _form(pdf, box, content, resources=None):
    stream = pdf.make_stream(content.encode("latin-1"))
    stream.Type, stream.Subtype = Name.XObject, Name.Form
    stream.BBox = Array([0, 0, round(box.w, 3), round(box.h, 3)])
    stream.Resources = resources if resources is not None else Dictionary()
    return stream
