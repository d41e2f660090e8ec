import { createHash, createSign, generateKeyPairSync, type KeyLike, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { buildLogoutAnswer } from './saml-logout.ts';

const readPem = (name: string) =>
  readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'utf8');
export const IDP_CERTIFICATE = readPem('saml-idp');
export const IDP_KEY = readPem('saml-idp-key');
export const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const MINUTE = 60_000;

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
export const encodeBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** Content of an answer; correct values when omitted. */
export type Says = {
  assertionId: string;
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  /** In the answer around the assertion. */
  inResponseTo: string;
  /** In the assertion. */
  confirms: string;
  nameId: string;
  format: string;
  method: string;
  notBefore: number;
  notOnOrAfter: number;
  confirmationEnds: number;
  attributes: Record<string, string[]>;
  status: string;
  statements: string;
};

export type Signing = { key: KeyLike; method: string; digest: string; hash: string; c14n: string };
const RIGHT: Signing = {
  key: IDP_KEY,
  method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  hash: 'sha256',
  c14n: C14N,
};

/** Hand-made, so that no library of ours checks its own output. */
export function signXml(xml: string, id: string, signing: Partial<Signing> = {}): string {
  const { key, method, digest, hash, c14n } = { ...RIGHT, ...signing };
  const digested = createHash(hash).update(xml).digest('base64');
  const inner =
    `<ds:CanonicalizationMethod Algorithm="${c14n}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="${DS}enveloped-signature"></ds:Transform>` +
    `<ds:Transform Algorithm="${c14n}"></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${digest}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digested}</ds:DigestValue></ds:Reference>`;
  const signed = `<ds:SignedInfo xmlns:ds="${DS}">${inner}</ds:SignedInfo>`;
  const value = createSign(`RSA-${hash.toUpperCase()}`).update(signed).sign(key).toString('base64');
  return (
    `<ds:Signature xmlns:ds="${DS}"><ds:SignedInfo>${inner}</ds:SignedInfo>` +
    `<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
  );
}

/** After the element's issuer, where the schema requires it. */
export const insertSignature = (xml: string, signature: string): string =>
  xml.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);

export const signDocument = (xml: string, signing?: Partial<Signing>): string =>
  insertSignature(xml, signXml(xml, /\bID="([^"]+)"/.exec(xml)?.[1] ?? '', signing));

export const formatIso = (time: number): string => new Date(time).toISOString();

export function buildAssertion(says: Says): string {
  const attributes = Object.entries(says.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escapeXml(name)}">${values
        .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${says.assertionId}" IssueInstant="${formatIso(Date.now())}" Version="2.0">` +
    `<saml:Issuer>${says.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${says.format}">${escapeXml(says.nameId)}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${says.method}">` +
    `<saml:SubjectConfirmationData InResponseTo="${says.confirms}" NotOnOrAfter="${formatIso(says.confirmationEnds)}" Recipient="${says.recipient}"></saml:SubjectConfirmationData>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${formatIso(says.notBefore)}" NotOnOrAfter="${formatIso(says.notOnOrAfter)}">` +
    `<saml:AudienceRestriction><saml:Audience>${says.audience}</saml:Audience></saml:AudienceRestriction>` +
    `</saml:Conditions>${says.statements}` +
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
  );
}

export const buildResponse = (says: Says, assertion: string): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${says.destination}" ID="_r${says.assertionId}" InResponseTo="${says.inResponseTo}" IssueInstant="${formatIso(Date.now())}" Version="2.0">` +
  `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${says.issuer}</saml:Issuer>` +
  `<samlp:Status><samlp:StatusCode Value="${says.status}"></samlp:StatusCode></samlp:Status>${assertion}</samlp:Response>`;

export type Making = (says: Says) => string;
export const makeRightly: Making = (says) => buildResponse(says, signDocument(buildAssertion(says)));

