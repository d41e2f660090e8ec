import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { packNumber, packText, SshReader, toArmor } from '../ssh-format.ts';

const MARK = 'openssh-key-v1\0';
const BLOCK = 8;
const LABEL = 'OPENSSH PRIVATE KEY';
const BEGIN = `-----BEGIN ${LABEL}-----`;
const END = `-----END ${LABEL}-----`;
const TYPES = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
] as const;
const COMMENT = 'penstock';

export type SshKey = {
  privateKey: string;
  publicKey: string;
};

export function makeSshKey(): SshKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [point, seed] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')];
  const shown = Buffer.concat([packText('ssh-ed25519'), packText(point)]);
  const check = randomBytes(4);
  const secret = [check, check, shown, packText(Buffer.concat([seed, point])), packText(COMMENT)];
  const length = secret.reduce((sum, part) => sum + part.length, 0);
  const padding = Buffer.from(Array.from({ length: (BLOCK - (length % BLOCK)) % BLOCK }, (_, at) => at + 1));
  const file = [
    ...[Buffer.from(MARK), packText('none'), packText('none'), packText(''), packNumber(1), packText(shown)],
    packText(Buffer.concat([...secret, padding])),
  ];
  return {
    privateKey: `${toArmor(LABEL, Buffer.concat(file))}\n`,
    publicKey: `ssh-ed25519 ${shown.toString('base64')} ${COMMENT}`,
  };
}

const OWN_FORM = "Give a private key in OpenSSH's own form ('-----BEGIN OPENSSH PRIVATE KEY-----')";

/**
 * Reads a private key, even without its line breaks.
 * @returns a sentence when it is unusable
 */
export function readSshKey(given: string): SshKey | string {
  const inside = given.trim();
  if (!inside.startsWith(BEGIN) || !inside.endsWith(END))
    return `${OWN_FORM}; ssh-keygen -p -f FILE converts an older one`;
  const bytes = Buffer.from(inside.slice(BEGIN.length, -END.length), 'base64');
  const reader = new SshReader(bytes, MARK.length);
  try {
    if (bytes.toString('latin1', 0, MARK.length) !== MARK) return `${OWN_FORM}, whole`;
    const cipher = reader.takeText().toString();
    if (cipher !== 'none')
      return 'The private key has a passphrase, which nobody could type: give one without, or let Penstock make a key';
    // Skips key derivation and its options; then the number of keys.
    reader.takeText();
    reader.takeText();
    reader.takeNumber();
    const shown = reader.takeText();
    reader.takeText();
    const type = shown.toString('latin1', 4, 4 + shown.readUInt32BE(0));
    if (!TYPES.some((one) => one === type))
      return `A key of the type ${/^[\w@.-]{1,60}$/.test(type) ? type : 'that it has'} cannot be used: give one of ${TYPES.join(', ')}`;
    return {
      privateKey: `${toArmor(LABEL, bytes)}\n`,
      publicKey: `${type} ${shown.toString('base64')} ${COMMENT}`,
    };
  } catch {
    return `${OWN_FORM}, whole: the end is missing`;
  }
}

/** A host's `ssh-ed25519 AAAA…`; undefined for anything else. */
export const readHostKey = (given: string): string | undefined =>
  /^((?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521)) [A-Za-z0-9+/]{40,2000}={0,2})$/.exec(
    given.trim(),
  )?.[1];

export function computeFingerprint(key: string): string {
  const [, shown = ''] = key.split(' ');
  const digest = createHash('sha256').update(Buffer.from(shown, 'base64')).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}
