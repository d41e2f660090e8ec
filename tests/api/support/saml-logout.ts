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

const head = ({ id, at, destination, issuer }: LogoutSays, more = '') =>
  `${NAMES} Destination="${destination}" ID="${id}"${more} IssueInstant="${new Date(at).toISOString()}" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer>`;

export const saying = (
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
export const logoutRequest = (says: LogoutSays): string =>
  `<samlp:LogoutRequest ${head(says)}<saml:NameID>${says.name}</saml:NameID>${says.sessionIndexes
    .map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`)
    .join('')}</samlp:LogoutRequest>`;
export const logoutResponse = (says: LogoutSays): string =>
  `<samlp:LogoutResponse ${head(says, ` InResponseTo="${says.inResponseTo}"`)}<samlp:Status><samlp:StatusCode Value="${says.status}"></samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`;

export function signedQuery(
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

const attributeOf = (xml: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

export function askedLogout(address: string, certificate?: string) {
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
    id: attributeOf(xml, 'ID'),
    inResponseTo: attributeOf(xml, 'InResponseTo'),
    relayState: searchParams.get('RelayState') ?? '',
    issuer: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
    isSigned:
      certificate !== undefined &&
      verify('sha256', Buffer.from(text.join('&')), new X509Certificate(certificate).publicKey, signature),
  };
}

export function logoutAnswer(issuer: string, address: string, says: Partial<LogoutSays> = {}): string {
  const asked = askedLogout(address);
  const to = asked.issuer.replace(/metadata$/, 'logout');
  const xml = logoutResponse(saying({ issuer, destination: to, inResponseTo: asked.id, ...says }));
  return `${to}?${signedQuery('SAMLResponse', xml, asked.relayState)}`;
}