const getAttribute = (xml: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

export class SamlIdp {
  readonly #server: Server;
  origin = '';
  sessionIndex = 's-1';
  says: Partial<Says> = {};
  making: Making = makeRightly;
  /** Override to alter the metadata. */
  metadata = (xml: string): string => xml;

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request.url ?? '/', response));
  }

  async start(host = '127.0.0.1'): Promise<this> {
    await new Promise<void>((done) => void this.#server.listen(0, '127.0.0.1', done));
    const address = this.#server.address();
    this.origin = `http://${host}:${typeof address === 'object' && address ? address.port : 0}`;
    return this;
  }

  stop(): Promise<void> {
    return new Promise((done) => {
      this.#server.close(() => done());
      this.#server.closeAllConnections();
    });
  }

  get entityId(): string {
    return `${this.origin}/metadata`;
  }

  metadataXml(): string {
    const certificate = IDP_CERTIFICATE.replace(/-----[A-Z ]+-----/g, '').trim();
    return this.metadata(
      `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}">` +
        `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">` +
        `<ds:KeyInfo xmlns:ds="${DS}"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
        `</md:KeyDescriptor><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.origin}/slo"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.origin}/sso"/>` +
        `</md:IDPSSODescriptor></md:EntityDescriptor>`,
    );
  }

  static request(address: string): string {
    const asked = new URL(address).searchParams.get('SAMLRequest') ?? '';
    return inflateRawSync(Buffer.from(asked, 'base64')).toString();
  }

  /** Returns the form of the way back. */
  visit(address: string): { to: string; form: URLSearchParams } {
    const request = SamlIdp.request(address);
    const [id, to] = [getAttribute(request, 'ID'), getAttribute(request, 'AssertionConsumerServiceURL')];
    const now = Date.now();
    const says: Says = {
      assertionId: `_${randomUUID()}`,
      issuer: this.entityId,
      audience: /<saml:Issuer[^>]*>([^<]*)</.exec(request)?.[1] ?? '',
      recipient: to,
      destination: to,
      inResponseTo: id,
      confirms: id,
      nameId: 'ada-1',
      format: PERSISTENT,
      method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
      notBefore: now - MINUTE,
      notOnOrAfter: now + 5 * MINUTE,
      confirmationEnds: now + 5 * MINUTE,
      attributes: { email: ['ada@example.org'], name: ['Ada'], groups: ['ops', 'all'] },
      status: SUCCESS,
      statements: `<saml:AuthnStatement AuthnInstant="${formatIso(now)}" SessionIndex="${this.sessionIndex}"></saml:AuthnStatement>`,
      ...this.says,
    };
    const state = new URL(address).searchParams.get('RelayState') ?? '';
    const form = new URLSearchParams({ SAMLResponse: encodeBase64(this.making(says)), RelayState: state });
    return { to, form };
  }

  #answer(path: string, response: ServerResponse): void {
    const sendHtml = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    if (path === '/metadata')
      response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(this.metadataXml());
    else if (path.startsWith('/sso?')) {
      const { to, form } = this.visit(`${this.origin}${path}`);
      const fields = [...form].map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      );
      sendHtml(
        `<!doctype html><title>Identity provider</title><form method="post" action="${to}">${fields.join('')}<button>Sign in as Ada</button></form>`,
      );
    } else if (path.startsWith('/unasked?')) {
      const to = new URL(path, this.origin).searchParams.get('to') ?? '';
      const answer = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_u" Version="2.0"></samlp:Response>`;
      sendHtml(
        `<!doctype html><title>Identity provider</title><form method="post" action="${to}"><input type="hidden" name="SAMLResponse" value="${encodeBase64(answer)}"><input type="hidden" name="RelayState" value="/sources"><button>Sign in as Ada</button></form>`,
      );
    } else if (path.startsWith('/slo?')) {
      response.writeHead(303, { location: buildLogoutAnswer(this.entityId, `${this.origin}${path}`) }).end();
    } else response.writeHead(404).end();
  }
}
