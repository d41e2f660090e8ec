import { randomBytes } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import type { ProviderSession } from './provider-session.ts';
import { MessageRefused } from './refusal.ts';
import { SAML_SKEW_MS } from './saml-assertion.ts';
import type { SamlProvider } from './saml-metadata.ts';
import type { SamlMessage } from './saml-signed.ts';
import { isElement, listChildren, parseXml, readText, requireOnlyChild } from './saml-xml.ts';
import type { OwnCertificate } from './self-signed.ts';

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const FRESH_MS = 5 * 60_000;

type SamlSelf = { entityId: string; sloUrl: string; own: OwnCertificate };

function createClient(self: SamlSelf, logoutUrl: string, requestId?: string): SAML {
  return new SAML({
    // This client only writes messages; answers are read elsewhere.
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

export async function buildSamlLogoutUrl(
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
  return createClient(self, logoutUrl, requestId).getLogoutUrlAsync(profile, state, {});
}

export async function buildSamlLogoutAnswerUrl(
  self: SamlSelf,
  answerUrl: string,
  { requestId, relayState }: { requestId: string; relayState: string },
): Promise<string> {
  const profile = { ID: requestId, issuer: '', nameID: '', nameIDFormat: '' };
  return createClient(self, answerUrl).getLogoutResponseUrlAsync(profile, relayState, {}, true);
}

type EnvelopeName = 'LogoutRequest' | 'LogoutResponse';

/** @param entityId undefined until the provider's is known */
function requireAddressed(
  root: Element,
  name: EnvelopeName,
  entityId: string | undefined,
  sloUrl: string,
): void {
  if (!isElement(root, 'protocol', name) || root.getAttribute('Version') !== '2.0')
    throw new MessageRefused(`It is not a SAML 2.0 ${name}`);
  const issuer = readText(requireOnlyChild(root, 'assertion', 'Issuer'));
  if (entityId !== undefined && issuer !== entityId) throw new MessageRefused('It comes from another issuer');
  if (root.getAttribute('Destination') !== sloUrl) throw new MessageRefused('It is for another recipient');
}

/**
 * Checks the addressee before the provider is asked for anything.
 * @param entityId of the provider, undefined until known
 * @throws Error
 */
export async function requireForUs(
  { kind, claimed }: SamlMessage,
  entityId: string | undefined,
  sloUrl: string,
): Promise<void> {
  const name = kind === 'SAMLRequest' ? 'LogoutRequest' : 'LogoutResponse';
  requireAddressed(await parseXml(claimed()), name, entityId, sloUrl);
}

function requireEnvelope(
  root: Element,
  name: EnvelopeName,
  { entityId }: SamlProvider,
  sloUrl: string,
): { id: string } {
  requireAddressed(root, name, entityId, sloUrl);
  const id = root.getAttribute('ID');
  if (!id) throw new MessageRefused(`The ${name} has no ID`);
  return { id };
}

/** No session indexes means all sessions of that name. */
export type LogoutRequest = { id: string; usableUntil: number; name: string; sessionIndexes: string[] };

/**
 * @param xml what the signature covers
 * @param now in ms
 * @throws Error unless valid now
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
  if (Number.isNaN(until)) throw new MessageRefused('Its times cannot be read');
  if (made > now + SAML_SKEW_MS) throw new MessageRefused('It is not valid yet');
  if (until <= now - SAML_SKEW_MS) throw new MessageRefused('It has expired');
  const name = readText(requireOnlyChild(root, 'assertion', 'NameID'));
  if (name === '') throw new MessageRefused('Its NameID is empty');
  const sessionIndexes = listChildren(root, 'protocol', 'SessionIndex').map(readText);
  return { id, usableUntil: until + SAML_SKEW_MS, name, sessionIndexes };
}

/**
 * @returns whether the provider ended all of the session
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
  if (root.getAttribute('InResponseTo') !== requestId)
    throw new MessageRefused('It is the answer to another request');
  const code = requireOnlyChild(requireOnlyChild(root, 'protocol', 'Status'), 'protocol', 'StatusCode');
  return code.getAttribute('Value') === SUCCESS && listChildren(code, 'protocol', 'StatusCode').length === 0;
}
