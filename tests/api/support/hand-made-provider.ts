import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';

type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject };
const createKey = (): Key => ({ kid: randomUUID(), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });

// To make one takes longer than most tests.
const KEY = createKey();
const OTHER_KEY = createKey();

const encodeJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export type Claims = Record<string, unknown>;

export type Misbehaviour = {
  claims?: Claims;
  /** Builds the ID token from the correct claims. */
  idToken?: (claims: Claims, provider: HandMadeProvider) => string | undefined;
  metadata?: Claims;
  userinfo?: Claims;
  /** Replaces the token answer of the code exchange. */
  token?: (response: ServerResponse) => void;
};

/** A hand-made identity provider that misbehaves on request. */
export class HandMadeProvider {
  readonly #server: Server;
  issuer = '';
  key = KEY;
  readonly otherKey = OTHER_KEY;
  misbehaviour: Misbehaviour = {};
  readonly #nonces = new Map<string, string>();
  readonly seen: string[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', this.issuer);
      this.seen.push(url.pathname);
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => this.#answer(url, body, response));
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => void this.#server.listen(0, '127.0.0.1', done));
    const address = this.#server.address();
    this.issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    return this;
  }

  stop(): Promise<void> {
    return new Promise((done) => void this.#server.close(() => done()));
  }

  /** Returns the query of the way back. */
  visit(address: string): URLSearchParams {
    const asked = new URL(address).searchParams;
    const code = randomUUID();
    this.#nonces.set(code, asked.get('nonce') ?? '');
    return new URLSearchParams({ code, state: asked.get('state') ?? '' });
  }

  rotate(): void {
    this.key = createKey();
  }

  sign(claims: Claims, header: Claims = {}, key = this.key): string {
    const text = `${encodeJson({ alg: 'RS256', kid: key.kid, ...header })}.${encodeJson(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key.privateKey).toString('base64url')}`;
  }

  hmac(claims: Claims, secret: string | Buffer): string {
    const text = `${encodeJson({ alg: 'HS256', kid: this.key.kid })}.${encodeJson(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }

  unsigned = (claims: Claims, alg = 'none'): string => `${encodeJson({ alg })}.${encodeJson(claims)}.`;

  #answer(url: URL, body: string, response: ServerResponse): void {
    const sendJson = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const { metadata, userinfo, token } = this.misbehaviour;
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        sendJson({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/keys`,
          ...(userinfo ? { userinfo_endpoint: `${this.issuer}/userinfo` } : {}),
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...metadata,
        });
        return;
      case '/keys': {
        const jwk = this.key.publicKey.export({ format: 'jwk' });
        sendJson({ keys: [{ ...jwk, kid: this.key.kid, alg: 'RS256', use: 'sig' }] });
        return;
      }
      case '/userinfo':
        sendJson(userinfo);
        return;
      case '/token':
        if (token) token(response);
        else this.#tokens(new URLSearchParams(body), sendJson);
        return;
      default:
        sendJson({ error: 'not_found' }, 404);
    }
  }

  #tokens(form: URLSearchParams, json: (value: unknown, status?: number) => void): void {
    const code = form.get('code') ?? '';
    const nonce = this.#nonces.get(code);
    this.#nonces.delete(code);
    if (nonce === undefined || !form.get('code_verifier')) {
      json({ error: 'invalid_grant' }, 400);
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const claims: Claims = {
      iss: this.issuer,
      sub: 'ada-1',
      aud: 'penstock',
      iat: now,
      exp: now + 300,
      nonce,
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada',
      ...this.misbehaviour.claims,
    };
    const { idToken = (all) => this.sign(all) } = this.misbehaviour;
    json({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken(claims, this) });
  }
}
