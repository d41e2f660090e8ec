import { expect, test } from 'vitest';
import type { Misbehaviour } from './support/hand-made-provider.ts';
import { Browser } from './support/sign-in.ts';
import { fetchAudit, findProblem, signInOfFile } from './support/sign-in-world.ts';

const world = signInOfFile();

const createAttack = (idToken: Misbehaviour['idToken']): Misbehaviour => ({ idToken });
const createClaims = (changed: Record<string, unknown>): Misbehaviour => ({ claims: changed });
const HOSTILE: [string, Misbehaviour][] = [
  ['another issuer', createClaims({ iss: 'https://evil.example' })],
  ['another audience', createClaims({ aud: 'other' })],
  ['several audiences for another party', createClaims({ aud: ['penstock', 'other'], azp: 'other' })],
  ['another nonce', createClaims({ nonce: 'x'.repeat(43) })],
  ['no nonce', createClaims({ nonce: undefined })],
  ['no subject', createClaims({ sub: undefined })],
  ['an end that is past', createClaims({ exp: Math.floor(Date.now() / 1000) - 120 })],
  ['no end', createClaims({ exp: undefined })],
  ['a beginning to come', createClaims({ nbf: Math.floor(Date.now() / 1000) + 600 })],
  ['no ID token', createAttack(() => undefined)],
  ['no signature', createAttack((all, { unsigned }) => unsigned(all))],
  ['no signature, in capitals', createAttack((all, { unsigned }) => unsigned(all, 'NONE'))],
  ['an empty signature', createAttack((all, { unsigned }) => unsigned(all, 'RS256'))],
  ['a signature by the client secret', createAttack((all, by) => by.hmac(all, 'hush'))],
  [
    'a signature by the public key as a secret',
    createAttack((all, by) => by.hmac(all, by.key.publicKey.export({ type: 'spki', format: 'pem' }))),
  ],
  ['the key of somebody else', createAttack((all, by) => by.sign(all, { kid: by.key.kid }, by.otherKey))],
  ['a key nobody knows', createAttack((all, by) => by.sign(all, {}, by.otherKey))],
  [
    'a key that the token brings along',
    createAttack((all, by) =>
      by.sign(all, { kid: by.key.kid, jwk: by.otherKey.publicKey.export({ format: 'jwk' }) }, by.otherKey),
    ),
  ],
  [
    'a key at an address that the token names',
    createAttack((all, by) => by.sign(all, { kid: by.key.kid, jku: `${by.issuer}/evil` }, by.otherKey)),
  ],
  [
    'claims that were changed after signing',
    createAttack((all, by) => {
      const [header, , signature] = by.sign(all).split('.');
      const changed = Buffer.from(JSON.stringify({ ...all, sub: 'root' })).toString('base64url');
      return `${header}.${changed}.${signature}`;
    }),
  ],
  ['facts about somebody else', { userinfo: { sub: 'bob-2', email: 'root@example.org' } }],
  ['a code that was used', { token: (r) => void r.writeHead(400).end('{"error":"invalid_grant"}') }],
  ['a redirect of the exchange', { token: (r) => void r.writeHead(307, { location: '/evil' }).end() }],
  ['no JSON', { token: (r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('<html>') }],
];

test.each(HOSTILE)('an answer with %s signs nobody in, and is on record', async (_, misbehaviour) => {
  const { admin } = await world.on();
  world.provider.misbehaviour = misbehaviour;
  const browser = new Browser(world.api);
  expect(findProblem(await world.signIn(browser))).toBe('untrusted');
  expect((await browser.call('getSession')).status).toBe(401);
  expect(world.provider.seen).not.toContain('/evil');
  const [record] = await fetchAudit(admin, 'signIn');
  expect(record).toMatchObject({ result: 'denied', reason: expect.stringContaining('refused') });
});
