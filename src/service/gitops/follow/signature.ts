import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a provider proves with that it knows the secret of the webhook. */
const SIGNATURES = {
  /** GitHub, and others that do as it does. */
  'x-hub-signature-256': /^sha256=([0-9a-f]{64})$/,
  'x-gitea-signature': /^([0-9a-f]{64})$/,
  'x-forgejo-signature': /^([0-9a-f]{64})$/,
} as const;
/** GitLab sends the secret itself. */
const TOKEN_HEADER = 'x-gitlab-token';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compared in the same time whatever differs. */
const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/**
 * Judges the headers and body of a webhook; the body is not kept.
 * @param secret empty takes nothing, in the same time
 */
export function createSignatureCheck(headers: Headers, secret: string) {
  const key = secret === '' ? randomBytes(32) : secret;
  const body = createHmac('sha256', key);
  return {
    update: (part: Uint8Array): void => {
      body.update(part);
    },
    /** Call it once, at the end of the body. */
    isSigned: (): boolean => {
      const computed = body.digest();
      const signatures = Object.entries(SIGNATURES).map(([name, form]) => {
        const [, hex = ''] = form.exec(headers.get(name) ?? '') ?? [];
        return isSame(Buffer.from(hex, 'hex'), computed);
      });
      const token = headers.get(TOKEN_HEADER);
      const isToken = secret !== '' && token !== null && isSame(digest(token), digest(secret));
      return secret !== '' && (isToken || signatures.includes(true));
    },
  };
}

export const namesSignature = (headers: Headers): boolean =>
  [...Object.keys(SIGNATURES), TOKEN_HEADER].some((name) => headers.has(name));
