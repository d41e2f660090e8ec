export type BrokerAddress = { readonly host: string; readonly port: number };

const DEFAULT_PORT = 9092;
const NAME = /^([^\s/:@[\]]+)(?::(\d{1,5}))?$/;
const IPV6 = /^\[([0-9a-fA-F:.]+)\](?::(\d{1,5}))?$/;

/** `kafka-1:9092`, `10.0.0.1` or `[::1]:9092`; null otherwise. */
export function readBroker(text: string): BrokerAddress | null {
  const [, host, digits] = NAME.exec(text) ?? IPV6.exec(text) ?? [];
  if (host === undefined) return null;
  const port = digits === undefined ? DEFAULT_PORT : Number(digits);
  return port >= 1 && port <= 65_535 ? { host, port } : null;
}
