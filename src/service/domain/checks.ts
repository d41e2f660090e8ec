import { reads } from '../../contract/calls/define.ts';
import type { Config } from '../../contract/entities/common.ts';
import type { NodeType } from '../../contract/enums.ts';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import { invalid } from '../http/input.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { NodeRow, SiteRow } from '../store/schema.ts';
import { configOf } from './rows.ts';

export const notFound = (what: string, id: string): ContractError =>
  new ContractError('NOT_FOUND', `There is no ${what} with the id ${id}`);

/** @throws ContractError NOT_FOUND */
export async function requireSite(tx: Repositories, siteId: string): Promise<SiteRow> {
  const site = await tx.sites.find(siteId);
  if (!site) throw notFound('site', siteId);
  return site;
}

/** @throws ContractError STALE_VERSION with what is stored now, unless the write forces. */
export function requireVersion(ifMatch: number | '*', stored: number, current: () => unknown): void {
  if (ifMatch === '*' || ifMatch === stored) return;
  throw new ContractError(
    'STALE_VERSION',
    `Someone saved version ${stored} meanwhile; you changed version ${ifMatch}. Compare the two, then save again`,
    { current: current() },
  );
}

/** @throws ContractError NAME_TAKEN */
export function requireFreeName(taken: unknown, field: string, message: string): void {
  if (!taken) return;
  throw new ContractError('NAME_TAKEN', message, { details: [{ field, rule: 'unique', message }] });
}

const under = (prefix: string, details: ErrorDetail[]): ErrorDetail[] =>
  details.map((detail) => ({ ...detail, field: detail.field ? `${prefix}.${detail.field}` : prefix }));

/** What is wrong with a configuration, by its place in the body of a call: `source.config.port`. */
export const underConfig = (
  { catalogue }: Pick<Services, 'catalogue'>,
  nodeType: NodeType,
  templateId: string,
  prefix: string,
  details: ErrorDetail[],
): ErrorDetail[] => under(catalogue.templateOf(nodeType, templateId) ? `${prefix}.config` : prefix, details);

/**
 * The configuration as the component's schema reads it; `prefix` leads the field of each fault.
 * @throws ContractError VALIDATION_FAILED
 */
export function validConfig(
  services: Services,
  nodeType: NodeType,
  templateId: string,
  config: Config,
  prefix: string,
): Config {
  const check = services.catalogue.validateConfig(nodeType, templateId, config);
  if (check.config) return check.config;
  throw invalid(underConfig(services, nodeType, templateId, prefix, check.details));
}

/** What may stand in another's way: a source by its ports, a destination by its files. Secrets in clear. */
export type Occupant = {
  name: string;
  templateId: string;
  config: Config;
  /** Of what is stored: the site it is of. */
  siteId?: string | undefined;
  /** The name of that site, when it is another one on the same machine. */
  otherSite?: string | undefined;
};

const placeOf = ({ name, otherSite }: Occupant): string =>
  otherSite === undefined ? `'${name}'` : `'${name}' of site '${otherSite}' on this machine`;

const RESOURCES = { SOURCE: 'SOURCES', SINK: 'SINKS' } as const;

/** What is in the way, named to who may read it alone: of other sites the rest learns no more than that. */
const holderFor = (caller: Principal | undefined, kind: ConnectionKind, holder: Occupant): string => {
  const word = kind === 'SOURCE' ? 'source' : 'destination';
  const { otherSite, siteId } = holder;
  const isNamed =
    otherSite === undefined || !caller || permits(caller, reads(RESOURCES[kind]), siteId) === true;
  return isNamed ? `the ${word} ${placeOf(holder)}` : `a ${word} of another site on this machine`;
};

const address = (one: { protocol: string; port: number }): string => `${one.protocol} port ${one.port}`;

export type Collision = { code: 'PORT_IN_USE' | 'CONFLICT'; field: string; message: string };

/** Two sources of a machine cannot listen on one port, two destinations not write one file. */
export function collisionOf(
  { catalogue, ownPorts, caller }: Pick<Services, 'catalogue' | 'ownPorts' | 'caller'>,
  kind: ConnectionKind,
  node: Occupant,
  others: readonly Occupant[],
): Collision | undefined {
  if (kind === 'SOURCE') {
    for (const one of catalogue.portsOf(node.templateId, node.config)) {
      const field = one.field ?? 'port';
      const refuse = (message: string): Collision => ({ code: 'PORT_IN_USE', field, message });
      if (one.protocol === 'TCP' && ownPorts.includes(one.port))
        return refuse(`Port ${one.port} is this service's own; choose another port`);
      const holder = others.find(({ templateId, config }) =>
        catalogue.portsOf(templateId, config).some((used) => address(used) === address(one)),
      );
      if (holder)
        return refuse(`${address(one)} is taken by ${holderFor(caller, kind, holder)}; choose another port`);
    }
    return undefined;
  }
  const paths = catalogue.pathsOf(node.templateId, node.config);
  const holder = others.find(({ templateId, config }) =>
    catalogue.pathsOf(templateId, config).some((path) => paths.includes(path)),
  );
  if (!holder) return undefined;
  const who = holderFor(caller, kind, holder);
  const message = `${who[0]?.toUpperCase()}${who.slice(1)} writes this file already; choose another path`;
  return { code: 'CONFLICT', field: 'path', message };
}

type Candidate = { id: string; siteId: string; kind: ConnectionKind; templateId: string; config: Config };

/** @throws ContractError PORT_IN_USE or CONFLICT naming the holder */
export async function requireNoConflict(
  services: Services,
  tx: Repositories,
  node: Candidate,
): Promise<void> {
  const { kind, siteId } = node;
  const others = await occupantsOf(services, tx, kind, siteId, (row) => row.id !== node.id);
  const collision = collisionOf(services, kind, { ...node, name: '' }, others);
  if (!collision) return;
  const { code, message } = collision;
  const field = `${kind === 'SOURCE' ? 'source' : 'sink'}.config.${collision.field}`;
  throw new ContractError(code, message, { details: [{ field, rule: 'unique', message }] });
}

/** What stands on the machine of a site: its own, and that of the other sites whose engines run there too. */
export async function occupantsOf(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  siteId: string,
  isMeant: (row: NodeRow) => boolean,
): Promise<Occupant[]> {
  const { rows } = await tx.nodes.list({ kind });
  const sites = await tx.sites.list();
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  // A remote site is on a machine of its own.
  const remote = new Set(sites.filter(({ engine }) => engine === 'remote').map(({ id }) => id));
  const isThere = (row: NodeRow) =>
    row.site_id === siteId || (!remote.has(siteId) && !remote.has(row.site_id));
  return rows
    .filter((row) => isThere(row) && isMeant(row))
    .map((row) => ({
      ...occupantOf(services, row),
      otherSite: row.site_id === siteId ? undefined : names.get(row.site_id),
    }));
}

export const occupantOf = (services: Services, row: NodeRow): Occupant => ({
  name: row.name,
  siteId: row.site_id,
  templateId: row.template_id,
  config: openConfig(services, row),
});

/** A stored configuration with its secrets in clear, as schemas and the engine take it. */
export const openConfig = (services: Services, row: { config: string }): Config =>
  services.sealer.open(configOf(row));

/** Ports that a stored source listens on. */
export const portsOf = (services: Services, row: NodeRow) =>
  services.catalogue.portsOf(row.template_id, openConfig(services, row));
