import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isSecretSet, SECRET_SET } from '../../contract/entities/common.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Sealed = { sealed: string };
const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string';

type Config = Record<string, unknown>;

/** Seals secrets in the database with AES-256-GCM. */
export type Sealer = {
  seal(config: Config, secretFields: readonly string[]): Config;
  /** Fills in stored secrets for `{set: true}`. */
  keep(config: Config, secretFields: readonly string[], stored: Config): Config;
  /** Secrets in clear, for the engine. */
  open(config: Config): Config;
  /** Secrets as `{set: true}`, for answers. */
  mask(config: Config): Config;
  /** HMAC-SHA-256 in hexadecimal, with a derived key. */
  sign(text: string): string;
};

/** @param key 32 bytes */
export function createSealer(key: Buffer): Sealer {
  const signingKey = createHmac('sha256', key).update('penstock signing').digest();
  const encrypt = (value: unknown): Sealed => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') };
  };
  const decrypt = ({ sealed }: Sealed): unknown => {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  };
  const mapValues = (config: Config, change: (value: unknown, name: string) => unknown): Config =>
    Object.fromEntries(
      Object.entries(config)
        .map(([name, value]) => [name, change(value, name)] as const)
        .filter(([, value]) => value !== undefined),
    );
  return {
    seal: (config, secretFields) =>
      mapValues(config, (value, name) => (secretFields.includes(name) ? encrypt(value) : value)),
    keep: (config, secretFields, stored) =>
      mapValues(config, (value, name) => {
        if (!secretFields.includes(name) || !isSecretSet(value)) return value;
        const kept = stored[name];
        return isSealed(kept) ? decrypt(kept) : kept;
      }),
    open: (config) => mapValues(config, (value) => (isSealed(value) ? decrypt(value) : value)),
    mask: (config) => mapValues(config, (value) => (isSealed(value) ? SECRET_SET : value)),
    sign: (text) => createHmac('sha256', signingKey).update(text).digest('hex'),
  };
}

/** Created with mode 0600 when missing. */
export function loadKeyFile(path: string): Buffer {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes`);
    return key;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const key = randomBytes(KEY_BYTES);
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}

/** Secrets stay sealed. */
export const parseConfig = (row: { config: string }): Config => JSON.parse(row.config) as Config;

export const openConfig = ({ sealer }: { sealer: Sealer }, row: { config: string }): Config =>
  sealer.open(parseConfig(row));
