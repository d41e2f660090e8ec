import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { getVerifiedXml } from '@node-saml/node-saml/lib/xml.js';
import { parseXml, withinOf } from './saml-xml.ts';

const MESSAGE_MAX_BYTES = 200_000;

/** SHA-1 is not among them. */
export const ALGORITHMS = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];
/** Of a signature in an address. */
const QUERY_HASHES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/** @throws Error when something in it is signed in a way that is not safe */
export function requireSafeAlgorithms(root: Element): void {
  for (const name of ['SignatureMethod', 'DigestMethod'])
    for (const method of withinOf(root, 'signature', name))
      if (!ALGORITHMS.includes(method.getAttribute('Algorithm') ?? ''))
        throw new Error(`It is signed in a way that is not safe (${method.getAttribute('Algorithm')})`);
}

/** A message as it came, which nobody vouches for yet. */
export type SamlMessage = {
  kind: 'SAMLRequest' | 'SAMLResponse';
  relayState: string;
  /** Its text, of which every byte was signed by one of those certificates. @throws Error */
  signed(certificates: readonly string[]): Promise<string>;
};

const KINDS = ['SAMLRequest', 'SAMLResponse'] as const;

function kindOf(fields: { has(name: string): boolean }): SamlMessage['kind'] {
  const [kind, ...more] = KINDS.filter((one) => fields.has(one));
  if (!kind || more.length > 0) throw new Error('There must be one SAMLRequest or one SAMLResponse');
  return kind;
}

/**
 * A message in an address: what was signed is the query, byte by byte as it came.
 * @param query without its question mark
 * @throws Error
 */
export function messageOfQuery(query: string): SamlMessage {
  const raw = new Map<string, string>();
  for (const part of query.split('&')) {
    const name = part.split('=')[0] ?? '';
    if (raw.has(name)) throw new Error(`It has more than one ${name}`);
    raw.set(name, part);
  }
  const kind = kindOf(raw);
  const fields = new URLSearchParams(query);
  const fieldOf = (name: string): string => fields.get(name) ?? '';
  return {
    kind,
    relayState: fieldOf('RelayState'),
    signed: async (certificates) => {
      if (!raw.has('Signature')) throw new Error('It is not signed');
      const hash = QUERY_HASHES[fieldOf('SigAlg')];
      if (hash === undefined)
        throw new Error(`It is signed in a way that is not safe (${fieldOf('SigAlg').slice(0, 200)})`);
      const text = [kind, 'RelayState', 'SigAlg'].flatMap((name) => raw.get(name) ?? []).join('&');
      const signature = Buffer.from(fieldOf('Signature'), 'base64');
      const isOf = (certificate: string) =>
        verify(hash, Buffer.from(text), new X509Certificate(certificate).publicKey, signature);
      if (!certificates.some(isOf)) throw new Error('Its signature is not of the provider');
      const packed = Buffer.from(fieldOf(kind), 'base64');
      return inflateRawSync(packed, { maxOutputLength: MESSAGE_MAX_BYTES }).toString('utf8');
    },
  };
}

/**
 * A message that was posted as a form: the signature stands in it.
 * @throws Error
 */
export function messageOfForm(form: URLSearchParams): SamlMessage {
  const kind = kindOf(form);
  return {
    kind,
    relayState: form.get('RelayState') ?? '',
    signed: async (certificates) => {
      const xml = Buffer.from(form.get(kind) ?? '', 'base64').toString('utf8');
      const root = await parseXml(xml);
      requireSafeAlgorithms(root);
      const found = getVerifiedXml(xml, root, [...certificates]);
      if (found === null) throw new Error('It is not signed by the provider');
      return found;
    },
  };
}
