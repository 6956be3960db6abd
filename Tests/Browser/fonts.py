"""What browsers of the tests write with: one font and no other, so that a layout is the same whatever a machine has installed."""

import tempfile
from pathlib import Path

#: The font of the pictures, and a wide one that Debian's systems have: what fits in both fits.
NARROW, WIDE = "Inter", "DejaVu Sans"
FONTS = [NARROW, WIDE]

FOLDERS = {NARROW: "/usr/share/fonts/opentype/inter", WIDE: "/usr/share/fonts/truetype/dejavu"}

SETTINGS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>%s</dir>
  <cachedir>%s</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>%s</string></edit>
  </match>
</fontconfig>
"""


def only(font):
    """A file of settings by which a program finds this font for every name."""
    folder = Path(FOLDERS[font])
    assert any(folder.glob("*.[ot]tf")), "the font %s is missing in %s: Scripts/browser installs it" % (font, folder)
    cache = Path(tempfile.gettempdir()) / "peal-fonts"
    cache.mkdir(exist_ok=True)
    settings = cache / (font.replace(" ", "-") + ".conf")
    # In one step: another worker of the same run may read it.
    fresh = Path(tempfile.mktemp(dir=cache))
    fresh.write_text(SETTINGS % (folder, cache, font))
    fresh.replace(settings)
    return settings
