import { createSign, type KeyLike, randomUUID, verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const IDP_KEY = readFileSync(new URL('./certificates/saml-idp-key.pem', import.meta.url), 'utf8');
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const NAMES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Content of a logout message; correct values when omitted. */
export type LogoutSays = {
  issuer: string;
  destination: string;
  id: string;
  at: number;
  name: string;
  sessionIndexes: string[];
  inResponseTo: string;
  status: string;
};

const buildHead = ({ id, at, destination, issuer }: LogoutSays, more = '') =>
  `${NAMES} Destination="${destination}" ID="${id}"${more} IssueInstant="${new Date(at).toISOString()}" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer>`;

export const createLogoutSays = (
  says: Partial<LogoutSays> & Pick<LogoutSays, 'issuer' | 'destination'>,
): LogoutSays => ({
  id: `_${randomUUID()}`,
  at: Date.now(),
  name: 'ada-1',
  sessionIndexes: [],
  inResponseTo: '',
  status: SUCCESS,
  ...says,
});

/** Both in canonical form, so that they can be signed. */
export const buildLogoutRequest = (says: LogoutSays): string =>
  `<samlp:LogoutRequest ${buildHead(says)}<saml:NameID>${says.name}</saml:NameID>${says.sessionIndexes
    .map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`)
    .join('')}</samlp:LogoutRequest>`;
export const buildLogoutResponse = (says: LogoutSays): string =>
  `<samlp:LogoutResponse ${buildHead(says, ` InResponseTo="${says.inResponseTo}"`)}<samlp:Status><samlp:StatusCode Value="${says.status}"></samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`;

export function buildSignedQuery(
  kind: 'SAMLRequest' | 'SAMLResponse',
  xml: string,
  relayState: string,
  {
    key = IDP_KEY,
    algorithm = RSA_SHA256,
    hash = 'SHA256',
  }: { key?: KeyLike; algorithm?: string; hash?: string } = {},
): string {
  const fields = {
    [kind]: deflateRawSync(xml).toString('base64'),
    RelayState: relayState,
    SigAlg: algorithm,
  };
  const text = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const signature = createSign(`RSA-${hash}`).update(text).sign(key).toString('base64');
  return `${text}&Signature=${encodeURIComponent(signature)}`;
}

const getAttribute = (xml: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

export function readAskedLogout(address: string, certificate?: string) {
  const { searchParams, search } = new URL(address);
  const kind = searchParams.has('SAMLResponse') ? 'SAMLResponse' : 'SAMLRequest';
  const xml = inflateRawSync(Buffer.from(searchParams.get(kind) ?? '', 'base64')).toString();
  const raw = search.slice(1).split('&');
  const text = [kind, 'RelayState', 'SigAlg'].flatMap(
    (name) => raw.find((one) => one.startsWith(`${name}=`)) ?? [],
  );
  const signature = Buffer.from(searchParams.get('Signature') ?? '', 'base64');
  return {
    xml,
    id: getAttribute(xml, 'ID'),
    inResponseTo: getAttribute(xml, 'InResponseTo'),
    relayState: searchParams.get('RelayState') ?? '',
    issuer: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
    isSigned:
      certificate !== undefined &&
      verify('sha256', Buffer.from(text.join('&')), new X509Certificate(certificate).publicKey, signature),
  };
}

export function buildLogoutAnswer(issuer: string, address: string, says: Partial<LogoutSays> = {}): string {
  const asked = readAskedLogout(address);
  const to = asked.issuer.replace(/metadata$/, 'logout');
  const xml = buildLogoutResponse(
    createLogoutSays({ issuer, destination: to, inResponseTo: asked.id, ...says }),
  );
  return `${to}?${buildSignedQuery('SAMLResponse', xml, asked.relayState)}`;
}
