import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  sync: 'Sync',
  syncOff: '{off} ({code}).',
  syncIsOff: 'Sync is off',
  syncLead:
    'This service exchanges nothing with other devices: it has no peers, no transport and no keys, and notes stay on this machine. Its status lists no sync among its capabilities, so there is nothing here to switch on.',
  thisReplica: 'This replica',
  database: 'Database',
  syncTools: 'Sync tools for AI clients',
});
