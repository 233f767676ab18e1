# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person would write with pypdfium2 and with PyMuPDF: pages DPI RANGE FILE OUT, or thumbnails SIZE LIST OUT."""
import os
import sys


def numbers(pages: str, count: int) -> range:
    first, _, last = pages.partition("-")
    return range(int(first) - 1, count if last == "z" else int(last))


def pdfium_pages(dpi: str, pages: str, file: str, out: str) -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument(file)
    for number in numbers(pages, len(document)):
        document[number].render(scale=float(dpi) / 72).to_pil().save(f"{out}/{number + 1}.png")


def pdfium_thumbnails(size: str, files: list, out: str) -> None:
    import pypdfium2

    for index, file in enumerate(files):
        try:
            document = pypdfium2.PdfDocument(file)
            page = document[0]
            page.render(scale=int(size) / max(page.get_size())).to_pil().save(f"{out}/{index}.png")
            page.close()
            document.close()
        except pypdfium2.PdfiumError:
            pass


def pymupdf_pages(dpi: str, pages: str, file: str, out: str) -> None:
    import pymupdf

    document = pymupdf.open(file)
    for number in numbers(pages, len(document)):
        document[number].get_pixmap(dpi=int(dpi)).save(f"{out}/{number + 1}.png")


def pymupdf_thumbnails(size: str, files: list, out: str) -> None:
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    for index, file in enumerate(files):
        try:
            with pymupdf.open(file) as document:
                page = document[0]
                scale = int(size) / max(page.rect.width, page.rect.height)
                page.get_pixmap(matrix=pymupdf.Matrix(scale, scale)).save(f"{out}/{index}.png")
        except (RuntimeError, ValueError, IndexError, ZeroDivisionError):
            pass


def main(library: str, job: str, *arguments: str) -> None:
    if job == "pages":
        {"pdfium": pdfium_pages, "pymupdf": pymupdf_pages}[library](*arguments)
    else:
        size, listed, out = arguments
        with open(listed, "rb") as names:
            files = [os.fsdecode(name) for name in names.read().split(b"\0") if name]
        {"pdfium": pdfium_thumbnails, "pymupdf": pymupdf_thumbnails}[library](size, files, out)


main(*sys.argv[1:])
