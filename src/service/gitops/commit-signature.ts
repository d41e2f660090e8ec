import { createHash, createPrivateKey, sign } from 'node:crypto';

const MAGIC = 'SSHSIG';
const VERSION = 1;
/** What Git signs for. */
const NAMESPACE = 'git';
const HASH = 'sha512';
const LINE = 70;
/** Before the 32 bytes of an Ed25519 key, in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** Seed and point of an Ed25519 key without a passphrase, as `makeSshKey` writes it. */
function readSeed(privateKey: string): { seed: Buffer; shown: Buffer } {
  const bytes = Buffer.from(privateKey.replace(/-----[^-]+-----/g, ''), 'base64');
  let at = 'openssh-key-v1\0'.length;
  const take = (): Buffer => {
    const length = bytes.readUInt32BE(at);
    const part = bytes.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    return part;
  };
  // Cipher, derivation and its options, then how many keys there are.
  for (let skipped = 0; skipped < 3; skipped += 1) take();
  at += 4;
  const shown = take();
  const secret = take();
  // Two check numbers, the type and the point come before the seed.
  let inside = 8;
  for (let skipped = 0; skipped < 2; skipped += 1) inside += 4 + secret.readUInt32BE(inside);
  return { seed: secret.subarray(inside + 4, inside + 4 + SEED_BYTES), shown };
}

/**
 * Signs as `ssh-keygen -Y sign -n git` does, which Git takes as the signature of a commit.
 * @param privateKey Ed25519, in OpenSSH's form
 */
export function signCommit(privateKey: string, payload: string): string {
  const { seed, shown } = readSeed(privateKey);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const digest = createHash(HASH).update(payload).digest();
  const signed = [text(NAMESPACE), text(''), text(HASH)];
  const signature = sign(null, Buffer.concat([Buffer.from(MAGIC), ...signed, text(digest)]), key);
  const version = Buffer.from([0, 0, 0, VERSION]);
  const blob = Buffer.concat([
    ...[Buffer.from(MAGIC), version, text(shown), ...signed],
    text(Buffer.concat([text('ssh-ed25519'), text(signature)])),
  ]);
  const lines = blob.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----'].join('\n');
}
