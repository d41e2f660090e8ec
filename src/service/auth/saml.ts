import { randomBytes } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Identity } from './identity.ts';
import { SignInRefused, whyOf } from './refusal.ts';
import { readAssertion, SAML_SKEW_MS } from './saml-assertion.ts';
import type { SamlMetadataReader, SamlProvider } from './saml-metadata.ts';
import { requireSafeAlgorithms } from './saml-signed.ts';
import { childrenOf, isElement, onlyChild, parseXml, textOf, withinOf } from './saml-xml.ts';
import type { SsoConfig } from './sso-settings.ts';

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const WHY_MAX_LENGTH = 500;

/** What this service is called at a provider, and where it takes answers. */
export type SamlAddresses = { entityId: string; acsUrl: string };

/** Of a sign-in under way: what its answer must fit. */
export type SamlAttempt = SamlAddresses & {
  provider: SamlProvider;
  settings: SsoConfig;
  /** Comes back as RelayState. */
  state: string;
  requestId: string;
};

/** Assertions that were used, each until it has expired. */
export type UsedAssertions = Map<string, number>;

const newName = (): string => randomBytes(32).toString('base64url');

function clientOf(attempt: SamlAttempt, isResponseSigned: boolean): SAML {
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
    // How somebody proves who they are is the provider's affair.
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
 * Begins a sign-in: the request goes to the provider in the address.
 * @throws SignInRefused when the metadata cannot be used
 */
export async function beginSaml(
  read: SamlMetadataReader,
  settings: SsoConfig,
  addresses: SamlAddresses,
): Promise<{ url: string; attempt: SamlAttempt }> {
  let provider: SamlProvider;
  try {
    provider = await read(settings);
  } catch (error) {
    const where = settings.metadataXml === '' ? ` at ${settings.metadataUrl}` : '';
    const why = `The metadata of the provider${where} cannot be used: ${whyOf(error)}`;
    throw new SignInRefused('unreachable', why, error);
  }
  const attempt = { ...addresses, provider, settings, state: newName(), requestId: `_${newName()}` };
  const url = await clientOf(attempt, false).getAuthorizeUrlAsync(attempt.state, undefined, {});
  return { url, attempt };
}

/** What stands around the assertion; it may be unsigned, so it is only ever held against the answer. */
function requireResponse(response: Element, attempt: SamlAttempt): { isSigned: boolean } {
  if (!isElement(response, 'protocol', 'Response') || response.getAttribute('Version') !== '2.0')
    throw new Error('It is no answer of SAML 2.0');
  const status = onlyChild(onlyChild(response, 'protocol', 'Status'), 'protocol', 'StatusCode');
  const code = status.getAttribute('Value') ?? '';
  if (code !== SUCCESS) throw new SignInRefused('declined', `The provider answered ${code.slice(0, 200)}`);
  if (response.getAttribute('InResponseTo') !== attempt.requestId)
    throw new Error('It answers another request');
  const destination = response.getAttribute('Destination');
  if (destination && destination !== attempt.acsUrl) throw new Error('It is for another recipient');
  for (const issuer of childrenOf(response, 'assertion', 'Issuer'))
    if (textOf(issuer) !== attempt.provider.entityId) throw new Error('It is of another issuer');
  if (withinOf(response, 'assertion', 'EncryptedAssertion').length > 0)
    throw new Error('Its assertion is encrypted: have the provider send it signed and not encrypted');
  if (withinOf(response, 'assertion', 'Assertion').length !== 1)
    throw new Error('It must hold one assertion');
  onlyChild(response, 'assertion', 'Assertion');
  requireSafeAlgorithms(response);
  return { isSigned: childrenOf(response, 'signature', 'Signature').length > 0 };
}

async function identityOfAnswer(
  attempt: SamlAttempt,
  text: string,
  now: number,
  used: UsedAssertions,
): Promise<Identity> {
  const xml = Buffer.from(text, 'base64').toString('utf8');
  const { isSigned } = requireResponse(await parseXml(xml), attempt);
  const { profile } = await clientOf(attempt, isSigned).validatePostResponseAsync({
    SAMLResponse: Buffer.from(xml).toString('base64'),
  });
  const signed = profile?.getAssertionXml?.();
  if (signed === undefined) throw new Error('It holds no assertion');
  const { provider, entityId, acsUrl, requestId, settings } = attempt;
  const expected = { issuer: provider.entityId, entityId, acsUrl, requestId, now };
  const { id, usableUntil, identity, name, sessionIndex } = await readAssertion(signed, expected, settings);
  for (const [key, until] of used) if (until < now) used.delete(key);
  const key = `${provider.entityId} ${id}`;
  if (used.has(key)) throw new Error('Its assertion was used before');
  used.set(key, usableUntil + 2 * SAML_SKEW_MS);
  const { entityId: issuer, logoutUrl } = provider;
  return { ...identity, atProvider: { protocol: 'saml', issuer, name, sessionIndex, logoutUrl } };
}

/**
 * Reads the answer to a sign-in: its signature, issuer, audience, recipient, request and times; an assertion
 * counts once.
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
    return await identityOfAnswer(attempt, text, now, used);
  } catch (error) {
    if (error instanceof SignInRefused) throw error;
    const why = whyOf(error).slice(0, WHY_MAX_LENGTH);
    throw new SignInRefused('untrusted', `The provider's answer was refused: ${why}`, error);
  }
}

/** Whether a posted answer answers nothing that was asked: the provider began the sign-in by itself. */
export async function isUnasked(text: string): Promise<boolean> {
  try {
    const response = await parseXml(Buffer.from(text, 'base64').toString('utf8'));
    return isElement(response, 'protocol', 'Response') && !response.hasAttribute('InResponseTo');
  } catch {
    return false;
  }
}
