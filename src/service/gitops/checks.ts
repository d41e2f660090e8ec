import { getRequestState } from '../../../machines/change-request/index.ts';
import { writes } from '../../contract/calls/define.ts';
import type { Changeset } from '../../contract/entities/changeset.ts';
import type {
  CheckKind,
  CheckOutcome,
  RequestCheck,
  RequestChecks,
  SampleDifference,
} from '../../contract/entities/changeset-checks.ts';
import { ContractError } from '../../contract/errors.ts';
import { counted } from '../../contract/values.ts';
import { EngineError } from '../../engine/port.ts';
import { permits } from '../auth/permissions.ts';
import { readStoredPipelines } from '../exchange/collect.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import type { Draft } from '../preview/draft.ts';
import { describeSampleFailure, readVersionDraft } from '../preview/gate.ts';
import { runTests } from '../preview/sample-tests.ts';
import type { Services } from '../services.ts';
import type { ChangesetPipelineRow, PipelineRow } from '../store/schema.ts';
import { applyRequest, type RequestParts, readParts } from './apply-request.ts';
import { kindOf } from './connection-text.ts';
import { mayReadRequested, nounOf, type ReadChangeset, readChange, readFace, readTexts } from './entities.ts';
import { requireDeletablePipelines } from './mergeable.ts';
import { requireChangeable } from './requested-connection.ts';
import { listTried, withRequestedLookups } from './requested-files.ts';
import { requireLookupChangeable } from './requested-lookup.ts';
import { tryOut } from './requested-set.ts';
import { compareOnSample } from './sample-difference.ts';
import { readTrialDraft } from './trial.ts';

/** Compared samples per pipeline and in all; tests among them always run. */
const COMPARED_PER_PIPELINE = 3;
const COMPARED_MAX = 20;

const toCheck = (
  kind: CheckKind,
  outcome: CheckOutcome,
  message: string,
  faults: string[] = [],
): RequestCheck => ({ kind, outcome, message, faults });

function checkBase({ hasConflict, reason }: Changeset): RequestCheck {
  return hasConflict
    ? toCheck('base', 'failed', reason)
    : toCheck('base', 'passed', 'Nothing that it changes was changed since.');
}

/** The caller's rights: others may still merge. */
function checkRights(
  services: Services,
  { row, pipelines }: ReadChangeset,
  parts: RequestParts,
): RequestCheck {
  const { caller } = services;
  const siteId = row.site_id;
  const refusals = new Set<string>();
  const merges = { ...writes('PIPELINES'), grant: 'DEPLOY' as const };
  const permitted = caller ? permits(caller, merges, siteId) : true;
  if (permitted !== true) refusals.add(permitted);
  const gather = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      refusals.add(error.message);
    }
  };
  gather(() => requireDeletablePipelines(services, parts.pipelines, siteId));
  for (const of of pipelines) {
    const kind = kindOf(of);
    if (kind === 'LOOKUP')
      gather(() => requireLookupChangeable(services, readChange(of) === 'delete', siteId));
    else if (kind) gather(() => requireChangeable(services, kind, readChange(of), siteId));
  }
  return refusals.size === 0
    ? toCheck('rights', 'passed', 'You may merge it.')
    : toCheck('rights', 'warned', 'You may not merge it: someone who may has to.', [...refusals]);
}

const describeFault = (
  { caller }: Services,
  of: ChangesetPipelineRow,
  { message }: ContractError,
  siteId: string,
): string => {
  const kind = kindOf(of);
  return kind && !mayReadRequested({ caller }, kind, siteId)
    ? 'A source or destination that you may not see does not fit what is stored now'
    : `${kind ? `The ${nounOf(of)} '${of.name}'` : `'${of.name}'`}: ${message}`;
};

async function checkDefinition(
  services: Services,
  parts: RequestParts,
  { siteId, now }: { siteId: string; now: number },
): Promise<RequestCheck> {
  const by = { siteId, name: services.caller?.user.email ?? '', now, versionName: 'Pull request' };
  const faults = await tryOut(services, async (tx) => {
    const found: string[] = [];
    await applyRequest(services, tx, parts, by, (of, error) =>
      found.push(describeFault(services, of, error, siteId)),
    );
    return found;
  });
  return faults.length === 0
    ? toCheck(
        'definition',
        'passed',
        'Names, graphs, configurations, files and ports fit what is stored now.',
      )
    : toCheck(
        'definition',
        'failed',
        'It does not fit what is stored now: correct what is named, or withdraw it and raise it again.',
        faults,
      );
}

type Changed = { pipeline: PipelineRow; before: Draft | undefined; after: Draft };

