import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const CREDENTIAL = /^penstock_engine_[\w-]{43}$/;

/** 256 bits, and the stored hash. */
export function makeJoinToken(): { token: string; hash: string } {
  const token = `penstock_join_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { token, hash: hashToken(token) };
}

/** Random enough for a plain hash. */
export const hashToken = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export function makeCredential(header: string | undefined): string | undefined {
  const credential = header?.replace(/^Bearer /, '');
  return credential !== undefined && CREDENTIAL.test(credential) ? credential : undefined;
}
