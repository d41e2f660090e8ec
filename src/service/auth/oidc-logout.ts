import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { createKept } from './kept.ts';
import type { MetadataReader } from './oidc.ts';
import { fetchFromProvider } from './provider-fetch.ts';
import { MessageRefused } from './refusal.ts';
import type { SsoConfig } from './sso-settings.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const SKEW_SECONDS = 30;
const FRESH_SECONDS = 300;
const KEYS_FRESH_MS = 600_000;
const KEYS_AGAIN_MS = 30_000;

/** Neither `none` nor shared secrets. */
const ALGORITHMS: Readonly<Record<string, { hash: string; kty: string; padding?: number; dsa?: true }>> = {
  RS256: { hash: 'sha256', kty: 'RSA' },
  RS384: { hash: 'sha384', kty: 'RSA' },
  RS512: { hash: 'sha512', kty: 'RSA' },
  ES256: { hash: 'sha256', kty: 'EC', dsa: true },
  ES384: { hash: 'sha384', kty: 'EC', dsa: true },
};

type EndedAtProvider = {
  issuer: string;
  subject: string;
  sid: string;
  jti: string;
  usableUntil: number;
};

const parsePart = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

type Key = JsonWebKey & { kid?: string; use?: string };

type Signed = {
  claims: Record<string, unknown>;
  isOf(keys: readonly Key[]): boolean;
};

/** @throws Error unless safely signed */
function readSigned(token: string): Signed {
  const [head, body, signature, ...more] = token.split('.');
  if (!head || !body || !signature || more.length > 0) throw new MessageRefused('It is not a signed token');
  const { alg, kid, typ } = parsePart(head);
  if (typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(readText(typ)))
    throw new MessageRefused('It is a token of another type', readText(typ));
  const algorithm = Object.hasOwn(ALGORITHMS, readText(alg)) ? ALGORITHMS[readText(alg)] : undefined;
  if (!algorithm) throw new MessageRefused('It is signed with an algorithm that is not safe', readText(alg));
  const isSignedWith = (key: Key): boolean =>
    verify(
      algorithm.hash,
      Buffer.from(`${head}.${body}`),
      {
        key: createPublicKey({ key, format: 'jwk' }),
        ...(algorithm.dsa ? { dsaEncoding: 'ieee-p1363' as const } : {}),
      },
      Buffer.from(signature, 'base64url'),
    );
  return {
    claims: parsePart(body),
    isOf: (keys) =>
      keys
        .filter(
          (key) => key.kty === algorithm.kty && key.use !== 'enc' && (kid === undefined || key.kid === kid),
        )
        .some(isSignedWith),
  };
}

/** Checked before the provider is asked for anything. */
function requireForUs(
  claims: Record<string, unknown>,
  clientId: string,
  now: number,
): Omit<EndedAtProvider, 'issuer'> {
  const seconds = now / 1000;
  if (![claims.aud].flat().includes(clientId)) throw new MessageRefused('It is for another client');
  const { iat, exp } = claims;
  if (typeof iat !== 'number' || iat > seconds + SKEW_SECONDS)
    throw new MessageRefused('It is not valid yet');
  const until = Math.min(typeof exp === 'number' ? exp : Number.POSITIVE_INFINITY, iat + FRESH_SECONDS);
  if (until <= seconds - SKEW_SECONDS) throw new MessageRefused('It has expired');
  if (!Object.hasOwn(Object(claims.events), EVENT))
    throw new MessageRefused('It is not a logout token (events)');
  if ('nonce' in claims) throw new MessageRefused('It is not a logout token (nonce)');
  const [subject, sid, jti] = [readText(claims.sub), readText(claims.sid), readText(claims.jti)];
  if (subject === '' && sid === '')
    throw new MessageRefused('It names neither a person (sub) nor a session (sid)');
  if (jti === '') throw new MessageRefused('It has no id of its own (jti)');
  return { subject, sid, jti, usableUntil: (until + SKEW_SECONDS) * 1000 };
}

async function fetchKeys(jwksUri: string): Promise<Key[]> {
  const answer = await fetchFromProvider(jwksUri);
  if (answer.status !== 200)
    throw new Error(`The keys of the provider could not be read: status ${answer.status}`);
  const { keys = [] } = (await answer.json()) as { keys?: Key[] };
  return keys;
}

/**
 * Reads logout tokens ([OpenID Connect Back-Channel Logout
 * 1.0](https://openid.net/specs/openid-connect-backchannel-1_0.html)) with cached keys.
 */
export function createLogoutTokenReader(metadata: MetadataReader) {
  const keys = createKept<Key[]>(KEYS_FRESH_MS);

  const isSignedByProvider = async (signed: Signed, jwksUri: string): Promise<boolean> => {
    const load = () => fetchKeys(jwksUri);
    if (signed.isOf(await keys.read(jwksUri, load))) return true;
    // The provider may have new keys; wrong tokens must not trigger a request each time.
    return signed.isOf(await keys.read(jwksUri, load, KEYS_AGAIN_MS));
  };

  /**
   * @param now in ms
   * @throws Error unless valid now
   */
  return async (settings: SsoConfig, token: string, now: number): Promise<EndedAtProvider> => {
    const signed = readSigned(token);
    const { claims } = signed;
    const ended = requireForUs(claims, settings.clientId, now);
    const issuerBefore = metadata.last(settings)?.issuer;
    if (issuerBefore !== undefined && claims.iss !== issuerBefore)
      throw new MessageRefused('It comes from another issuer');
    const { issuer, jwks_uri: jwksUri = '' } = await metadata.read(settings);
    if (claims.iss !== issuer) throw new MessageRefused('It comes from another issuer');
    if (!(await isSignedByProvider(signed, jwksUri)))
      throw new MessageRefused("Its signature is not the provider's");
    return { issuer, ...ended };
  };
}
