import type { Config } from '../../contract/entities/common.ts';
import type { NodeType } from '../../contract/enums.ts';
import { ContractError, type ErrorDetail } from '../../contract/errors.ts';
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
  const unknownType = !services.catalogue.templateOf(nodeType, templateId);
  throw invalid(under(unknownType ? prefix : `${prefix}.config`, check.details ?? []));
}

type Candidate = { id: string; siteId: string; kind: ConnectionKind; templateId: string; config: Config };

const address = (one: { protocol: string; port: number }): string => `${one.protocol} port ${one.port}`;

/**
 * Two sources of a site cannot listen on one port, two destinations not write one file.
 * @throws ContractError PORT_IN_USE or CONFLICT naming the holder
 */
export async function requireNoConflict(
  services: Services,
  tx: Repositories,
  node: Candidate,
): Promise<void> {
  const { catalogue, ownPorts } = services;
  const { rows } = await tx.nodes.list({ kind: node.kind, siteIds: [node.siteId] });
  const others = rows.filter((row) => row.id !== node.id);
  if (node.kind === 'SOURCE') {
    const wanted = catalogue.portsOf(node.templateId, node.config);
    for (const one of wanted) {
      if (one.protocol === 'TCP' && ownPorts.includes(one.port)) {
        throw portInUse(`Port ${one.port} is this service's own; choose another port`);
      }
      const holder = others.find((row) =>
        portsOf(services, row).some((used) => address(used) === address(one)),
      );
      if (holder)
        throw portInUse(`${address(one)} is taken by the source '${holder.name}'; choose another port`);
    }
    return;
  }
  const paths = catalogue.pathsOf(node.templateId, node.config);
  const holder = others.find((row) =>
    catalogue.pathsOf(row.template_id, openConfig(services, row)).some((path) => paths.includes(path)),
  );
  if (!holder) return;
  const message = `The destination '${holder.name}' writes this file already; choose another path`;
  throw new ContractError('CONFLICT', message, {
    details: [{ field: 'sink.config.path', rule: 'unique', message }],
  });
}

const portInUse = (message: string): ContractError =>
  new ContractError('PORT_IN_USE', message, {
    details: [{ field: 'source.config.port', rule: 'unique', message }],
  });

/** A stored configuration with its secrets in clear, as schemas and the engine take it. */
export const openConfig = (services: Services, row: { config: string }): Config =>
  services.sealer.open(configOf(row));

/** Ports that a stored source listens on. */
export const portsOf = (services: Services, row: NodeRow) =>
  services.catalogue.portsOf(row.template_id, openConfig(services, row));
