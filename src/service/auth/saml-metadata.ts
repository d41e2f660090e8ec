import { X509Certificate } from 'node:crypto';
import { isLoopbackUrl } from './loopback.ts';
import { providerFetch } from './provider-fetch.ts';
import { childrenOf, isElement, onlyChild, parseXml, type SamlNs, textOf, withinOf } from './saml-xml.ts';
import type { SsoConfig } from './sso-settings.ts';

const METADATA_FRESH_MS = 60_000;
const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const RSA_MIN_BITS = 2048;

/** What a SAML provider says of itself, as far as signing in needs it. */
export type SamlProvider = {
  entityId: string;
  /** Where the browser goes with a request to sign in. */
  entryPoint: string;
  /** Certificates in PEM, any of which may have signed. */
  certificates: string[];
  /** Where a logout is sent, and the answer to one; empty where it takes none by HTTP-Redirect. */
  logoutUrl: string;
  logoutAnswerUrl: string;
};

/** The provider in a document that may describe several. */
function providerIn(root: Element): Element {
  const ns: SamlNs = 'metadata';
  const all = isElement(root, ns, 'EntityDescriptor') ? [root] : withinOf(root, ns, 'EntityDescriptor');
  const [found, ...more] = all.filter((one) => childrenOf(one, ns, 'IDPSSODescriptor').length > 0);
  if (!found) throw new Error('It describes no identity provider (IDPSSODescriptor)');
  if (more.length > 0) throw new Error('It describes several identity providers: take the metadata of one');
  return found;
}

function certificateOf(element: Element): string {
  const text = textOf(element).replace(/\s/g, '');
  let read: X509Certificate;
  try {
    read = new X509Certificate(Buffer.from(text, 'base64'));
  } catch {
    throw new Error('A certificate in it cannot be read');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = read.publicKey;
  if (asymmetricKeyType !== 'rsa') throw new Error('A certificate in it has no RSA key');
  if ((asymmetricKeyDetails?.modulusLength ?? 0) < RSA_MIN_BITS)
    throw new Error(`A certificate in it has a key of less than ${RSA_MIN_BITS} bits`);
  return read.toString();
}

const byRedirect = (descriptor: Element, service: string): Element | undefined =>
  childrenOf(descriptor, 'metadata', service).find((one) => one.getAttribute('Binding') === REDIRECT_BINDING);

/** The browser is sent there: no other scheme, and nothing unencrypted but to this machine. */
function safeAddress(location: string, service: string): string {
  const url = URL.canParse(location) ? new URL(location) : undefined;
  if (!url || !(url.protocol === 'https:' || isLoopbackUrl(url)))
    throw new Error(`Its ${service} does not begin with https://`);
  return url.href;
}

function entryPointOf(descriptor: Element): string {
  const location = byRedirect(descriptor, 'SingleSignOnService')?.getAttribute('Location') ?? '';
  if (location === '') throw new Error('It has no SingleSignOnService by HTTP-Redirect');
  return safeAddress(location, 'SingleSignOnService');
}

function logoutOf(descriptor: Element): Pick<SamlProvider, 'logoutUrl' | 'logoutAnswerUrl'> {
  const found = byRedirect(descriptor, 'SingleLogoutService');
  const location = found?.getAttribute('Location') ?? '';
  if (location === '') return { logoutUrl: '', logoutAnswerUrl: '' };
  const answer = found?.getAttribute('ResponseLocation') || location;
  const [logoutUrl, logoutAnswerUrl] = [location, answer].map((one) =>
    safeAddress(one, 'SingleLogoutService'),
  ) as [string, string];
  return { logoutUrl, logoutAnswerUrl };
}

/**
 * Reads the metadata of a provider.
 * @param now in ms
 * @throws Error that tells what is wrong with it
 */
export async function readSamlMetadata(text: string, now: number): Promise<SamlProvider> {
  const entity = providerIn(await parseXml(text.trim()));
  const descriptor = onlyChild(entity, 'metadata', 'IDPSSODescriptor');
  const entityId = entity.getAttribute('entityID')?.trim() ?? '';
  if (entityId === '') throw new Error('It has no entityID');
  for (const one of [entity.ownerDocument.documentElement, entity, descriptor]) {
    const until = one.getAttribute('validUntil');
    if (until && !(Date.parse(until) > now)) throw new Error(`It was valid until ${until}`);
  }
  const certificates = childrenOf(descriptor, 'metadata', 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => withinOf(key, 'signature', 'X509Certificate'))
    .map(certificateOf);
  if (certificates.length === 0) throw new Error('It holds no certificate for signing');
  return {
    entityId,
    entryPoint: entryPointOf(descriptor),
    certificates: [...new Set(certificates)],
    ...logoutOf(descriptor),
  };
}

export type SamlMetadataReader = (
  settings: Pick<SsoConfig, 'metadataUrl' | 'metadataXml'>,
) => Promise<SamlProvider>;

/** Reads the metadata that was given as text, else from their address; within a minute it is asked once. */
export function createSamlMetadataReader(clock: () => number): SamlMetadataReader {
  let known: { url: string; provider: SamlProvider; at: number } | undefined;
  return async ({ metadataUrl, metadataXml }) => {
    if (metadataXml !== '') return readSamlMetadata(metadataXml, clock());
    if (known?.url === metadataUrl && performance.now() - known.at < METADATA_FRESH_MS) return known.provider;
    const answer = await providerFetch(metadataUrl, {
      headers: { accept: 'application/samlmetadata+xml, */*' },
    });
    if (answer.status !== 200) throw new Error(`It answers ${answer.status}`);
    known = {
      url: metadataUrl,
      provider: await readSamlMetadata(await answer.text(), clock()),
      at: performance.now(),
    };
    return known.provider;
  };
}
