import { computePaddedSize, coversAll, formatPosition, joinVectors, parseArtifactName } from '@notes/sync-protocol';

// The last operation of each replica that two devices know.
const laptop = { rep_laptop: 12, rep_phone: 3 };
const phone = { rep_laptop: 7, rep_phone: 5 };
console.log(coversAll(laptop, phone)); // false
console.log(joinVectors(laptop, phone)); // { rep_laptop: 12, rep_phone: 5 }

// A carrier can read the index of an artifact, the start of its SHA-256 and a size that is rounded up.
const name = `${formatPosition(12)}-9f86d081884c7d659a2feaa0c55ad015`;
console.log(parseArtifactName('ops', name)); // { position: 12, digest: '9f86d081884c7d659a2feaa0c55ad015' }
console.log(computePaddedSize(3_000)); // 3072
