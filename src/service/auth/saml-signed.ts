import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { getVerifiedXml } from '@node-saml/node-saml/lib/xml.js';
import { MessageRefused } from './refusal.ts';
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
const QUERY_HASHES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

/** @throws Error for an unsafe algorithm */
export function requireSafeAlgorithms(root: Element): void {
  for (const name of ['SignatureMethod', 'DigestMethod'])
    for (const method of listDescendants(root, 'signature', name))
      if (!ALGORITHMS.includes(method.getAttribute('Algorithm') ?? ''))
        throw new MessageRefused(NOT_SAFE, method.getAttribute('Algorithm') ?? '');
}

export type SamlMessage = {
  kind: 'SAMLRequest' | 'SAMLResponse';
  relayState: string;
  /**
   * Unverified text, only for refusing.
   * @throws Error unless signed safely
   */
  claimed(): string;
  /**
   * Text fully signed by one of the certificates.
   * @throws Error
   */
  signed(certificates: readonly string[]): Promise<string>;
};

const NOT_SAFE = 'It is signed with an algorithm that is not safe';
const KINDS = ['SAMLRequest', 'SAMLResponse'] as const;
const FIELDS = [...KINDS, 'RelayState', 'SigAlg', 'Signature'];

function readKind(fields: { has(name: string): boolean }): SamlMessage['kind'] {
  const [kind, ...more] = KINDS.filter((one) => fields.has(one));
  if (!kind || more.length > 0) throw new MessageRefused('There must be one SAMLRequest or one SAMLResponse');
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
    const name = FIELDS.find((one) => one === part.split('=')[0]);
    if (name === undefined) continue;
    if (raw.has(name)) throw new MessageRefused(`It has more than one ${name}`);
    raw.set(name, part);
  }
  const kind = readKind(raw);
  // Only the signed fields: a name can be written in several ways.
  const fields = new URLSearchParams([...raw.values()].join('&'));
  const readField = (name: string): string => fields.get(name) ?? '';
  const readHash = (): string => {
    if (!raw.has('Signature')) throw new MessageRefused('It is not signed');
    const hash = QUERY_HASHES[readField('SigAlg')];
    if (hash === undefined) throw new MessageRefused(NOT_SAFE, readField('SigAlg'));
    return hash;
  };
  const inflate = (): string =>
    inflateRawSync(Buffer.from(readField(kind), 'base64'), { maxOutputLength: MESSAGE_MAX_BYTES }).toString(
      'utf8',
    );
  return {
    kind,
    relayState: readField('RelayState'),
    claimed: () => {
      readHash();
      return inflate();
    },
    signed: async (certificates) => {
      const hash = readHash();
      const text = [kind, 'RelayState', 'SigAlg'].flatMap((name) => raw.get(name) ?? []).join('&');
      const signature = Buffer.from(readField('Signature'), 'base64');
      const isSignedWith = (certificate: string) =>
        verify(hash, Buffer.from(text), new X509Certificate(certificate).publicKey, signature);
      if (!certificates.some(isSignedWith)) throw new MessageRefused("Its signature is not the provider's");
      return inflate();
    },
  };
}

/**
 * The signature is part of the XML.
 * @throws Error
 */
export function readFormMessage(form: URLSearchParams): SamlMessage {
  const kind = readKind(form);
  const xml = Buffer.from(form.get(kind) ?? '', 'base64').toString('utf8');
  return {
    kind,
    relayState: form.get('RelayState') ?? '',
    claimed: () => xml,
    signed: async (certificates) => {
      const root = await parseXml(xml);
      requireSafeAlgorithms(root);
      const found = getVerifiedXml(xml, root, [...certificates]);
      if (found === null) throw new MessageRefused('It is not signed by the provider');
      return found;
    },
  };
}
