#!/bin/sh
# What `cmake --install` puts where: all links of the documents lead somewhere, and what the manual names is there.
# Usage: test_install.sh CMAKE BUILD FOLDER
set -u
cmake=$1
build=$2
folder=$3
failed=0
rm -rf "$folder"
trap 'rm -rf "$folder"' EXIT

"$cmake" --install "$build" --prefix "$folder" >/dev/null || {
    echo "FAILED: install"
    exit 1
}

fail() {
    echo "FAILED: $*"
    failed=1
}

"$folder/bin/kibitz" version >/dev/null || fail "the program runs"
docs=$(dirname "$(find "$folder" -name SECURITY.md)")
checked=0
for file in $(find "$docs" -name '*.md'); do
    # Links to files: neither to the web nor inside the page.
    for link in $(grep -o '](\([^)]*\))' "$file" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '://'); do
        checked=$((checked + 1))
        [ -e "$(dirname "$file")/$link" ] || fail "$file: $link"
    done
done
[ $checked -gt 30 ] || fail "only $checked links were found"
for file in share/man/man1/kibitz.1.gz include/kibitz/boardwalk.h share/bash-completion/completions/kibitz \
    share/zsh/site-functions/_kibitz share/fish/vendor_completions.d/kibitz.fish; do
    [ -s "$folder/$file" ] || fail "$file is installed"
done
exit $failed
