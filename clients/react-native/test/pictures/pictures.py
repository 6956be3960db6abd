"""Draws every screen in its states in Chromium and checks what a program can check of a picture.

    clients/react-native/test/pictures/run.sh [NAME…]

The layout is the browser's, not React Native's: sizes, colours, texts and wrapping are near enough to look at.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
LOOKS = {
    "light": ("light", 1, "en-GB"),
    "dark": ("dark", 1, "en-GB"),
    "large": ("light", 1.5, "en-GB"),
    "german": ("dark", 1.5, "de-DE"),
}
CAPTION = 28

CHECKS = """() => {
  const found = [];
  const frame = document.getElementById('frame');
  const modals = [...frame.querySelectorAll('[data-modal]')];
  const top = modals.length ? modals[modals.length - 1] : frame;
  const isHidden = one => one.closest('[aria-hidden=true]') && !one.hasAttribute('data-text');
  for (const one of [document.documentElement, ...frame.querySelectorAll('*')]) {
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible' && !isHidden(one)
      && !one.matches('[data-text]')) found.push('scrolls sideways: ' + one.outerHTML.slice(0, 160));
  }
  const edge = frame.getBoundingClientRect();
  const sizes = new Set();
  const color = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const over = (top, under) => Object.fromEntries(['r', 'g', 'b'].map(c => [c, top[c] * top.a + under[c] * (1 - top.a)]).concat([['a', 1]]));
  const behind = one => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) {
      const layer = color(getComputedStyle(at).backgroundColor);
      if (layer.a > 0) layers.push(layer);
      if (layer.a === 1) break;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), { r: 255, g: 255, b: 255, a: 1 });
  };
  const luminance = ({ r, g, b }) => [r, g, b].map(c => c / 255).map(c => (c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4))
    .reduce((sum, c, at) => sum + c * [.2126, .7152, .0722][at], 0);
  for (const one of frame.querySelectorAll('[data-text]')) {
    const text = one.textContent;
    const box = one.getBoundingClientRect();
    if (!text || !box.width) continue;
    if (box.left < edge.left - 1 || box.right > edge.right + 1) found.push('outside: ' + text);
    if (one.scrollWidth > one.clientWidth + 1) found.push('cut off: ' + text);
    if (/(ntf|dev|mut|usr|evt)_|[0-9a-f]{8}-[0-9a-f]{4}|\\d{4}-\\d\\d-\\d\\dT/.test(text)) found.push('an id or a UTC time: ' + text);
    if (/undefined|NaN|\\[object|\\{\\w+\\}/.test(text)) found.push('not a text: ' + text);
    sizes.add(getComputedStyle(one).fontSize);
    if (one.closest('[aria-disabled=true]')) continue;
    const [a, b] = [luminance(color(getComputedStyle(one).color)), luminance(behind(one))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(2)}: ${text}`);
  }
  if (sizes.size > 4) found.push('sizes of text: ' + [...sizes].join(' '));
  const accent = document.createElement('div');
  accent.style.color = window.accent;
  document.body.append(accent);
  const wanted = getComputedStyle(accent).color;
  accent.remove();
  const primary = [...top.querySelectorAll('[role=button]')].filter(one => getComputedStyle(one).backgroundColor === wanted);
  if (primary.length > 1) found.push('primary buttons: ' + primary.map(one => one.textContent).join(', '));
  for (const one of top.querySelectorAll('[role=button], [role=radio], [role=checkbox], [role=switch]')) {
    const { width, height } = one.getBoundingClientRect();
    if (width < 44 || height < 44) found.push(`small target ${width} × ${height}: ${one.getAttribute('aria-label')}`);
    if (!one.getAttribute('aria-label')) found.push('no label: ' + one.outerHTML.slice(0, 160));
  }
  if (document.title) found.push(document.title);
  return found;
}"""


def main(page_file, folder, wanted):
    folder.mkdir(parents=True, exist_ok=True)
    findings = drawn = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(page_file.as_uri())
        names, heights, translated = page.evaluate("[window.names, window.heights, window.translated]")
        for width in (390, 820):
            context = browser.new_context(viewport={"width": width, "height": 844}, device_scale_factor=1, timezone_id="UTC")
            page = context.new_page()
            page.on("pageerror", lambda error: print("error:", error))
            for look, (scheme, scale, locale) in LOOKS.items():
                for name in names:
                    if locale != "en-GB" and name not in translated:
                        continue
                    if wanted and not any(one in f"{name}-{width}-{look}" for one in wanted):
                        continue
                    page.set_viewport_size({"width": width, "height": round(heights[name] * (1.35 if scale > 1 else 1)) + CAPTION})
                    page.goto(f"{page_file.as_uri()}?scene={name}&scheme={scheme}&scale={scale}&locale={locale}")
                    page.wait_for_function("window.isReady")
                    page.screenshot(path=folder / f"{name}-{width}-{look}.png", animations="disabled")
                    drawn += 1
                    for finding in page.evaluate(CHECKS):
                        findings += 1
                        print(f"{name} {width} {look}: {finding}")
            context.close()
        browser.close()
    print(f"react-native: {drawn} pictures in {folder}, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]))
