import type { CallResponse } from '../../../contract/calls/index.ts';

export type PortHolder = CallResponse<'listSourcePorts'>['holders'][number];

const HIGHEST = 65_535;

const isPortField = (name: string): boolean => name === 'port' || name.endsWith('Port');

/** The first port unused by the site's sources, for any protocol. */
export function findFreePort(port: number, holders: readonly PortHolder[]): number {
  const taken = new Set(holders.map((holder) => holder.port));
  for (let candidate = port; candidate <= HIGHEST; candidate++) if (!taken.has(candidate)) return candidate;
  return port;
}

/** Port conflicts by field, before saving. */
export function findPortNotices(
  config: Readonly<Record<string, unknown>>,
  holders: readonly PortHolder[],
): Record<string, string> {
  const notices: Record<string, string> = {};
  for (const [name, value] of Object.entries(config)) {
    const holder = isPortField(name) && holders.find(({ port }) => port === value);
    if (holder)
      notices[name] = `${holder.protocol} port ${holder.port} is taken by the source '${holder.sourceName}'`;
  }
  return notices;
}

export const replaceUsedPorts = (
  config: Readonly<Record<string, unknown>>,
  freeFrom: (port: number) => number,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      isPortField(name) && typeof value === 'number' ? freeFrom(value) : value,
    ]),
  );
