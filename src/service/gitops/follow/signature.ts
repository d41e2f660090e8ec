import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Headers that prove knowledge of the webhook's secret. */
const SIGNATURES = {
  /**
   * GitHub and compatible providers
   * ([signatures](https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries)).
   */
  'x-hub-signature-256': /^sha256=([0-9a-f]{64})$/,
  'x-gitea-signature': /^([0-9a-f]{64})$/,
  'x-forgejo-signature': /^([0-9a-f]{64})$/,
} as const;
/** GitLab sends the secret itself. */
const TOKEN_HEADER = 'x-gitlab-token';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Constant time. */
const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/**
 * Verifies a webhook's headers and body; the body is not kept.
 * @param secret empty refuses all, in the same time
 */
export function createSignatureCheck(headers: Headers, secret: string) {
  const key = secret === '' ? randomBytes(32) : secret;
  const body = createHmac('sha256', key);
  return {
    update: (part: Uint8Array): void => {
      body.update(part);
    },
    /** Call once, at the end of the body. */
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
