import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const CREDENTIAL = /^penstock_engine_[\w-]{43}$/;

/** A token of 256 bits that nobody guesses, and what is stored of it. */
export function newJoinToken(): { token: string; hash: string } {
  const token = `penstock_join_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

/** What is stored of a token or credential: both are random enough for a plain hash. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The credential in an `Authorization` header; undefined for what no engine makes. */
export function credentialOf(header: string | undefined): string | undefined {
  const credential = header?.replace(/^Bearer /, '');
  return credential !== undefined && CREDENTIAL.test(credential) ? credential : undefined;
}
