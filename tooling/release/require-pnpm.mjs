// @ts-check
import { fail } from '../run/output.mjs';

/**
 * Refuses to pack a package with another program than pnpm; the `prepack` script of every published package. Only pnpm
 * replaces the ranges of the workspace, and only its hook completes the manifest.
 */
const packer = process.env.npm_config_user_agent?.split('/')[0] ?? 'another program';
if (packer !== 'pnpm')
  process.exitCode = fail(
    1,
    `${process.env.npm_package_name} was not packed: ${packer} leaves ranges such as workspace:* in the manifest, which nobody can install.
Run "npx pnpm pack" here, or "node tooling/release/pack-release.mjs" at the root for all packages.`,
  );
