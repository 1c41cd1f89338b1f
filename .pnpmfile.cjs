// `@notes/source` makes the packages of this repository read each other's sources. The sources are not published, so
// the condition is taken out of every manifest on its way into a tarball: a consumer who happens to set a condition of
// that name would otherwise be sent to files that are not there.
const SOURCE_CONDITION = '@notes/source';

function withoutSourceCondition(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== SOURCE_CONDITION)
      .map(([key, inner]) => [key, withoutSourceCondition(inner)]),
  );
}

// Consumers install no devDependencies, and ours name a private package.
function forConsumers({ devDependencies: _, ...manifest }) {
  return { ...manifest, exports: withoutSourceCondition(manifest.exports) };
}

module.exports = { hooks: { beforePacking: forConsumers } };
