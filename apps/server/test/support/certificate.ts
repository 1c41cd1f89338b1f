import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerTls } from '@notes/operations/config';

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];

/**
 * Makes a self-signed certificate, as a peer has one, in files of a folder.
 *
 * @param newKey options of `openssl req` for the key
 */
export function makeCertificate(
  folder: string,
  name = 'peer',
  newKey = CURVE,
): PeerTls & Record<'certFile' | 'keyFile', string> {
  const [certFile, keyFile] = [join(folder, `${name}.cert.pem`), join(folder, `${name}.key.pem`)];
  const request = [
    'req',
    '-x509',
    ...newKey,
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    keyFile,
    '-out',
    certFile,
  ];
  execFileSync('openssl', request, { stdio: 'pipe' });
  const cert = readFileSync(certFile);
  const sha256 = createHash('sha256').update(new X509Certificate(cert).raw).digest('hex');
  return { certFile, keyFile, cert, key: readFileSync(keyFile), sha256 };
}
