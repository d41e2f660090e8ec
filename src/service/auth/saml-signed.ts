import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { getVerifiedXml } from '@node-saml/node-saml/lib/xml.js';
import { listDescendants, parseXml } from './saml-xml.ts';

const MESSAGE_MAX_BYTES = 200_000;

/** Without SHA-1. */
export const ALGORITHMS = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];
/** For signatures in the query. */
const QUERY_HASHES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/** @throws Error for an algorithm that is not safe */
export function requireSafeAlgorithms(root: Element): void {
  for (const name of ['SignatureMethod', 'DigestMethod'])
    for (const method of listDescendants(root, 'signature', name))
      if (!ALGORITHMS.includes(method.getAttribute('Algorithm') ?? ''))
        throw new Error(`It is signed in a way that is not safe (${method.getAttribute('Algorithm')})`);
}

/** A message that is not verified yet. */
export type SamlMessage = {
  kind: 'SAMLRequest' | 'SAMLResponse';
  relayState: string;
  /**
   * Its text, all of it signed by one of the certificates.
   * @throws Error
   */
  signed(certificates: readonly string[]): Promise<string>;
};

const KINDS = ['SAMLRequest', 'SAMLResponse'] as const;

function readKind(fields: { has(name: string): boolean }): SamlMessage['kind'] {
  const [kind, ...more] = KINDS.filter((one) => fields.has(one));
  if (!kind || more.length > 0) throw new Error('There must be one SAMLRequest or one SAMLResponse');
  return kind;
}

/**
 * The signature covers the query byte by byte.
 * @param query without its question mark
 * @throws Error
 */
export function readQueryMessage(query: string): SamlMessage {
  const raw = new Map<string, string>();
  for (const part of query.split('&')) {
    const name = part.split('=')[0] ?? '';
    if (raw.has(name)) throw new Error(`It has more than one ${name}`);
    raw.set(name, part);
  }
  const kind = readKind(raw);
  const fields = new URLSearchParams(query);
  const readField = (name: string): string => fields.get(name) ?? '';
  return {
    kind,
    relayState: readField('RelayState'),
    signed: async (certificates) => {
      if (!raw.has('Signature')) throw new Error('It is not signed');
      const hash = QUERY_HASHES[readField('SigAlg')];
      if (hash === undefined)
        throw new Error(`It is signed in a way that is not safe (${readField('SigAlg').slice(0, 200)})`);
      const text = [kind, 'RelayState', 'SigAlg'].flatMap((name) => raw.get(name) ?? []).join('&');
      const signature = Buffer.from(readField('Signature'), 'base64');
      const isSignedWith = (certificate: string) =>
        verify(hash, Buffer.from(text), new X509Certificate(certificate).publicKey, signature);
      if (!certificates.some(isSignedWith)) throw new Error('Its signature is not of the provider');
      const packed = Buffer.from(readField(kind), 'base64');
      return inflateRawSync(packed, { maxOutputLength: MESSAGE_MAX_BYTES }).toString('utf8');
    },
  };
}

/**
 * The signature is part of the XML.
 * @throws Error
 */
export function readFormMessage(form: URLSearchParams): SamlMessage {
  const kind = readKind(form);
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
