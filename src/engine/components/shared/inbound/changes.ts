import { isDeepStrictEqual } from 'node:util';

type Listener = { address: string; port: number; tlsClientCa?: string | undefined };

/**
 * True when new settings apply without closing connections: same address, same certificate requirement,
 * `fixed` settings unchanged.
 */
export function isSameListener<C extends Listener>(
  before: C,
  after: C,
  fixed: readonly (keyof C)[],
): boolean {
  const ways: readonly string[] = ['address', 'port', 'tls', 'transport', ...fixed.map(String)];
  const chosen = (config: C) => Object.entries(config).filter(([name]) => ways.includes(name));
  const asks = ({ tlsClientCa }: C) => tlsClientCa !== undefined;
  return isDeepStrictEqual(chosen(before), chosen(after)) && asks(before) === asks(after);
}
