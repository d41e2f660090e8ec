import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js';
import { MessageRefused } from './refusal.ts';

const SAML_NS = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;
export type SamlNs = keyof typeof SAML_NS;

/** More than any message needs, and quick to parse. */
const MAX = { tags: 3000, attributes: 4000, prefixes: 30 };

function requireSmall(text: string): void {
  const found = {
    tags: text.split('<').length,
    attributes: text.split('=').length,
    prefixes: new Set(text.match(/xmlns:[^\s=]+/g)).size,
  };
  for (const name of ['tags', 'attributes', 'prefixes'] as const)
    if (found[name] > MAX[name]) throw new MessageRefused(`It has more than ${MAX[name]} ${name}`);
}

/**
 * Refuses document types, which could load entities and other documents.
 * @throws Error
 */
export async function parseXml(text: string): Promise<Element> {
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(text))
    throw new MessageRefused('A document type is not allowed');
  requireSmall(text);
  const root = (await parseDomFromString(text)).documentElement;
  if (!root) throw new MessageRefused('There is no XML');
  return root;
}

export const isElement = (element: Element, ns: SamlNs, name: string): boolean =>
  element.namespaceURI === SAML_NS[ns] && element.localName === name;

export const listChildren = (element: Element, ns: SamlNs, name: string): Element[] =>
  Array.from(element.childNodes)
    .filter((node): node is Element => node.nodeType === 1)
    .filter((child) => isElement(child, ns, name));

export const listDescendants = (element: Element, ns: SamlNs, name: string): Element[] =>
  Array.from(element.getElementsByTagNameNS(SAML_NS[ns], name));

/** @throws Error unless there is exactly one */
export function requireOnlyChild(element: Element, ns: SamlNs, name: string): Element {
  const [first, ...more] = listChildren(element, ns, name);
  if (!first || more.length > 0)
    throw new MessageRefused(`There must be one ${name} in ${element.localName}`);
  return first;
}

/** Includes text after a comment. */
export const readText = (element: Element): string => (element.textContent ?? '').trim();

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
