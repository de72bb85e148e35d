"""The picture of an address, to be held up to a telephone."""

import io

import segno


def draw_qr(address: str) -> bytes:
    """Return an SVG of the address as a QR code: dark on white in every theme, four modules of margin."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#2b201a", light="#ffffff", svgclass=None, lineclass=None
    )
    return out.getvalue()
