import type { Source } from '../../../contract/entities/node.ts';

const EVERY_INTERFACE = new Set(['0.0.0.0', '::']);

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const formatHost = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** Types addressed by URL. */
const BY_URL = new Set(['http_server', 'splunk_hec', 'otlp']);

/** Each setting that names a port is another address. */
const listPorts = (config: Readonly<Record<string, unknown>>): number[] =>
  Object.entries(config).flatMap(([name, value]) =>
    (name === 'port' || name.endsWith('Port')) && typeof value === 'number' && value > 0 ? [value] : [],
  );

/**
 * Addresses to send to, one per port; none for sources that fetch. A source on every interface gets the
 * console's host name.
 */
export function listSourceAddresses(
  source: Pick<Source, 'templateId' | 'config'>,
  ownHost: string,
): string[] {
  const config = source.config ?? {};
  const address = toText(config.address) || '127.0.0.1';
  const host = EVERY_INTERFACE.has(address) ? ownHost : formatHost(address);
  return listPorts(config).map((port) => {
    if (!BY_URL.has(source.templateId)) return `${host}:${port}`;
    const scheme = config.tls === true ? 'https' : 'http';
    return `${scheme}://${host}:${port}${toText(config.path)}`;
  });
}
