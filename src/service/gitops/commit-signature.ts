import { createHash, createPrivateKey, sign } from 'node:crypto';
import { packNumber, packText, SshReader, toArmor } from './ssh-format.ts';

const MAGIC = 'SSHSIG';
const VERSION = 1;
const NAMESPACE = 'git';
const HASH = 'sha512';
/** PKCS #8 prefix of a 32-byte Ed25519 key ([RFC 8410](https://datatracker.ietf.org/doc/html/rfc8410)). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/** Seed and point of an Ed25519 key without a passphrase, from `makeSshKey`. */
function readSeed(privateKey: string): { seed: Buffer; shown: Buffer } {
  const bytes = Buffer.from(privateKey.replace(/-----[^-]+-----/g, ''), 'base64');
  const file = new SshReader(bytes, 'openssh-key-v1\0'.length);
  // Skips cipher, key derivation and its options; then the number of keys.
  for (let skipped = 0; skipped < 3; skipped += 1) file.takeText();
  file.takeNumber();
  const shown = file.takeText();
  const secret = new SshReader(file.takeText());
  // Skips two check numbers; type and point precede the seed.
  for (let skipped = 0; skipped < 2; skipped += 1) secret.takeNumber();
  for (let skipped = 0; skipped < 2; skipped += 1) secret.takeText();
  return { seed: secret.takeText().subarray(0, SEED_BYTES), shown };
}

/**
 * Signs like `ssh-keygen -Y sign -n git`
 * ([SSHSIG](https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig)), which Git accepts for
 * commits.
 * @param privateKey Ed25519, in OpenSSH's form
 */
export function signCommit(privateKey: string, payload: string): string {
  const { seed, shown } = readSeed(privateKey);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const digest = createHash(HASH).update(payload).digest();
  const signed = [packText(NAMESPACE), packText(''), packText(HASH)];
  const signature = sign(null, Buffer.concat([Buffer.from(MAGIC), ...signed, packText(digest)]), key);
  const blob = Buffer.concat([
    ...[Buffer.from(MAGIC), packNumber(VERSION), packText(shown), ...signed],
    packText(Buffer.concat([packText('ssh-ed25519'), packText(signature)])),
  ]);
  return toArmor('SSH SIGNATURE', blob);
}
