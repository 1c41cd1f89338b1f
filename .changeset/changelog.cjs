const { getReleaseLine } = require('@changesets/cli/changelog').default;

// Entries of CHANGELOG.md as the default has them, but one line for all dependencies: the default writes a line for each
// changeset of each of them.
async function getDependencyReleaseLine(_changesets, dependencies) {
  if (dependencies.length === 0) return '';
  const versions = dependencies.map(({ name, newVersion }) => `${name} ${newVersion}`);
  return `- Updated dependencies: ${versions.join(', ')}`;
}

module.exports = { getReleaseLine, getDependencyReleaseLine };
