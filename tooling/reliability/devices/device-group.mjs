// @ts-check
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Device } from './device.mjs';

/** @typedef {{ devices: Device[], carried: string[], recoveryCode: string }} Meeting carried: folders with the artifacts that devices exchange */

const NAMES = ['desk', 'phone', 'laptop', 'tablet', 'shed', 'office'];

/** Makes devices that share a folder. @returns {Promise<Meeting>} */
export async function createFolderGroup(/** @type {string} */ folder, /** @type {number} */ count) {
  const carrier = join(folder, 'carrier');
  const settings = `[sync]\ntarget = "directory"\ninterval_seconds = 0\n[sync.directory]\npath = ${JSON.stringify(carrier)}\n`;
  const devices = NAMES.slice(0, count).map((name) => new Device(folder, name, settings));
  for (const device of devices) await device.start();
  const [first, ...others] = devices;
  if (first === undefined) throw new Error('The list of devices is empty.');
  const { recovery_code } = await expectStatus(first.ask('POST', '/sync-ui/initialize', { name: first.name }), 201);
  for (const device of others) {
    const asked = { code: await invite(first), target: 'directory', name: device.name };
    await expectStatus(device.ask('POST', '/sync-ui/pair', asked), 200);
    await first.sync();
    await expectStatus(device.ask('POST', '/sync-ui/pair', asked), 200);
  }
  return { devices, carried: [carrier], recoveryCode: recovery_code };
}

/** Makes devices of which the first serves the others, over TLS. @returns {Promise<Meeting>} */
export async function createRestGroup(/** @type {string} */ folder, /** @type {number} */ count) {
  const { cert, key, pin } = createCertificate(folder);
  const port = await findFreePort();
  const address = `https://127.0.0.1:${port}`;
  const served = `[sync.rest]\nenabled = true\nport = ${port}\nrequests_per_minute = 100000\nburst = 10000\ntls_cert_file = ${JSON.stringify(cert)}\ntls_key_file = ${JSON.stringify(key)}\n`;
  const asks = `[sync]\ntarget = "rest"\ninterval_seconds = 0\n[sync.rest_peer]\nbase_url = "${address}"\ntls_cert_sha256 = "${pin}"\n`;
  const devices = NAMES.slice(0, count).map((name, n) => new Device(folder, name, n === 0 ? served : asks, n === 0));
  for (const device of devices) await device.start();
  const [first, ...others] = devices;
  if (first === undefined) throw new Error('The list of devices is empty.');
  const { recovery_code } = await expectStatus(first.ask('POST', '/sync-ui/initialize', { name: first.name }), 201);
  for (const device of others) {
    const asked = {
      code: await invite(first),
      target: 'rest',
      base_url: address,
      tls_cert_sha256: pin,
      name: device.name,
    };
    await expectStatus(device.ask('POST', '/sync-ui/pair', asked), 200);
  }
  return { devices, carried: [join(first.dataDir, 'carrier')], recoveryCode: recovery_code };
}

async function invite(/** @type {Device} */ device) {
  const { invitations } = await expectStatus(
    device.ask('POST', '/sync-ui/invitations', { action: 'create' }),
    201,
    200,
  );
  return invitations.find((/** @type {{ code: string | null }} */ { code }) => code !== null).code;
}

async function expectStatus(
  /** @type {Promise<import('./device.mjs').Answer>} */ sent,
  /** @type {number[]} */ ...statuses
) {
  const { status, value } = await sent;
  if (!statuses.includes(status)) throw new Error(`${status} ${JSON.stringify(value)}`);
  return value;
}

function createCertificate(/** @type {string} */ folder) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=notes'.split(' ');
  execFileSync('openssl', [...words, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pin = createHash('sha256')
    .update(new X509Certificate(readFileSync(cert)).raw)
    .digest('hex');
  return { cert, key, pin };
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}
