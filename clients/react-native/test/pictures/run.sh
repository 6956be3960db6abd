#!/usr/bin/env bash
# Draws every screen of React Native in its states, at 390 and 820 points, light, dark and with large text, into
# .build/react-native/pictures, and checks them. The environment is that of Scripts/browser.
#
#   clients/react-native/test/pictures/run.sh [NAME…]      only pictures whose names contain one of these
set -euo pipefail
cd "$(dirname "$0")/../../../.."
Scripts/packages react-native chromium=chromium esbuild=esbuild node-react-dom=/usr/share/nodejs/react-dom/package.json \
    "fonts-inter=/usr/share/fonts/opentype/inter/*.otf"
Scripts/python-packages browser Tests/Browser/requirements.txt

here=clients/react-native/test/pictures
out=.build/react-native/pictures
mkdir -p "$out"
export NODE_PATH=/usr/share/nodejs
esbuild $here/page.tsx --bundle --format=iife --jsx=automatic --charset=utf8 --log-level=warning --define:process.env.NODE_ENV='"production"' \
    --tsconfig=$here/esbuild.json --outfile="$out/page.js"
cat >"$out/page.html" <<'HTML'
<!doctype html>
<html lang="en"><meta charset="utf-8"><title></title>
<style>
html, body { margin: 0; height: 100%; font-family: Inter, sans-serif; -webkit-font-smoothing: antialiased; }
body { display: flex; flex-direction: column; }
#frame { flex: 1; min-height: 0; position: relative; overflow: hidden; display: flex; }
#root { flex: 1; min-width: 0; display: flex; }
#said { height: 28px; flex: none; box-sizing: border-box; padding: 6px 12px; font-size: 12px; text-align: center; border-top: 1px solid #8884; }
</style>
<div id="frame"><div id="root"></div></div>
<div id="said">Drawn by a browser: not React Native's layout</div>
<script>window.setImmediate = (work) => setTimeout(work, 0);</script>
<script src="page.js"></script>
</html>
HTML
PYTHONDONTWRITEBYTECODE=1 .build/browser/bin/python $here/pictures.py "$PWD/$out/page.html" "$PWD/$out" "$@"
