# SPDX-License-Identifier: GPL-3.0-or-later
# The steps of Scripts/package.
# shellcheck shell=bash disable=SC2154

# Builds the programs, and sets `programs` to their folder. Two builds are equal where the project has the same path and where
# addresses are the same: the compiler keeps lengths of paths, and goes through tables in the order of addresses. So mounts of
# the build's own put the project at /mnt, and addresses are not random.
build_release() {
    local mounts=(unshare --mount)
    ((EUID == 0)) || mounts+=(--map-root-user)
    # shellcheck disable=SC2016
    if "${mounts[@]}" setarch --addr-no-randomize mount --bind "$root" /mnt 2>/dev/null; then
        "${mounts[@]}" bash -c 'mount --bind "$1" /mnt && cd /mnt && exec setarch --addr-no-randomize Scripts/lib/release.sh' bash "$root"
    else
        say "WARNING: mounts or fixed addresses are not allowed here; the programs may differ from others by some bytes."
        Scripts/lib/release.sh
    fi
    programs=$(cd .build-package/build/release && pwd -P)
}

# build_again FOLDER: makes the packages from a clone of the commit in another folder; they must equal those in FOLDER.
build_again() {
    local first=$1 again=$root/.build-package/again clone file
    clone=$(mktemp -d)
    trap "rm -rf '$clone'" EXIT
    git clone --quiet "$root" "$clone"
    # The versions of the dependencies are part of what is built.
    [[ ! -f Package.resolved ]] || cp Package.resolved "$clone/"
    "$clone/Scripts/package" --output "$again" >"$clone/log" 2>&1 || { tail -5 "$clone/log"; die "the clone could not be built."; }
    for file in "$first"/limn[_-]* "$first/built-from.txt"; do
        cmp "$file" "$again/${file##*/}" || die "${file##*/} is not the same when it is built again; see $again."
    done
    rm -r "$again"
    say "a second build, from nothing and in another folder, gave the same bytes."
}

# record FOLDER: writes what the packages were made of. Who builds this commit with the same of each gets the same bytes.
record() {
    {
        printf 'commit %s\ntimes %s\n' "$(git describe --always --dirty --abbrev=40)" "$SOURCE_DATE_EPOCH"
        swift --version 2>/dev/null | head -1
        [[ ! -f Package.resolved ]] || python3 -c '
import json, sys
for pin in json.load(sys.stdin)["pins"]:
    print(pin["identity"], pin["state"].get("version", ""), pin["state"]["revision"])' <Package.resolved
        dpkg-deb --field "$package" Depends | tr , '\n' | awk '{ print $1 }' |
            xargs -r dpkg-query --show --showformat='${Package} ${Version}\n'
    } >"$1/built-from.txt"
}

# write_components ARTIFACT PROGRAM…: writes what was linked into the programs, and what `copied` names of the system's data, as
# CycloneDX, into a file beside the artifact.
write_components() {
    local artifact=$1
    shift
    if [[ -f $programs/limn.product/Objects.LinkFileList ]]; then
        python3 Scripts/lib/sbom.py "$artifact" "${@/#/$programs/}" --data "${copied[@]}" >"$artifact.cdx.json"
    else
        say "WARNING: $programs does not say what was linked; ${artifact##*/} has no list of components."
    fi
}

