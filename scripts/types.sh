#!/bin/sh
# Checks the types of the client, where Node is found; nothing else of ours needs Node.
set -eu
cd "$(dirname "$0")/.."
skip() { echo "types of the client: skipped, $*"; exit 0; }

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || skip "Node isn't installed"
[ -f static/tsconfig.json ] || skip "there is no static/tsconfig.json"
tsc=build/typescript/node_modules/typescript/bin/tsc
if [ ! -f "$tsc" ]; then
    mkdir -p build/typescript
    npm install --prefix build/typescript --no-save --no-audit --no-fund --loglevel=error typescript@5.9 \
        </dev/null >/dev/null || skip "TypeScript can't be installed"
fi
node "$tsc" --project static/tsconfig.json --noEmit
echo "types of the client: good"
