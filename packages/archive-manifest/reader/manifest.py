"""Manifests and locations by SPEC.md sections 3 and 4."""
import os

from canonical import RepeatedMember, canonical, parse_json
from folder import ArchiveError, compute_sha256
from schema import CAPABILITIES, MANIFEST, MAX_CHUNKS, MAX_PACK_BYTES, is_safe_path

MAX_MANIFEST_BYTES = 8 << 20
PACK_HEADER = b"NSPK\x02" + bytes(11)
PREFIX_BYTES = 48


def read_manifest(folder, path="manifest.json"):
    """Reads and checks a manifest; raises ArchiveError."""
    missing = "archive_manifest_missing"
    if os.path.isdir(os.path.join(folder.root, ".export")):
        missing = "archive_manifest_unfinished"
    file, size = folder.open(path, missing)
    with file:
        if size > MAX_MANIFEST_BYTES:
            raise ArchiveError("archive_manifest_oversize", path, "The manifest has more than 8 MiB.")
        data = file.read(MAX_MANIFEST_BYTES + 1)
    try:
        manifest = parse_json(data, negative_zero=0)
    except RepeatedMember as error:
        raise ArchiveError("archive_duplicate_key", path, str(error)) from None
    except ValueError:
        raise ArchiveError("archive_manifest_malformed", path, "The manifest is not JSON in UTF-8.") from None
    check_version(manifest, path)
    if not MANIFEST(manifest):
        raise ArchiveError("archive_schema_invalid", path, "The manifest does not have the fields of the format.")
    rest = {name: value for name, value in manifest.items() if name != "commit_sha256"}
    try:
        commit = compute_sha256(b"service-archive/commit/2\n" + canonical(rest))
    except ValueError:
        raise ArchiveError("archive_schema_invalid", path, "The manifest has no canonical form.") from None
    unsupported = sorted(set(manifest["compatibility"]["required_capabilities"]) - CAPABILITIES)
    if unsupported:
        text = "The archive needs a reader that supports %s." % ", ".join(unsupported)
        raise ArchiveError("archive_capability_unsupported", path, text)
    check_rules(manifest, path)
    if commit != manifest["commit_sha256"]:
        raise ArchiveError("archive_commit_mismatch", path, "The manifest was altered.")
    return manifest


def check_version(manifest, path):
    """Checks format and version first: other members may differ in another version."""
    if not isinstance(manifest, dict) or manifest.get("format") != "service-archive":
        raise ArchiveError("archive_schema_invalid", path, "The file is not the manifest of an archive.")
    compatibility = manifest.get("compatibility")
    reader = compatibility.get("minimum_reader_version") if isinstance(compatibility, dict) else None
    for version in (manifest.get("version"), reader):
        if type(version) is int and version != 2:
            raise ArchiveError("archive_version_unsupported", path, "The archive needs a reader of version %d." % version)


def check_rules(manifest, path):
    """Checks the rules between the fields of a manifest."""
    versions, totals, index = manifest["compatibility"], manifest["totals"], manifest["index"]
    if not versions["minimum_schema_version"] <= versions["source_schema_version"] <= versions["maximum_schema_version"]:
        raise ArchiveError("archive_schema_range", path, "The schema of the library is outside its own range.")
    for item in index:
        check_location(item, "archive_schema_invalid")
    if len({item["sha256"] for item in index}) < len(index):
        raise ArchiveError("archive_index_order", path, "An index object is listed twice.")
    records = totals["objects"] - totals["blobs"]
    packs, chunks = totals.get("packs"), totals["record_chunks"]
    if (
        sum(item["entries"] for item in index) != totals["objects"]
        or records < 0
        or packs == 0
        or (packs or 0) > totals["objects"]
        or not records <= chunks <= records * MAX_CHUNKS
        or chunks > sum(manifest["counts"].values())
    ):
        raise ArchiveError("archive_totals_mismatch", path, "The totals contradict each other.")


def check_location(item, invalid):
    """Checks the rules of a location; `invalid` is the code for wrong fields."""
    location = item["location"]
    path = location.get("path")
    if path is not None and not is_safe_path(path):
        raise ArchiveError("archive_path_unsafe", path, "The path is not safe on every system.")
    in_pack = location["layout"] == "pack"
    if any((name in location) != in_pack for name in ("pack_sha256", "offset", "length")):
        raise ArchiveError(invalid, item["sha256"], "The location has the fields of another layout.")
    if not in_pack:
        return
    if location["length"] != item["size_bytes"] or location["offset"] < len(PACK_HEADER) + PREFIX_BYTES:
        raise ArchiveError("archive_pack_range", item["sha256"], "The range is not that of an object in a pack.")
    if location["offset"] + location["length"] > MAX_PACK_BYTES:
        raise ArchiveError("archive_pack_oversize", item["sha256"], "The object ends beyond the largest pack.")
