import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { MetadataReader } from './oidc.ts';
import { fetchFromProvider } from './provider-fetch.ts';
import type { SsoConfig } from './sso-settings.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const SKEW_SECONDS = 30;
const FRESH_SECONDS = 300;

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

async function verifyToken(token: string, jwksUri: string): Promise<Record<string, unknown>> {
  const [head, body, signature, ...more] = token.split('.');
  if (!head || !body || !signature || more.length > 0) throw new Error('It is no signed token');
  const { alg, kid, typ } = parsePart(head);
  if (typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(readText(typ)))
    throw new Error(`It is of the type ${readText(typ)}`);
  const algorithm = Object.hasOwn(ALGORITHMS, readText(alg)) ? ALGORITHMS[readText(alg)] : undefined;
  if (!algorithm) throw new Error(`It is signed in a way that is not safe (${readText(alg)})`);
  const answer = await fetchFromProvider(jwksUri);
  if (answer.status !== 200) throw new Error(`The keys of the provider are answered with ${answer.status}`);
  const { keys = [] } = (await answer.json()) as { keys?: Key[] };
  const fits = keys.filter(
    (key) => key.kty === algorithm.kty && key.use !== 'enc' && (kid === undefined || key.kid === kid),
  );
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
  if (!fits.some(isSignedWith)) throw new Error('Its signature is not of the provider');
  return parsePart(body);
}

/**
 * Reads a logout token (OpenID Connect Back-Channel Logout 1.0).
 * @param now in ms
 * @throws Error for a token that is not valid now
 */
export async function readLogoutToken(
  read: MetadataReader,
  settings: SsoConfig,
  token: string,
  now: number,
): Promise<EndedAtProvider> {
  const { issuer, jwks_uri: jwksUri = '' } = await read(settings);
  const claims = await verifyToken(token, jwksUri);
  const seconds = now / 1000;
  if (claims.iss !== issuer) throw new Error('It is of another issuer');
  if (![claims.aud].flat().includes(settings.clientId)) throw new Error('It is for another client');
  const { iat, exp } = claims;
  if (typeof iat !== 'number' || iat > seconds + SKEW_SECONDS) throw new Error('It is not valid yet');
  const until = Math.min(typeof exp === 'number' ? exp : Number.POSITIVE_INFINITY, iat + FRESH_SECONDS);
  if (until <= seconds - SKEW_SECONDS) throw new Error('It has expired');
  if (!Object.hasOwn(Object(claims.events), EVENT)) throw new Error('It is no logout token (events)');
  if ('nonce' in claims) throw new Error('It is no logout token (nonce)');
  const [subject, sid, jti] = [readText(claims.sub), readText(claims.sid), readText(claims.jti)];
  if (subject === '' && sid === '') throw new Error('It names neither a person (sub) nor a session (sid)');
  if (jti === '') throw new Error('It has no name of its own (jti)');
  return { issuer, subject, sid, jti, usableUntil: (until + SKEW_SECONDS) * 1000 };
}