/** @param requested `services` with the request's lookup tables */
async function readChanged(
  services: Services,
  requested: Services,
  { pipelineId, text }: { pipelineId: string; text: string },
): Promise<Changed | undefined> {
  const { store } = services;
  const pipeline = await requirePipeline(store, pipelineId);
  const [stored] = await readStoredPipelines(store, [pipeline]);
  const place = { pipelineId: pipeline.id, siteId: pipeline.site_id, transforms: stored?.transforms ?? [] };
  const after = await readTrialDraft(requested, text, place);
  if (!after) return undefined;
  const version = pipeline.latest_graph_version;
  const before = await readVersionDraft(services, pipeline, version).catch((error: unknown) => {
    // The stored pipeline may no longer run; the requested one may.
    if (error instanceof EngineError) return undefined;
    throw error;
  });
  return { pipeline, before, after };
}

type OnSamples = { ran: number; failures: string[]; samples: SampleDifference[]; left: number };

/** Uses the stored hash keys for every reader: no one can choose the shown events. */
async function runSamples(services: Services, requested: Services, parts: RequestParts): Promise<OnSamples> {
  const all = { ...services, caller: undefined };
  const found: OnSamples = { ran: 0, failures: [], samples: [], left: 0 };
  for (const one of await listTried(services, parts)) {
    const pinned = await services.store.samples.pinned(one.pipelineId);
    if (pinned.length === 0) continue;
    const changed = await readChanged(all, { ...requested, caller: undefined }, one);
    if (!changed) continue;
    const { pipeline, before, after } = changed;
    const tests = pinned.filter(({ expected }) => expected !== '');
    const results = await runTests(all, after, tests);
    found.ran += results.length;
    for (const result of results.filter(({ passed }) => !passed))
      found.failures.push(`'${pipeline.name}': ${describeSampleFailure(after, result)}`);
    if (!before) continue;
    const compared = pinned.slice(0, Math.min(COMPARED_PER_PIPELINE, COMPARED_MAX - found.samples.length));
    found.left += pinned.length - compared.length;
    for (const row of compared)
      found.samples.push(await compareOnSample(all, { before, after }, row, pipeline));
  }
  return found;
}

function checkTests({ ran, failures }: OnSamples): RequestCheck {
  if (ran === 0)
    return toCheck('samples', 'skipped', 'No pinned sample of what it changes expects anything.');
  return failures.length === 0
    ? toCheck('samples', 'passed', `${counted(ran, 'test')} on pinned samples: none fails.`)
    : toCheck(
        'samples',
        'failed',
        `${failures.length} of ${counted(ran, 'test')} on pinned samples: correct the pipeline, or what the sample expects.`,
        failures,
      );
}

function describeLoss({ pipeline, sample, problem, before, after }: SampleDifference): string[] {
  const on = `'${pipeline}' on '${sample}'`;
  if (problem !== undefined) return [`${on} could not be run: ${problem}`];
  if (!before || !after) return [];
  const nothing = before.eventsOut > 0 && after.eventsOut === 0;
  const more = after.errors - before.errors;
  return [
    ...(nothing ? [`${on}: no event reaches a destination any more`] : []),
    ...(more > 0 ? [`${on}: ${counted(more, 'more error')}`] : []),
  ];
}

function checkData({ samples, left }: OnSamples): RequestCheck {
  if (samples.length === 0)
    return toCheck(
      'data',
      'skipped',
      'No sample is pinned to what it changes: pin one to see what becomes of its events.',
    );
  const losses = samples.flatMap(describeLoss);
  const more = left > 0 ? ` ${counted(left, 'more sample')} not compared.` : '';
  return losses.length === 0
    ? toCheck('data', 'passed', `Events of ${counted(samples.length, 'sample')} compared.${more}`)
    : toCheck('data', 'warned', `Read what becomes of the events before you merge.${more}`, losses);
}

/**
 * Checks an open request against what is stored now, as its merge will.
 * @throws ContractError NOT_FOUND when the repository lost its commits
 */
export async function readChecks(
  services: Services,
  changeset: ReadChangeset,
  now: number,
): Promise<RequestChecks> {
  const { row } = changeset;
  const commit = row.head_commit;
  const face = await readFace(services, services.store, changeset);
  const state = getRequestState(face);
  if (state !== 'OPEN' && state !== 'APPROVED' && state !== 'CONFLICT')
    return { commit, checks: [], samples: [] };
  const base = checkBase(face);
  if (face.hasConflict) return { commit, checks: [base], samples: [] };
  const parts = await readParts(services, changeset, await readTexts(services, changeset));
  const rights = checkRights(services, changeset, parts);
  const definition = await checkDefinition(services, parts, { siteId: row.site_id, now });
  const checks = [base, definition];
  if (definition.outcome === 'failed') return { commit, checks: [...checks, rights], samples: [] };
  const found = await withRequestedLookups(services, parts.lookups, row.site_id, (requested) =>
    runSamples(services, requested, parts),
  );
  return {
    commit,
    checks: [...checks, checkTests(found), checkData(found), rights],
    samples: found.samples,
  };
}