# lay_out FOLDER: lays out /usr and /etc as they are installed.
lay_out() {
    local to=$1 share=$1/usr/share program file
    install -Dm 755 -s --strip-program="${STRIP:-strip}" -t "$to/usr/bin" "$programs/limn" "$programs/limn-server"
    install -Dm 755 -s --strip-program="${STRIP:-strip}" -t "$to/usr/libexec/limn" "$programs/limn-worker"
    # Libraries come from where the system has them, and from no folder of the machine that built the programs.
    patchelf --remove-rpath "$to"/usr/bin/* "$to/usr/libexec/limn/limn-worker"

    # The studio: what browsers get, which is what the server sends.
    while IFS= read -r -d '' file; do
        install -Dm 644 "Studio/$file" "$share/limn/studio/$file"
    done < <(cd Studio && find . -type f -not -path './tests/*' -regextype posix-extended \
        -regex '.*\.(html|js|css|svg|png|webmanifest)' -print0)
    # What the manual's tutorials use.
    install -Dm 644 -t "$share/doc/limn/examples" Samples/{character-sheet,character-sheet-cropped,map-landscape}.pdf \
        Samples/{character-sheet,map-landscape}.xopp Samples/maren-ashwick.limn Samples/party.csv Samples/portrait.png
    install -Dm 644 -t "$share/limn/mappings" Samples/mappings/*.json

    Scripts/manual-pages "$share/man/man1" "$programs"
    install -d "$share/man/man8"
    printf '.so man1/limn-serve.1\n' >"$share/man/man8/limn-server.8"
    find "$share/man" -type f -exec gzip -9n {} +

    install -d "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
    "$programs/limn" --generate-completion-script bash >"$share/bash-completion/completions/limn"
    "$programs/limn" --generate-completion-script zsh >"$share/zsh/vendor-completions/_limn"
    "$programs/limn" --generate-completion-script fish >"$share/fish/vendor_completions.d/limn.fish"
    # These are read by shells and not run; a first line that names a program would say otherwise.
    sed -i '1{/^#!/d}' "$share/bash-completion/completions/limn"

    install -Dm 644 Packaging/systemd/limn.service "$to/usr/lib/systemd/system/limn.service"
    install -Dm 644 Packaging/systemd/limn.socket "$to/usr/lib/systemd/system/limn.socket"
    install -Dm 644 Packaging/systemd/user.conf "$to/usr/lib/systemd/system/limn.service.d/10-user.conf"
    install -Dm 644 Packaging/systemd/sysusers.conf "$to/usr/lib/sysusers.d/limn.conf"
    install -Dm 644 Packaging/systemd/limn.toml "$to/etc/limn/limn.toml"

    install -Dm 644 -t "$share/applications" Packaging/desktop/*.desktop
    install -Dm 644 Packaging/desktop/limn.xml "$share/mime/packages/limn.xml"
    install -Dm 644 Packaging/desktop/limn.thumbnailer "$share/thumbnailers/limn.thumbnailer"
    install -Dm 644 Studio/icons/app.svg "$share/icons/hicolor/scalable/apps/limn.svg"
    install -Dm 644 Studio/icons/app-192.png "$share/icons/hicolor/192x192/apps/limn.png"
    install -Dm 644 Studio/icons/app-512.png "$share/icons/hicolor/512x512/apps/limn.png"
}

# Sets all times in a folder to SOURCE_DATE_EPOCH.
settle() { find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +; }

# pack FOLDER: writes the packages into a folder, and sets `package` and `archive` to their paths.
pack() {
    local to=$1 stage version
    stage=$(mktemp -d)
    version=$("$programs/limn" --version)
    mkdir -p "$to" "$stage/root"
    chmod 755 "$stage/root"
    (umask 022 && lay_out "$stage/root")
    pack_debian "$stage" "$to" "$version"
    pack_archive "$stage" "$to" "$version"
    for kind in limn limn-server; do
        install -Dm 644 "Packaging/container/Containerfile.$kind" "$to/Containerfile.$kind"
    done
    rm -rf "$stage"
}

# pack_debian STAGE OUTPUT VERSION
pack_debian() {
    local stage=$1 to=$2 version=$3 tree=$1/debian-root depends size architecture
    architecture=$(dpkg --print-architecture)
    cp -a "$stage/root" "$tree"
    install -Dm 644 Packaging/debian/copyright "$tree/usr/share/doc/limn/copyright"
    debian_changelog "$version" | gzip -9n >"$tree/usr/share/doc/limn/changelog.gz"
    install -Dm 644 Packaging/debian/lintian-overrides "$tree/usr/share/lintian/overrides/limn"
    mkdir -p "$tree/DEBIAN" "$stage/shlibs/debian"
    install -m 755 -t "$tree/DEBIAN" Packaging/debian/{postinst,prerm,postrm}
    printf '/etc/limn/limn.toml\n' >"$tree/DEBIAN/conffiles"
    printf 'Source: limn\n\nPackage: limn\nArchitecture: any\n' >"$stage/shlibs/debian/control"
    depends=$(cd "$stage/shlibs" && dpkg-shlibdeps --warnings=0 ${LIMN_SHLIBDEPS:-} -O "$tree"/usr/bin/* "$tree/usr/libexec/limn/limn-worker" |
        sed -n 's/^shlibs:Depends=//p')
    size=$(du --apparent-size -sk "$tree/usr" "$tree/etc" | awk '{ kib += $1 } END { print kib }')
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
        -e "s/@DEPENDS@/$depends/" Packaging/debian/control >"$tree/DEBIAN/control"
    (cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    chmod 644 "$tree/DEBIAN"/{control,md5sums,conffiles}
    settle "$tree"
    package=$to/limn_${version}_$architecture.deb
    dpkg-deb --root-owner-group -Zxz --build "$tree" "$package" >/dev/null
    say "${package##*/}: $(stat -c %s "$package") bytes, $size KiB installed."
}

