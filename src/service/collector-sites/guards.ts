import { findTypeRefusal } from '../../collector/node-types.ts';
import type { NodeType } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { invalid } from '../http/input.ts';
import type { Repositories } from '../store/index.ts';
import type { SiteRow } from '../store/schema.ts';

/**
 * Sites own the fleets and configurations that run their pipelines.
 * @throws ContractError
 */
export async function requireFreeOfSite(
  tx: Pick<Repositories, 'sites'>,
  siteId: string | undefined,
  code: 'IN_USE' | 'ACTION_REFUSED',
  instead: string,
): Promise<void> {
  const site = siteId === undefined ? undefined : await tx.sites.find(siteId);
  if (site) throw new ContractError(code, `The pipelines of site '${site.name}' run on it; ${instead}`);
}

/** @throws ContractError CONFLICT for a Collector site */
export function requireEngine({ name, engine }: SiteRow, what: string): void {
  if (engine === 'collectors')
    throw new ContractError(
      'CONFLICT',
      `${what}, and site '${name}' runs on Collectors; use a site with an engine of its own`,
    );
}

/** @throws ContractError VALIDATION_FAILED for a type Collectors cannot run */
export function requireTypeOfSite(
  { engine }: SiteRow,
  node: { nodeType: NodeType; templateId: string },
): void {
  const refusal = engine === 'collectors' ? findTypeRefusal(node) : undefined;
  if (refusal)
    throw invalid([
      { field: 'templateId', rule: 'collector', message: `${refusal.reason}. ${refusal.resolution}` },
    ]);
}
