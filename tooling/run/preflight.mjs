// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest } from './workspace.mjs';

/**
 * Compares a Node version with a range of the one form the manifest uses, `>=major.minor`.
 * @returns {string | undefined} message for the user, or undefined for a suitable version
 */
export function versionComplaint(/** @type {string} */ version, /** @type {string} */ range) {
  const [, major = '', minor = '0'] = /^>=(\d+)(?:\.(\d+))?$/.exec(range) ?? [];
  if (major === '') return `The Node range "${range}" in package.json is not of the form >=major.minor.`;
  const [haveMajor = 0, haveMinor = 0] = version.split('.').map(Number);
  const enough = haveMajor > Number(major) || (haveMajor === Number(major) && haveMinor >= Number(minor));
  return enough ? undefined : `Notes needs Node ${major}.${minor} or newer. This is Node ${version}.`;
}

/** Checks the running Node against `engines` of the root manifest. */
export function checkNodeVersion(/** @type {string} */ root) {
  return versionComplaint(process.versions.node, readManifest(root).engines?.node ?? '');
}

/**
 * Finds C++ headers that lie beside a Node binary and belong to its version: then a native addon compiles without
 * downloading them. Headers of another version are refused, since the addon would load and crash.
 * @returns {string | undefined} the prefix for node-gyp's `nodedir`
 */
export function headerPrefix(execPath = process.execPath, version = process.versions.node) {
  const prefix = dirname(dirname(execPath));
  const file = join(prefix, 'include', 'node', 'node_version.h');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const found = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`^#define NODE_${part}_VERSION (\\d+)`, 'm').exec(text)?.[1],
  );
  return found.join('.') === version ? prefix : undefined;
}
