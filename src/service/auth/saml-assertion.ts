import { type Identity, readIdentity } from './identity.ts';
import type { SamlName } from './provider-session.ts';
import { MessageRefused } from './refusal.ts';
import { readSamlClaims } from './saml-claims.ts';
import { isElement, listChildren, parseXml, readText, requireOnlyChild } from './saml-xml.ts';
import type { SsoConfig } from './sso-settings.ts';

export const SAML_SKEW_MS = 30_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const FORMAT = { email: /:emailAddress$/, transient: /:transient$/ };

export type Expected = {
  issuer: string;
  entityId: string;
  acsUrl: string;
  requestId: string;
  now: number;
};

type Fitting = {
  id: string;
  usableUntil: number;
  identity: Identity;
  name: SamlName;
  sessionIndex: string;
};

const readTime = (element: Element, name: string): number => {
  const text = element.getAttribute(name);
  if (!text) return Number.NaN;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new MessageRefused(`${name} is not a time`, text);
  return time;
};

/**
 * A missing end counts as none.
 * @throws Error outside the element's times
 */
function requireNow(element: Element, now: number): void {
  const [from, until] = [readTime(element, 'NotBefore'), readTime(element, 'NotOnOrAfter')];
  if (from > now + SAML_SKEW_MS) throw new MessageRefused(`The ${element.localName} is not valid yet`);
  if (until <= now - SAML_SKEW_MS) throw new MessageRefused(`The ${element.localName} has expired`);
}

/** End of the first bearer confirmation for our request. */
function readConfirmedUntil(subject: Element, { acsUrl, requestId, now }: Expected): number {
  let problem: unknown;
  for (const confirmation of listChildren(subject, 'assertion', 'SubjectConfirmation')) {
    try {
      if (confirmation.getAttribute('Method') !== BEARER)
        throw new MessageRefused('Its SubjectConfirmation is not of the type bearer');
      const data = requireOnlyChild(confirmation, 'assertion', 'SubjectConfirmationData');
      if (data.getAttribute('Recipient') !== acsUrl) throw new MessageRefused('It is for another recipient');
      if (data.getAttribute('InResponseTo') !== requestId)
        throw new MessageRefused('It is the answer to another request');
      const until = readTime(data, 'NotOnOrAfter');
      if (Number.isNaN(until)) throw new MessageRefused('Its SubjectConfirmation has no NotOnOrAfter');
      requireNow(data, now);
      return until;
    } catch (error) {
      problem ??= error;
    }
  }
  throw problem ?? new MessageRefused('It has no SubjectConfirmation');
}

function requireConditions(assertion: Element, { entityId, now }: Expected): void {
  const conditions = requireOnlyChild(assertion, 'assertion', 'Conditions');
  requireNow(conditions, now);
  const restrictions = listChildren(conditions, 'assertion', 'AudienceRestriction');
  const isOurs = (restriction: Element) =>
    listChildren(restriction, 'assertion', 'Audience').some((audience) => readText(audience) === entityId);
  if (restrictions.length === 0 || !restrictions.every(isOurs))
    throw new MessageRefused('It is for another audience', `than ${entityId}`);
}

/**
 * @param xml exactly what the signature covers
 * @throws Error unless it fits the request
 */
export async function readAssertion(
  xml: string,
  expected: Expected,
  settings: Pick<SsoConfig, 'emailClaim' | 'nameClaim' | 'groupsClaim' | 'trustsEmail'>,
): Promise<Fitting> {
  const assertion = await parseXml(xml);
  if (!isElement(assertion, 'assertion', 'Assertion') || assertion.getAttribute('Version') !== '2.0')
    throw new MessageRefused('It is not a SAML 2.0 assertion');
  const id = assertion.getAttribute('ID');
  if (!id) throw new MessageRefused('The assertion has no ID');
  if (readText(requireOnlyChild(assertion, 'assertion', 'Issuer')) !== expected.issuer)
    throw new MessageRefused('It comes from another issuer');
  requireConditions(assertion, expected);
  const subject = requireOnlyChild(assertion, 'assertion', 'Subject');
  const usableUntil = readConfirmedUntil(subject, expected);
  const statements = listChildren(assertion, 'assertion', 'AuthnStatement');
  if (statements.length === 0)
    throw new MessageRefused('It does not say that anyone signed in (AuthnStatement)');
  for (const statement of statements)
    if (readTime(statement, 'SessionNotOnOrAfter') <= expected.now - SAML_SKEW_MS)
      throw new MessageRefused('The session at the provider has ended');
  const nameId = requireOnlyChild(subject, 'assertion', 'NameID');
  const format = nameId.getAttribute('Format') ?? '';
  const text = readText(nameId);
  if (text === '') throw new MessageRefused('Its NameID is empty');
  if (FORMAT.transient.test(format))
    throw new MessageRefused(
      'Its NameID is transient: have the provider send a persistent one, or the email',
    );
  const claims = readSamlClaims(assertion, { text, isEmail: FORMAT.email.test(format) });
  // The prefix distinguishes it from an OpenID Connect issuer of the same name.
  return {
    id,
    usableUntil,
    identity: readIdentity(claims, `saml:${expected.issuer}`, text, settings),
    name: {
      text,
      format,
      nameQualifier: nameId.getAttribute('NameQualifier') ?? '',
      spNameQualifier: nameId.getAttribute('SPNameQualifier') ?? '',
    },
    sessionIndex: statements[0]?.getAttribute('SessionIndex') ?? '',
  };
}
