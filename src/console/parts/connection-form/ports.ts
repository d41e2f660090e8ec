import type { CallResponse } from '../../../contract/calls/index.ts';

export type PortHolder = CallResponse<'listSourcePorts'>['holders'][number];

const HIGHEST = 65_535;

/** Settings of a source that choose a port to listen on. */
const isPortField = (name: string): boolean => name === 'port' || name.endsWith('Port');

/** The first port from there on that no source of the site holds, whatever its protocol. */
export function freePortFrom(port: number, holders: readonly PortHolder[]): number {
  const taken = new Set(holders.map((holder) => holder.port));
  for (let candidate = port; candidate <= HIGHEST; candidate++) if (!taken.has(candidate)) return candidate;
  return port;
}

/** Who holds a port that was typed, by the field, before anything is saved. */
export function portNotices(
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

/** The settings of a new source with ports that are free: the usual one of its kind, else the next. */
export const withFreePorts = (
  config: Readonly<Record<string, unknown>>,
  freeFrom: (port: number) => number,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      isPortField(name) && typeof value === 'number' ? freeFrom(value) : value,
    ]),
  );
