import type { Config } from '../../contract/entities/common.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Principal } from '../auth/permissions.ts';
import { mayReadNodes } from '../auth/readable.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { NodeRow } from '../store/schema.ts';
import { openConfig } from '../store/sealing.ts';

/** Ports of a source or files of a destination. Secrets in clear. */
export type Occupant = {
  name: string;
  templateId: string;
  config: Config;
  siteId?: string | undefined;
  /** Set for another site on this machine. */
  otherSite?: string | undefined;
};

const describePlace = ({ name, otherSite }: Occupant): string =>
  otherSite === undefined ? `'${name}'` : `'${name}' of site '${otherSite}' on this machine`;

const describeHolder = (caller: Principal | undefined, kind: ConnectionKind, holder: Occupant): string => {
  const word = kind === 'SOURCE' ? 'source' : 'destination';
  const { otherSite, siteId = '' } = holder;
  const isNamed = otherSite === undefined || mayReadNodes(caller, kind, siteId);
  return isNamed ? `the ${word} ${describePlace(holder)}` : `a ${word} of another site on this machine`;
};

const formatAddress = (one: { protocol: string; port: number }): string => `${one.protocol} port ${one.port}`;

type Collision = { code: 'PORT_IN_USE' | 'CONFLICT'; field: string; message: string };

/** Two sources of a machine cannot share a port, nor two destinations a file. */
export function findCollision(
  { catalogue, ownPorts, caller }: Pick<Services, 'catalogue' | 'ownPorts' | 'caller'>,
  kind: ConnectionKind,
  node: Occupant,
  others: readonly Occupant[],
): Collision | undefined {
  if (kind === 'SOURCE') {
    for (const one of catalogue.listPorts(node.templateId, node.config)) {
      const field = one.field ?? 'port';
      const refuse = (message: string): Collision => ({ code: 'PORT_IN_USE', field, message });
      if (one.protocol === 'TCP' && ownPorts.includes(one.port))
        return refuse(`Port ${one.port} is this service's own; choose another port`);
      const holder = others.find(({ templateId, config }) =>
        catalogue.listPorts(templateId, config).some((used) => formatAddress(used) === formatAddress(one)),
      );
      if (holder)
        return refuse(
          `${formatAddress(one)} is taken by ${describeHolder(caller, kind, holder)}; choose another port`,
        );
    }
    return undefined;
  }
  const paths = catalogue.listPaths(node.templateId, node.config);
  const holder = others.find(({ templateId, config }) =>
    catalogue.listPaths(templateId, config).some((path) => paths.includes(path)),
  );
  if (!holder) return undefined;
  const who = describeHolder(caller, kind, holder);
  const message = `${who[0]?.toUpperCase()}${who.slice(1)} already writes this file; choose another path`;
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
  const others = await listOccupants(services, tx, kind, siteId, (row) => row.id !== node.id);
  const collision = findCollision(services, kind, { ...node, name: '' }, others);
  if (!collision) return;
  const { code, message } = collision;
  const field = `${kind === 'SOURCE' ? 'source' : 'sink'}.config.${collision.field}`;
  throw new ContractError(code, message, { details: [{ field, rule: 'unique', message }] });
}

/** Includes other sites on the same machine. */
export async function listOccupants(
  services: Services,
  tx: Repositories,
  kind: ConnectionKind,
  siteId: string,
  isMeant: (row: NodeRow) => boolean,
): Promise<Occupant[]> {
  const { rows } = await tx.nodes.list({ kind });
  const sites = await tx.sites.list();
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const remote = new Set(sites.filter(({ engine }) => engine !== 'embedded').map(({ id }) => id));
  const isThere = (row: NodeRow) =>
    row.site_id === siteId || (!remote.has(siteId) && !remote.has(row.site_id));
  return rows
    .filter((row) => isThere(row) && isMeant(row))
    .map((row) => ({
      ...toOccupant(services, row),
      otherSite: row.site_id === siteId ? undefined : names.get(row.site_id),
    }));
}

export const toOccupant = (services: Services, row: NodeRow): Occupant => ({
  name: row.name,
  siteId: row.site_id,
  templateId: row.template_id,
  config: openConfig(services, row),
});

export const listPorts = (services: Services, row: NodeRow) =>
  services.catalogue.listPorts(row.template_id, openConfig(services, row));
