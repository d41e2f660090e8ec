import { listChildren, readText } from './saml-xml.ts';

const XMLSOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com';

/** Providers' attribute names in order of preference. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  email: [`${XMLSOAP}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3', 'mail', 'Email'],
  name: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    `${MICROSOFT}/identity/claims/displayname`,
    'urn:oid:2.5.4.3',
    'cn',
    `${XMLSOAP}/name`,
  ],
  groups: [
    `${MICROSOFT}/ws/2008/06/identity/claims/groups`,
    `${MICROSOFT}/ws/2008/06/identity/claims/role`,
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
    'memberOf',
    'Role',
  ],
};

/**
 * Attributes by name, friendly name and alias.
 * @param nameId the email when no attribute has one
 */
export function readSamlClaims(
  assertion: Element,
  nameId: { text: string; isEmail: boolean },
): Record<string, unknown> {
  const found = new Map<string, string[]>();
  const friendly = new Map<string, string[]>();
  for (const attribute of listChildren(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    listChildren(statement, 'assertion', 'Attribute'),
  )) {
    const values = listChildren(attribute, 'assertion', 'AttributeValue').map(readText).filter(Boolean);
    for (const [map, name] of [
      [found, attribute.getAttribute('Name')],
      [friendly, attribute.getAttribute('FriendlyName')],
    ] as const)
      if (name) map.set(name, [...(map.get(name) ?? []), ...values]);
  }
  const all = new Map([...friendly, ...found]);
  for (const [name, aliases] of Object.entries(ALIASES)) {
    const values = [name, ...aliases].map((one) => all.get(one)).find((one) => one && one.length > 0);
    if (values) all.set(name, values);
  }
  if (!all.has('email') && nameId.isEmail) all.set('email', [nameId.text]);
  const claims = [...all].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const);
  // SAML has no booleans.
  return { ...Object.fromEntries(claims), email_verified: all.get('email_verified')?.join() === 'true' };
}
