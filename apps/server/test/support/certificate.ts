import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerTls } from '@notes/operations/config';

/** Makes a self-signed certificate, as a peer has one, in files of a folder. */
export function makeCertificate(folder: string, name = 'peer'): PeerTls & Record<'certFile' | 'keyFile', string> {
  const [certFile, keyFile] = [join(folder, `${name}.cert.pem`), join(folder, `${name}.key.pem`)];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const request = [
    'req',
    '-x509',
    ...curve,
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
