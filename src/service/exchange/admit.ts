import { reads, writes } from '../../contract/calls/define.ts';
import type { DefinitionKind } from '../../contract/calls/exchange.ts';
import { callDefinition } from '../../contract/calls/index.ts';
import { readsEvents } from '../../contract/calls/log-search.ts';
import { ContractError } from '../../contract/errors.ts';
import { type Principal, permits } from '../auth/permissions.ts';
import type { ReadText } from './exchange.ts';
import type { ImportPlan } from './plan.ts';

const RESOURCES = {
  SOURCE: 'SOURCES',
  SINK: 'SINKS',
  LOOKUP: 'PIPELINES',
  PIPELINE: 'PIPELINES',
  ALERT_RULE: 'PIPELINES',
} as const satisfies Record<DefinitionKind, string>;

/** @throws ContractError FORBIDDEN for changes the person may not make */
export const admitPlan = (principal: Principal, siteId: string, plan: ImportPlan): void => {
  const archived = plan.connections.filter(
    ({ what, stored, entry }) =>
      (!stored && what.archive !== '') || entry.changes.some(({ field }) => field === 'archive'),
  );
  const needs = [
    ...[...plan.lookups, ...plan.connections, ...plan.pipelines, ...plan.alertRules].flatMap(({ entry }) =>
      entry.action === 'unchanged' ? [] : { entry, access: writes(RESOURCES[entry.kind]) },
    ),
    // Match counts reveal what was received.
    ...plan.alertRules.flatMap(({ what, entry }) =>
      entry.action === 'unchanged' || what.condition.metric !== 'logMatches'
        ? []
        : { entry, access: readsEvents },
    ),
    ...archived.map(({ entry }) => ({ entry, access: callDefinition('enableArchival').access })),
  ];
  for (const { entry, access } of needs) {
    const permitted = permits(principal, access, siteId);
    if (permitted !== true) throw new ContractError('FORBIDDEN', `'${entry.name}': ${permitted}`);
  }
};

/**
 * Faults of a definition reveal stored state, so its parts require read access.
 * @throws ContractError FORBIDDEN
 */
export const admitDefinition = (principal: Principal, siteId: string, { definition }: ReadText): void => {
  for (const { what } of definition.connections) {
    const kind = RESOURCES[what.kind];
    // Whoever may change them sees them too.
    if (permits(principal, writes(kind), siteId) === true) continue;
    const permitted = permits(principal, reads(kind), siteId);
    if (permitted !== true) throw new ContractError('FORBIDDEN', `'${what.name}': ${permitted}`);
  }
};
