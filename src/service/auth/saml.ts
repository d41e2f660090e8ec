import { randomBytes } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Identity } from './identity.ts';
import { describeCauses, MessageRefused, SignInRefused } from './refusal.ts';
import { readAssertion, SAML_SKEW_MS } from './saml-assertion.ts';
import type { SamlMetadataReader, SamlProvider } from './saml-metadata.ts';
import { requireSafeAlgorithms } from './saml-signed.ts';
import {
  isElement,
  listChildren,
  listDescendants,
  parseXml,
  readText,
  requireOnlyChild,
} from './saml-xml.ts';
import type { SsoConfig } from './sso-settings.ts';

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const WHY_MAX_LENGTH = 500;

type SamlAddresses = { entityId: string; acsUrl: string };

export type SamlAttempt = SamlAddresses & {
  provider: SamlProvider;
  settings: SsoConfig;
  state: string;
  requestId: string;
};

/** Used assertions, each until it expires. */
export type UsedAssertions = Map<string, number>;

const makeName = (): string => randomBytes(32).toString('base64url');

function createClient(attempt: SamlAttempt, isResponseSigned: boolean): SAML {
  const { provider, entityId, acsUrl, requestId } = attempt;
  const open = new Map<string, string>([[requestId, new Date().toISOString()]]);
  return new SAML({
    idpCert: provider.certificates,
    idpIssuer: provider.entityId,
    entryPoint: provider.entryPoint,
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: isResponseSigned,
    acceptedClockSkewMs: SAML_SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    // The provider decides how people prove who they are.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    cacheProvider: {
      saveAsync: async (key, value) => ({ value: String(open.set(key, value)), createdAt: Date.now() }),
      getAsync: async (key) => open.get(key ?? '') ?? null,
      removeAsync: async (key) => (open.delete(key ?? '') ? key : null),
    },
  });
}

/**
 * Begins a sign-in by a redirect with the request.
 * @throws SignInRefused when the metadata cannot be used
 */
export async function beginSaml(
  reader: SamlMetadataReader,
  settings: SsoConfig,
  addresses: SamlAddresses,
): Promise<{ url: string; attempt: SamlAttempt }> {
  let provider: SamlProvider;
  try {
    provider = await reader.read(settings);
  } catch (error) {
    const where = settings.metadataXml === '' ? ` at ${settings.metadataUrl}` : '';
    const why = `The metadata of the provider${where} cannot be used: ${describeCauses(error)}`;
    throw new SignInRefused('unreachable', why, error);
  }
  const attempt = { ...addresses, provider, settings, state: makeName(), requestId: `_${makeName()}` };
  const url = await createClient(attempt, false).getAuthorizeUrlAsync(attempt.state, undefined, {});
  return { url, attempt };
}

/** The envelope may be unsigned, so it is only compared, never trusted. */
function requireResponse(response: Element, attempt: SamlAttempt): { isSigned: boolean } {
  if (!isElement(response, 'protocol', 'Response') || response.getAttribute('Version') !== '2.0')
    throw new MessageRefused('It is not a SAML 2.0 response');
  const status = requireOnlyChild(requireOnlyChild(response, 'protocol', 'Status'), 'protocol', 'StatusCode');
  const code = status.getAttribute('Value') ?? '';
  if (code !== SUCCESS) throw new SignInRefused('declined', `The provider answered ${code.slice(0, 200)}`);
  if (response.getAttribute('InResponseTo') !== attempt.requestId)
    throw new MessageRefused('It is the answer to another request');
  const destination = response.getAttribute('Destination');
  if (destination && destination !== attempt.acsUrl) throw new MessageRefused('It is for another recipient');
  for (const issuer of listChildren(response, 'assertion', 'Issuer'))
    if (readText(issuer) !== attempt.provider.entityId)
      throw new MessageRefused('It comes from another issuer');
  if (listDescendants(response, 'assertion', 'EncryptedAssertion').length > 0)
    throw new MessageRefused(
      'Its assertion is encrypted: have the provider send it signed and not encrypted',
    );
  if (listDescendants(response, 'assertion', 'Assertion').length !== 1)
    throw new MessageRefused('It must hold one assertion');
  requireOnlyChild(response, 'assertion', 'Assertion');
  requireSafeAlgorithms(response);
  return { isSigned: listChildren(response, 'signature', 'Signature').length > 0 };
}

async function readAnswer(
  attempt: SamlAttempt,
  text: string,
  now: number,
  used: UsedAssertions,
): Promise<Identity> {
  const xml = Buffer.from(text, 'base64').toString('utf8');
  const { isSigned } = requireResponse(await parseXml(xml), attempt);
  const { profile } = await createClient(attempt, isSigned).validatePostResponseAsync({
    SAMLResponse: Buffer.from(xml).toString('base64'),
  });
  const signed = profile?.getAssertionXml?.();
  if (signed === undefined) throw new MessageRefused('It holds no assertion');
  const { provider, entityId, acsUrl, requestId, settings } = attempt;
  const expected = { issuer: provider.entityId, entityId, acsUrl, requestId, now };
  const { id, usableUntil, identity, name, sessionIndex } = await readAssertion(signed, expected, settings);
  for (const [key, until] of used) if (until < now) used.delete(key);
  const key = `${provider.entityId} ${id}`;
  if (used.has(key)) throw new MessageRefused('Its assertion was used before');
  used.set(key, usableUntil + 2 * SAML_SKEW_MS);
  const { entityId: issuer, logoutUrl } = provider;
  return { ...identity, atProvider: { protocol: 'saml', issuer, name, sessionIndex, logoutUrl } };
}

/**
 * Checks signature, issuer, audience, recipient, request and times; accepts an assertion once.
 * @param text the field SAMLResponse
 * @param now in ms
 * @throws SignInRefused
 */
export async function finishSaml(
  attempt: SamlAttempt,
  text: string,
  now: number,
  used: UsedAssertions,
): Promise<Identity> {
  try {
    return await readAnswer(attempt, text, now, used);
  } catch (error) {
    if (error instanceof SignInRefused) throw error;
    const why = describeCauses(error).slice(0, WHY_MAX_LENGTH);
    throw new SignInRefused('untrusted', `The provider's answer was refused: ${why}`, error);
  }
}

/** Whether the provider started the sign-in. */
export async function isUnasked(text: string): Promise<boolean> {
  try {
    const response = await parseXml(Buffer.from(text, 'base64').toString('utf8'));
    return isElement(response, 'protocol', 'Response') && !response.hasAttribute('InResponseTo');
  } catch {
    return false;
  }
}
