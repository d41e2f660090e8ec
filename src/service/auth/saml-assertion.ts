import { type Identity, identityOf } from './identity.ts';
import type { SamlName } from './provider-session.ts';
import { samlClaims } from './saml-claims.ts';
import { childrenOf, isElement, onlyChild, parseXml, textOf } from './saml-xml.ts';
import type { SsoConfig } from './sso-settings.ts';

export const SAML_SKEW_MS = 30_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const FORMAT = { email: /:emailAddress$/, transient: /:transient$/ };

/** What an assertion must fit. */
export type Expected = {
  issuer: string;
  /** This service's own name. */
  entityId: string;
  acsUrl: string;
  requestId: string;
  now: number;
};

/** An assertion that fits: its id, until when it could be used again, and whom it is about. */
export type Fitting = {
  id: string;
  usableUntil: number;
  identity: Identity;
  /** Under which the provider ends the session. */
  name: SamlName;
  sessionIndex: string;
};

const timeOf = (element: Element, name: string): number => {
  const text = element.getAttribute(name);
  if (!text) return Number.NaN;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Error(`${name} '${text}' is no time`);
  return time;
};

/** @throws Error unless it is now within the times of the element; a missing end counts as none. */
function requireNow(element: Element, now: number): void {
  const [from, until] = [timeOf(element, 'NotBefore'), timeOf(element, 'NotOnOrAfter')];
  if (from > now + SAML_SKEW_MS) throw new Error(`The ${element.localName} is not valid yet`);
  if (until <= now - SAML_SKEW_MS) throw new Error(`The ${element.localName} has expired`);
}

/** The end of the first confirmation that says: whoever brings this to us, for our request, is meant. */
function confirmedUntil(subject: Element, { acsUrl, requestId, now }: Expected): number {
  const problems: string[] = [];
  for (const confirmation of childrenOf(subject, 'assertion', 'SubjectConfirmation')) {
    try {
      if (confirmation.getAttribute('Method') !== BEARER)
        throw new Error('Its confirmation is no bearer one');
      const data = onlyChild(confirmation, 'assertion', 'SubjectConfirmationData');
      if (data.getAttribute('Recipient') !== acsUrl) throw new Error('It is for another recipient');
      if (data.getAttribute('InResponseTo') !== requestId) throw new Error('It answers another request');
      const until = timeOf(data, 'NotOnOrAfter');
      if (Number.isNaN(until)) throw new Error('Its confirmation has no end');
      requireNow(data, now);
      return until;
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(problems[0] ?? 'It has no SubjectConfirmation');
}

function requireConditions(assertion: Element, { entityId, now }: Expected): void {
  const conditions = onlyChild(assertion, 'assertion', 'Conditions');
  requireNow(conditions, now);
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction');
  const isOurs = (restriction: Element) =>
    childrenOf(restriction, 'assertion', 'Audience').some((audience) => textOf(audience) === entityId);
  if (restrictions.length === 0 || !restrictions.every(isOurs))
    throw new Error(`It is for another audience than ${entityId}`);
}

/**
 * Reads an assertion of which every byte was signed.
 * @param xml what the signature covers, and nothing else
 * @throws Error unless it fits what was asked for
 */
export async function readAssertion(
  xml: string,
  expected: Expected,
  settings: Pick<SsoConfig, 'emailClaim' | 'nameClaim' | 'groupsClaim' | 'trustsEmail'>,
): Promise<Fitting> {
  const assertion = await parseXml(xml);
  if (!isElement(assertion, 'assertion', 'Assertion') || assertion.getAttribute('Version') !== '2.0')
    throw new Error('It is no assertion of SAML 2.0');
  const id = assertion.getAttribute('ID');
  if (!id) throw new Error('The assertion has no ID');
  if (textOf(onlyChild(assertion, 'assertion', 'Issuer')) !== expected.issuer)
    throw new Error('It is of another issuer');
  requireConditions(assertion, expected);
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  const usableUntil = confirmedUntil(subject, expected);
  const statements = childrenOf(assertion, 'assertion', 'AuthnStatement');
  if (statements.length === 0) throw new Error('It does not say that anybody signed in (AuthnStatement)');
  for (const statement of statements)
    if (timeOf(statement, 'SessionNotOnOrAfter') <= expected.now - SAML_SKEW_MS)
      throw new Error('The session at the provider is over');
  const nameId = onlyChild(subject, 'assertion', 'NameID');
  const format = nameId.getAttribute('Format') ?? '';
  const text = textOf(nameId);
  if (text === '') throw new Error('Its NameID is empty');
  if (FORMAT.transient.test(format))
    throw new Error('Its NameID is transient: have the provider send a persistent one, or the email');
  const claims = samlClaims(assertion, { text, isEmail: FORMAT.email.test(format) });
  // Another kind of name than an issuer of OpenID Connect, even where a provider calls both the same.
  return {
    id,
    usableUntil,
    identity: identityOf(claims, `saml:${expected.issuer}`, text, settings),
    name: {
      text,
      format,
      nameQualifier: nameId.getAttribute('NameQualifier') ?? '',
      spNameQualifier: nameId.getAttribute('SPNameQualifier') ?? '',
    },
    sessionIndex: statements[0]?.getAttribute('SessionIndex') ?? '',
  };
}
