import { randomBytes } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import type { ProviderSession } from './provider-session.ts';
import { SAML_SKEW_MS } from './saml-assertion.ts';
import type { SamlProvider } from './saml-metadata.ts';
import { childrenOf, isElement, onlyChild, parseXml, textOf } from './saml-xml.ts';
import type { OwnCertificate } from './self-signed.ts';

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** A request to log out is good for so long after it was made. */
const FRESH_MS = 5 * 60_000;

/** Of this service: its name, where it takes messages of logout, and what it signs with. */
export type SamlSelf = { entityId: string; sloUrl: string; own: OwnCertificate };

function clientOf(self: SamlSelf, logoutUrl: string, requestId?: string): SAML {
  return new SAML({
    // The answers are read elsewhere; here only messages are made.
    idpCert: self.own.certificate,
    entryPoint: logoutUrl,
    logoutUrl,
    issuer: self.entityId,
    callbackUrl: self.sloUrl,
    privateKey: self.own.key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    generateUniqueId: () => requestId ?? `_${randomBytes(32).toString('base64url')}`,
  });
}

/** Where the browser goes to end a session at the provider: a request signed in the address. */
export async function samlLogoutUrl(
  self: SamlSelf,
  { name, sessionIndex, issuer, logoutUrl }: Extract<ProviderSession, { protocol: 'saml' }>,
  { state, requestId }: { state: string; requestId: string },
): Promise<string> {
  const profile = {
    issuer,
    nameID: name.text,
    nameIDFormat: name.format,
    ...(name.nameQualifier === '' ? {} : { nameQualifier: name.nameQualifier }),
    ...(name.spNameQualifier === '' ? {} : { spNameQualifier: name.spNameQualifier }),
    ...(sessionIndex === '' ? {} : { sessionIndex }),
  };
  return clientOf(self, logoutUrl, requestId).getLogoutUrlAsync(profile, state, {});
}

/** Where the browser takes our answer to a logout that the provider began. */
export async function samlLogoutAnswerUrl(
  self: SamlSelf,
  answerUrl: string,
  { requestId, relayState }: { requestId: string; relayState: string },
): Promise<string> {
  const profile = { ID: requestId, issuer: '', nameID: '', nameIDFormat: '' };
  return clientOf(self, answerUrl).getLogoutResponseUrlAsync(profile, relayState, {}, true);
}

function requireEnvelope(
  root: Element,
  name: string,
  { entityId }: SamlProvider,
  sloUrl: string,
): { id: string } {
  if (!isElement(root, 'protocol', name) || root.getAttribute('Version') !== '2.0')
    throw new Error(`It is no ${name} of SAML 2.0`);
  if (textOf(onlyChild(root, 'assertion', 'Issuer')) !== entityId) throw new Error('It is of another issuer');
  if (root.getAttribute('Destination') !== sloUrl) throw new Error('It is for another recipient');
  const id = root.getAttribute('ID');
  if (!id) throw new Error(`The ${name} has no ID`);
  return { id };
}

/** A logout that the provider asks for: of that name, in those of its sessions, all where it names none. */
export type LogoutRequest = { id: string; usableUntil: number; name: string; sessionIndexes: string[] };

/**
 * @param xml what the signature covers
 * @param now in ms
 * @throws Error unless the provider asks it of us, now
 */
export async function readLogoutRequest(
  xml: string,
  provider: SamlProvider,
  sloUrl: string,
  now: number,
): Promise<LogoutRequest> {
  const root = await parseXml(xml);
  const { id } = requireEnvelope(root, 'LogoutRequest', provider, sloUrl);
  const made = Date.parse(root.getAttribute('IssueInstant') ?? '');
  const end = root.getAttribute('NotOnOrAfter');
  const until = Math.min(made + FRESH_MS, end ? Date.parse(end) : Number.POSITIVE_INFINITY);
  if (Number.isNaN(until)) throw new Error('Its times cannot be read');
  if (made > now + SAML_SKEW_MS) throw new Error('It is not valid yet');
  if (until <= now - SAML_SKEW_MS) throw new Error('It has expired');
  const name = textOf(onlyChild(root, 'assertion', 'NameID'));
  if (name === '') throw new Error('Its NameID is empty');
  const sessionIndexes = childrenOf(root, 'protocol', 'SessionIndex').map(textOf);
  return { id, usableUntil: until + SAML_SKEW_MS, name, sessionIndexes };
}

/**
 * The provider's answer to our request.
 * @returns whether it ended all of the session
 * @throws Error unless it answers that request
 */
export async function readLogoutResponse(
  xml: string,
  provider: SamlProvider,
  sloUrl: string,
  requestId: string,
): Promise<boolean> {
  const root = await parseXml(xml);
  requireEnvelope(root, 'LogoutResponse', provider, sloUrl);
  if (root.getAttribute('InResponseTo') !== requestId) throw new Error('It answers another request');
  const code = onlyChild(onlyChild(root, 'protocol', 'Status'), 'protocol', 'StatusCode');
  return code.getAttribute('Value') === SUCCESS && childrenOf(code, 'protocol', 'StatusCode').length === 0;
}