# pack_reading FOLDER: writes the package limn-reading, with what reads handwriting and its licenses, into a folder.
pack_reading() {
    local to=$1 stage tree docs depends size version architecture file
    stage=$(mktemp -d) tree=$stage/root docs=$stage/root/usr/share/doc/limn-reading
    version=$("$programs/limn" --version) architecture=$(dpkg --print-architecture)
    mkdir -p "$tree/DEBIAN" "$stage/shlibs/debian"
    chmod 755 "$tree"
    install -Dm 644 -t "$tree/usr/lib/limn/reading" .reading/{libonnxruntime.so.1,recognition.onnx}
    install -Dm 644 -t "$docs" .reading/NOTICE.* Packaging/debian/reading/copyright
    debian_changelog "$version" | sed '1s/^limn /limn-reading /' | gzip -9n >"$docs/changelog.gz"
    gzip -9n "$docs/NOTICE.onnxruntime.txt"
    printf 'Source: limn\n\nPackage: limn-reading\nArchitecture: any\n' >"$stage/shlibs/debian/control"
    depends=$(cd "$stage/shlibs" && dpkg-shlibdeps --warnings=0 -O "$tree/usr/lib/limn/reading/libonnxruntime.so.1" |
        sed -n 's/^shlibs:Depends=//p')
    size=$(du --apparent-size -sk "$tree/usr" | awk '{ print $1 }')
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
        -e "s/@DEPENDS@/$depends/" Packaging/debian/reading/control >"$tree/DEBIAN/control"
    (cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    chmod 644 "$tree/DEBIAN"/{control,md5sums}
    settle "$tree"
    file=$to/limn-reading_${version}_$architecture.deb
    dpkg-deb --root-owner-group -Zxz --build "$tree" "$file" >/dev/null
    rm -rf "$stage"
    say "${file##*/}: $(stat -c %s "$file") bytes, $size KiB installed."
}

# Debian's form of the changelog: one entry, which points to the file that people read.
debian_changelog() {
    printf 'limn (%s) stable; urgency=medium\n\n  * See https://keepachangelog.com/ for the form of CHANGELOG.md, which tells\n    what has changed.\n\n' "$1"
    printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' Packaging/debian/control)" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
}

# bundle_libraries TREE: puts all libraries that the programs need, but the C library, into lib/limn beside them.
bundle_libraries() {
    local tree=$1 library
    mkdir -p "$tree/lib/limn"
    # The cache of fonts that another version of fontconfig made is of no use to this one.
    install -m 755 "$(command -v fc-cache)" "$tree/libexec/limn/fc-cache"
    while read -r library; do
        cp --dereference "$library" "$tree/lib/limn/"
    done < <(ldd "$tree"/bin/* "$tree"/libexec/limn/* | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
        grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv|libutil|ld-linux[^/]*)\.so')
    chmod 644 "$tree"/lib/limn/*
    # The libraries are found from the programs, wherever the folder is unpacked; those of the system do not count.
    patchelf --set-rpath '$ORIGIN/../lib/limn' "$tree"/bin/*
    patchelf --set-rpath '$ORIGIN/../../lib/limn' "$tree"/libexec/limn/*
    patchelf --set-rpath '$ORIGIN' "$tree"/lib/limn/*
}

# The system's data that an artifact contains.
copied=()

# bundle_fonts TREE: puts what a system without fonts lacks into share/limn: the standard 14 fonts and their relatives, the names
# by which documents ask for them, and the tables of Asian encodings.
bundle_fonts() {
    local share=$1/share/limn
    copied=(/usr/share/fonts/opentype/urw-base35/NimbusSans-Regular.otf /usr/share/poppler/cMap /usr/share/fontconfig/conf.avail/30-metric-aliases.conf)
    install -Dm 644 -t "$share/fonts/urw-base35" /usr/share/fonts/opentype/urw-base35/*.otf
    install -m 644 /usr/share/doc/fonts-urw-base35/copyright "$share/fonts/copyright"
    # Fontconfig reads the system's configuration first, where there is one, so that its fonts are found, too.
    {
        printf '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>\n'
        printf '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>\n<dir prefix="relative">urw-base35</dir>\n'
        cat /usr/share/fontconfig/conf.avail/{30-metric-aliases,45-latin,49-sansserif,60-latin}.conf \
            /usr/share/fontconfig/conf.avail/urw-{[^f]*,fallback-backwards,fallback-generics}.conf |
            sed -E '/<\?xml|<!DOCTYPE|<\/?fontconfig>/d'
        printf '</fontconfig>\n'
    } >"$share/fonts/fonts.conf"
    mkdir "$share/poppler"
    cp -r --dereference /usr/share/poppler/. "$share/poppler"
    install -m 644 /usr/share/doc/poppler-data/copyright "$share/poppler/copyright"
    chmod -R u=rwX,go=rX "$share"
}

# pack_archive STAGE OUTPUT VERSION: the same files below one folder, with all libraries but the C library.
pack_archive() {
    local stage=$1 to=$2 version=$3 name
    name=limn-$version-linux-$(uname -m)
    local tree=$stage/$name
    mkdir "$tree"
    cp -a "$stage/root/usr/." "$tree"
    cp -a "$stage/root/etc" Packaging/archive/README LICENSES "$tree"
    rm -rf "$tree/lib/systemd/system/limn.service.d"
    bundle_libraries "$tree"
    settle "$tree"
    archive=$to/$name.tar.xz
    tar --create --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --directory "$stage" "$name" |
        xz -6 --threads=2 --block-size=16MiB >"$archive"
    say "${archive##*/}: $(stat -c %s "$archive") bytes, with $(find "$tree/lib/limn" -type f | wc -l) libraries."
}

# make_base: sets `base` to the base of the images. Where the registry cannot be reached, debootstrap makes a Debian 12 without
# what its slim image leaves out.
make_base() {
    local tree container
    base=docker.io/library/debian:12-slim
    ! timeout 120 "${buildah[@]}" pull --quiet "$base" >/dev/null 2>&1 || return 0
    base=localhost/limn-base
    tree=$(mktemp -d)
    make_root bookworm "$tree"
    chmod 755 "$tree"
    rm -rf "$tree"/usr/share/{doc,info,lintian,locale,man}/* "$tree"/var/{cache/apt,lib/apt/lists,log}/*
    printf 'path-exclude=/usr/share/%s/*\n' doc info lintian locale man >"$tree/etc/dpkg/dpkg.cfg.d/slim"
    container=$("${buildah[@]}" from scratch)
    "${buildah[@]}" add --quiet "$container" "$tree" / >/dev/null
    "${buildah[@]}" config --env PATH=/usr/sbin:/usr/bin:/sbin:/bin "$container"
    "${buildah[@]}" commit --quiet "$container" "$base" >/dev/null
    "${buildah[@]}" rm "$container" >/dev/null
    rm -rf "$tree"
    say "the images' base is a Debian 12 that debootstrap made: its registry cannot be reached."
}

# make_images FOLDER: makes the images of both Containerfiles, tries the programs in them, and tells their sizes: what a registry
# sends, and what lies on the disk.
make_images() {
    local kind told container sent buildah=(buildah)
    command -v buildah >/dev/null || die "buildah is missing; the images cannot be made."
    # Inside a container, the usual storage cannot be mounted.
    buildah images >/dev/null 2>&1 || buildah+=(--storage-driver vfs)
    local base
    make_base
    sent=$(mktemp -d)
    # The machine's proxy for packages is no part of an image; arguments of this name are kept out of it.
    local http='' arguments=()
    eval "$(apt-config shell http Acquire::http::Proxy)"
    [[ -z $http ]] || arguments=(--build-arg "http_proxy=$http")
    for kind in limn limn-server; do
        "${buildah[@]}" build --quiet --isolation chroot --format docker --from "$base" "${arguments[@]}" \
            --file "$1/Containerfile.$kind" --tag "$kind" "$1" >/dev/null
        container=$("${buildah[@]}" from --pull-never "localhost/$kind")
        told=$("${buildah[@]}" run --isolation chroot "$container" -- "$kind" --version)
        "${buildah[@]}" rm "$container" >/dev/null
        "${buildah[@]}" push --quiet "localhost/$kind" "oci:$sent/$kind"
        say "the image $kind: $(du --apparent-size -sBMB "$sent/$kind" | cut -f1) compressed, $("${buildah[@]}" images --format '{{.Size}}' "localhost/$kind") on the disk, with version $told."
    done
    rm -rf "$sent"
}
