import type { ImportResult } from '../../contract/calls/exchange.ts';
import { ContractError } from '../../contract/errors.ts';
import { mayReadNodes } from '../auth/readable.ts';
import { listPipelinesUsing } from '../connections/connections.ts';
import { measureLookup, withContents } from '../files/lookups.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow } from '../store/schema.ts';
import type { AlertDefinition } from './alert-rule-format.ts';
import { type Applied, applyImport, type ImportBy, toChangedRow } from './apply.ts';
import { computeFingerprint, toDefinitionValue } from './canonical.ts';
import { type StoredPipeline, toDefinition } from './collect.ts';
import { listNamedFiles } from './files.ts';
import { listLookupUsers, toChangedLookups } from './lookups.ts';
import type { PlacedDefinition } from './model.ts';
import { type ImportPlan, type PlanScope, planImport } from './plan.ts';
import { createProblems, refuseProblems, requireParsed } from './problems.ts';
import { readDefinition } from './read.ts';
import { readYaml, toYaml } from './yaml/jobs.ts';
import type { Positions } from './yaml/parse.ts';

type Exported = { text: string; tag: number };

/** Of one site. Unreadable sources and destinations are only named by pipelines. */
export async function exportText(
  services: Services,
  pipelines: StoredPipeline[],
  more: NodeRow[],
  alerts: readonly AlertDefinition[] = [],
): Promise<Exported> {
  const whole = toDefinition(services, pipelines, more);
  const siteId = pipelines[0]?.row.site_id ?? more[0]?.site_id ?? '';
  const connections = whole.connections.filter(({ kind }) => mayReadNodes(services.caller, kind, siteId));
  const definition = { ...whole, connections };
  const value = toDefinitionValue(definition, alerts);
  const files = await listNamedFiles(services, definition);
  // File contents are no part of the definition.
  const { format, ...rest } = value;
  const text = await toYaml(services.apart, { format, ...(files.length > 0 ? { files } : {}), ...rest });
  return { text, tag: computeFingerprint(value) };
}

/** Well formed, but not compared with the store yet. */
export type ReadText = { definition: PlacedDefinition; positions: Positions };

/** @throws ContractError VALIDATION_FAILED with line, column, path and rule of each fault */
export async function readText(services: Services, text: string, isOne: boolean): Promise<ReadText> {
  const { value, positions } = requireParsed(await readYaml(services.apart, text));
  const problems = createProblems(positions);
  const definition = readDefinition(problems, value);
  const { length } = definition.pipelines;
  if (isOne && length !== 1 && problems.found.length === 0) {
    const message = `The definition of one pipeline holds exactly one under 'pipelines', not ${length}`;
    problems.add(['pipelines'], 'one_pipeline', message);
  }
  if (isOne && definition.alerts.length > 0) {
    const message = 'The definition of one pipeline has no alert rules; import them by themselves';
    problems.add(['alerts'], 'one_pipeline', message);
  }
  refuseProblems(problems.found);
  return { definition, positions };
}

/** @throws ContractError VALIDATION_FAILED when the plan is impossible */
export async function requirePlan(
  services: Services,
  tx: Repositories,
  { definition, positions }: ReadText,
  scope: PlanScope,
): Promise<ImportPlan> {
  const problems = createProblems(positions);
  const plan = await planImport(services, tx, problems, definition, scope);
  refuseProblems(problems.found);
  return plan;
}

/** @throws ContractError STALE_VERSION when the named things changed */
export function requireTag(ifMatch: number | '*', { tags, current }: ImportPlan): void {
  if (ifMatch === '*' || tags.includes(ifMatch)) return;
  const message =
    'Something this definition names was changed in the meantime; review the plan again, then apply it';
  throw new ContractError('STALE_VERSION', message, {
    details: [{ field: 'If-Match', rule: 'stale', message }],
    current,
  });
}

export const toResult = (plan: ImportPlan, applied: boolean): ImportResult => ({
  applied,
  entries: [...plan.lookups, ...plan.connections, ...plan.pipelines, ...plan.alertRules].map(
    (one) => one.entry,
  ),
});

/** Contents not in place yet, also lost ones of stored tables. */
async function listMissingContents({ content }: Services, { definition }: ReadText): Promise<string[]> {
  const missing: string[] = [];
  for (const { what } of definition.lookups) {
    const { sha256, sizeBytes } = measureLookup(what.content);
    if (!(await content.has(sha256, sizeBytes))) missing.push(what.content);
  }
  return missing;
}

type Carried = { plan: ImportPlan; applied: Applied; tag: number };

/**
 * Tries changed connections on what runs, then stores everything in one transaction.
 * @throws ContractError VALIDATION_FAILED, STALE_VERSION, or CONFLICT when the engine refuses
 */
export async function carryOutImport(
  services: Services,
  read: ReadText,
  scope: PlanScope,
  request: {
    ifMatch: number | '*';
    by: ImportBy;
    admit: (plan: ImportPlan) => void;
    /** In the transaction, before and after the plan is applied. */
    before?: (tx: Repositories) => Promise<void>;
    after?: (tx: Repositories, applied: Applied) => Promise<void>;
    /** Skips the version tag, which would need a second plan. */
    isTagLeftOut?: boolean;
  },
): Promise<Carried> {
  const { ifMatch, by, admit, before, after: follow } = request;
  const { store, lifecycle, archives } = services;
  const replaced: string[] = [];
  const contents = await listMissingContents(services, read);
  const apply = () =>
    lifecycle.reapply(async () => {
      const plan = await requirePlan(services, store, read, scope);
      admit(plan);
      requireTag(ifMatch, plan);
      const [tag] = plan.tags;
      const assets = toChangedLookups(plan.lookups, by);
      const nodes = plan.connections.flatMap((one) => toChangedRow(services, one, by.now) ?? []);
      const users = new Set(await listLookupUsers(services, store, assets));
      for (const { stored, entry } of plan.connections) {
        if (!stored || entry.appliesTo.length === 0) continue;
        for (const row of await listPipelinesUsing(store, stored.id)) users.add(row.id);
      }
      return {
        pipelineIds: [...users],
        nodes,
        assets,
        store: () =>
          store.transaction(async (tx) => {
            const again = await requirePlan(services, tx, read, scope);
            requireTag(tag, again);
            replaced.splice(0, replaced.length, ...again.lookups.flatMap((one) => one.stored?.sha256 ?? []));
            await before?.(tx);
            const applied = await applyImport(services, tx, again, by);
            await follow?.(tx, applied);
            if (request.isTagLeftOut) return { plan: again, applied, tag };
            const after = await planImport(services, tx, createProblems({}), read.definition, scope);
            return { plan: again, applied, tag: after.tags[0] };
          }),
      };
    });
  const carried = await withContents(services, contents, () => replaced, apply);
  const { ended, kept } = carried.applied.archives;
  // The new archive runs before the previous one ends, so nothing is missed.
  for (const sourceId of kept) await archives.keep(sourceId);
  for (const archiveId of ended) archives.end(archiveId);
  return carried;
}
