import { createHash, createPrivateKey, sign } from 'node:crypto';
import { packNumber, packText, SshReader, toArmor } from './ssh-format.ts';

const MAGIC = 'SSHSIG';
const VERSION = 1;
/** What Git signs for. */
const NAMESPACE = 'git';
const HASH = 'sha512';
/** Before the 32 bytes of an Ed25519 key, in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/** Seed and point of an Ed25519 key without a passphrase, as `makeSshKey` writes it. */
function readSeed(privateKey: string): { seed: Buffer; shown: Buffer } {
  const bytes = Buffer.from(privateKey.replace(/-----[^-]+-----/g, ''), 'base64');
  const file = new SshReader(bytes, 'openssh-key-v1\0'.length);
  // Cipher, derivation and its options, then how many keys there are.
  for (let skipped = 0; skipped < 3; skipped += 1) file.takeText();
  file.takeNumber();
  const shown = file.takeText();
  const secret = new SshReader(file.takeText());
  // Two check numbers, the type and the point come before the seed.
  for (let skipped = 0; skipped < 2; skipped += 1) secret.takeNumber();
  for (let skipped = 0; skipped < 2; skipped += 1) secret.takeText();
  return { seed: secret.takeText().subarray(0, SEED_BYTES), shown };
}

/**
 * Signs as `ssh-keygen -Y sign -n git` does, which Git takes as the signature of a commit.
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
