// check.mjs DIR: checks the library of a data directory, and reports the faults and why it accepts no writes.
import { checkLibrary, dataPaths, examineSyncKeys, findRefusal } from '@notes/storage';

const [dataDir] = process.argv.slice(2);
try {
  const { schema, faults } = checkLibrary(dataDir, (check) => ({
    schema: check.schemaVersion(),
    faults: [...check.pages(), ...check.searchIndex(), ...check.danglingTables()].length,
  }));
  console.log(`schema ${schema}, ${faults} faults, keys ${JSON.stringify(examineSyncKeys(dataDir))}`);
  console.log(findRefusal(dataPaths(dataDir))?.reason ?? 'writable');
} catch (error) {
  console.log(`${error.reason ?? error.name}: ${error.message}`);
}
