import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Pair = { key: string; value: unknown };
/** A log record as it came, without the time of its observation and with attributes by name. */
export type Received = Record<string, unknown>;

const byName = (pairs: readonly Pair[] = []): Record<string, unknown> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [key, plain(value)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Kinds of values stay apart; the order of entries does not matter. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { kvlistValue, arrayValue, ...rest } = value as {
    kvlistValue?: { values?: Pair[] };
    arrayValue?: { values?: unknown[] };
  };
  if (kvlistValue) return { map: byName(kvlistValue.values) };
  if (arrayValue) return { list: (arrayValue.values ?? []).map(plain) };
  return rest;
}

/** Left out of what is received. */
const USUAL = JSON.stringify({
  resource: { 'service.name': { stringValue: 'penstock' } },
  scope: 'penstock',
});

function readRequest(text: string): Received[] {
  const { resourceLogs = [] } = JSON.parse(text) as {
    resourceLogs?: {
      resource?: { attributes?: Pair[] };
      scopeLogs?: { scope?: { name?: string }; logRecords?: Record<string, unknown>[] }[];
    }[];
  };
  return resourceLogs.flatMap(({ resource, scopeLogs = [] }) =>
    scopeLogs.flatMap(({ scope, logRecords = [] }) =>
      logRecords.map((record) => {
        const { body, attributes, severityText, severityNumber, timeUnixNano } = record;
        const found = byName(attributes as Pair[]);
        const origin = {
          resource: byName(resource?.attributes),
          scope: scope?.name ?? '',
        };
        return {
          ...(JSON.stringify(origin) !== USUAL && { origin }),
          body: plain(body ?? {}),
          ...(Object.keys(found).length > 0 && { attributes: found }),
          ...(severityText ? { severityText } : {}),
          ...(severityNumber ? { severityNumber } : {}),
          ...(timeUnixNano && timeUnixNano !== '0' ? { timeUnixNano } : {}),
        };
      }),
    ),
  );
}

/** The order of fields does not matter. */
export const readMessage = (value: string): Received => ({
  message: Object.fromEntries(Object.entries(JSON.parse(value)).sort(([a], [b]) => (a < b ? -1 : 1))),
});

/** Takes OTLP as JSON, and keeps the records by the first parts of the path: `7/all`. */
export class Receiver {
  readonly records = new Map<string, Received[]>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        const key = (request.url ?? '').split('/').slice(1, 3).map(decodeURIComponent).join('/');
        const records = readRequest(Buffer.concat(parts).toString());
        receiver.records.set(key, [...(receiver.records.get(key) ?? []), ...records]);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  of(n: number, output: string): Received[] {
    return this.records.get(`${n}/${output}`) ?? [];
  }

  /** @param topic `out-7-all` */
  takeMessage(topic: string, value: string): void {
    const [, n, output] = topic.split('-');
    const key = `${n}/${output}`;
    this.records.set(key, [...(this.records.get(key) ?? []), readMessage(value)]);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
