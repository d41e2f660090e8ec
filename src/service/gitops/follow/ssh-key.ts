import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

const MARK = 'openssh-key-v1\0';
const BLOCK = 8;
const LINE = 70;
const BEGIN = '-----BEGIN OPENSSH PRIVATE KEY-----';
const END = '-----END OPENSSH PRIVATE KEY-----';
const TYPES = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
] as const;
const COMMENT = 'penstock';

export type SshKey = {
  /** As OpenSSH reads it from a file. */
  privateKey: string;
  /** One line, as providers take it. */
  publicKey: string;
};

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
};

const toFile = (bytes: Buffer): string => {
  const lines = bytes.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return [BEGIN, ...lines, END, ''].join('\n');
};

/** A new key pair (Ed25519). */
export function makeSshKey(): SshKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [point, seed] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')];
  const shown = Buffer.concat([text('ssh-ed25519'), text(point)]);
  const check = randomBytes(4);
  const secret = [check, check, shown, text(Buffer.concat([seed, point])), text(COMMENT)];
  const length = secret.reduce((sum, part) => sum + part.length, 0);
  const padding = Buffer.from(Array.from({ length: (BLOCK - (length % BLOCK)) % BLOCK }, (_, at) => at + 1));
  const file = [
    ...[Buffer.from(MARK), text('none'), text('none'), text(''), number(1), text(shown)],
    text(Buffer.concat([...secret, padding])),
  ];
  return {
    privateKey: toFile(Buffer.concat(file)),
    publicKey: `ssh-ed25519 ${shown.toString('base64')} ${COMMENT}`,
  };
}

const OWN_FORM = "Give a private key in OpenSSH's own form ('-----BEGIN OPENSSH PRIVATE KEY-----')";

/**
 * Reads a private key, also when its line breaks were lost.
 * @returns a sentence where it cannot be used
 */
export function readSshKey(given: string): SshKey | string {
  const inside = given.trim();
  if (!inside.startsWith(BEGIN) || !inside.endsWith(END))
    return `${OWN_FORM}; ssh-keygen -p -f FILE converts an older one`;
  const bytes = Buffer.from(inside.slice(BEGIN.length, -END.length), 'base64');
  let at = MARK.length;
  const take = (): Buffer => {
    const length = at + 4 <= bytes.length ? bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (length > bytes.length - at - 4) throw new RangeError();
    const part = bytes.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    return part;
  };
  try {
    if (bytes.toString('latin1', 0, MARK.length) !== MARK) return `${OWN_FORM}, whole`;
    const cipher = take().toString();
    if (cipher !== 'none')
      return 'The private key has a passphrase, which nobody could type: give one without, or let Penstock make a key';
    take();
    take();
    at += 4;
    const shown = take();
    take();
    const type = shown.toString('latin1', 4, 4 + shown.readUInt32BE(0));
    if (!TYPES.some((one) => one === type))
      return `A key of the type ${/^[\w@.-]{1,60}$/.test(type) ? type : 'that it has'} cannot be used: give one of ${TYPES.join(', ')}`;
    return { privateKey: toFile(bytes), publicKey: `${type} ${shown.toString('base64')} ${COMMENT}` };
  } catch {
    return `${OWN_FORM}, whole: the end is missing`;
  }
}

/** `ssh-ed25519 AAAA…`, as a host shows it; undefined for anything else. */
export const readHostKey = (given: string): string | undefined =>
  /^((?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521)) [A-Za-z0-9+/]{40,2000}={0,2})$/.exec(
    given.trim(),
  )?.[1];

/** As ssh and providers show it: `SHA256:…`. */
export function computeFingerprint(key: string): string {
  const [, shown = ''] = key.split(' ');
  const digest = createHash('sha256').update(Buffer.from(shown, 'base64')).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}
