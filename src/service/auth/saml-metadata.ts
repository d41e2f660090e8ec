import { X509Certificate } from 'node:crypto';
import { createKept } from './kept.ts';
import { isLoopbackUrl } from './loopback.ts';
import { fetchFromProvider } from './provider-fetch.ts';
import {
  isElement,
  listChildren,
  listDescendants,
  parseXml,
  readText,
  requireOnlyChild,
  type SamlNs,
} from './saml-xml.ts';
import type { SsoConfig } from './sso-settings.ts';

const METADATA_FRESH_MS = 60_000;
const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const RSA_MIN_BITS = 2048;

export type SamlProvider = {
  entityId: string;
  entryPoint: string;
  /** PEM; any of them may have signed. */
  certificates: string[];
  /** Empty without logout by HTTP-Redirect. */
  logoutUrl: string;
  logoutAnswerUrl: string;
};

function findProvider(root: Element): Element {
  const ns: SamlNs = 'metadata';
  const all = isElement(root, ns, 'EntityDescriptor')
    ? [root]
    : listDescendants(root, ns, 'EntityDescriptor');
  const [found, ...more] = all.filter((one) => listChildren(one, ns, 'IDPSSODescriptor').length > 0);
  if (!found) throw new Error('It describes no identity provider (IDPSSODescriptor)');
  if (more.length > 0) throw new Error('It describes several identity providers: take the metadata of one');
  return found;
}

function readCertificate(element: Element): string {
  const text = readText(element).replace(/\s/g, '');
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

const findByRedirect = (descriptor: Element, service: string): Element | undefined =>
  listChildren(descriptor, 'metadata', service).find(
    (one) => one.getAttribute('Binding') === REDIRECT_BINDING,
  );

/** Only https, or http to this machine. */
function requireSafeAddress(location: string, service: string): string {
  const url = URL.canParse(location) ? new URL(location) : undefined;
  if (!url || !(url.protocol === 'https:' || isLoopbackUrl(url)))
    throw new Error(`Its ${service} does not begin with https://`);
  return url.href;
}

function readEntryPoint(descriptor: Element): string {
  const location = findByRedirect(descriptor, 'SingleSignOnService')?.getAttribute('Location') ?? '';
  if (location === '') throw new Error('It has no SingleSignOnService by HTTP-Redirect');
  return requireSafeAddress(location, 'SingleSignOnService');
}

function readLogout(descriptor: Element): Pick<SamlProvider, 'logoutUrl' | 'logoutAnswerUrl'> {
  const found = findByRedirect(descriptor, 'SingleLogoutService');
  const location = found?.getAttribute('Location') ?? '';
  if (location === '') return { logoutUrl: '', logoutAnswerUrl: '' };
  const answer = found?.getAttribute('ResponseLocation') || location;
  const [logoutUrl, logoutAnswerUrl] = [location, answer].map((one) =>
    requireSafeAddress(one, 'SingleLogoutService'),
  ) as [string, string];
  return { logoutUrl, logoutAnswerUrl };
}

/**
 * @param now in ms
 * @throws Error
 */
export async function readSamlMetadata(text: string, now: number): Promise<SamlProvider> {
  const entity = findProvider(await parseXml(text.trim()));
  const descriptor = requireOnlyChild(entity, 'metadata', 'IDPSSODescriptor');
  const entityId = entity.getAttribute('entityID')?.trim() ?? '';
  if (entityId === '') throw new Error('It has no entityID');
  for (const one of [entity.ownerDocument.documentElement, entity, descriptor]) {
    const until = one.getAttribute('validUntil');
    if (until && !(Date.parse(until) > now)) throw new Error(`It was valid until ${until}`);
  }
  const certificates = listChildren(descriptor, 'metadata', 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => listDescendants(key, 'signature', 'X509Certificate'))
    .map(readCertificate);
  if (certificates.length === 0) throw new Error('It holds no certificate for signing');
  return {
    entityId,
    entryPoint: readEntryPoint(descriptor),
    certificates: [...new Set(certificates)],
    ...readLogout(descriptor),
  };
}

type Named = Pick<SsoConfig, 'metadataUrl' | 'metadataXml'>;

export type SamlMetadataReader = {
  last(settings: Named): SamlProvider | undefined;
  read(settings: Named): Promise<SamlProvider>;
};

const makeKey = ({ metadataUrl, metadataXml }: Named): string => metadataXml || metadataUrl;

/** Reads metadata from text, or fetches it at most once a minute. */
export function createSamlMetadataReader(clock: () => number): SamlMetadataReader {
  const kept = createKept<SamlProvider>(METADATA_FRESH_MS);
  const load = async ({ metadataUrl, metadataXml }: Named): Promise<SamlProvider> => {
    if (metadataXml !== '') return readSamlMetadata(metadataXml, clock());
    const answer = await fetchFromProvider(metadataUrl, {
      headers: { accept: 'application/samlmetadata+xml, */*' },
    });
    if (answer.status !== 200) throw new Error(`It answered with status ${answer.status}`);
    return readSamlMetadata(await answer.text(), clock());
  };
  return {
    last: (settings) => kept.last(makeKey(settings)),
    read: (settings) => kept.read(makeKey(settings), () => load(settings)),
  };
}
