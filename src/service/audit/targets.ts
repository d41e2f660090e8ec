import type { AuditEntity } from '../../contract/entities/audit.ts';
import { isId } from '../../contract/ids.ts';
import { isRecord } from '../../contract/values.ts';
import { collectIds } from '../named-ids.ts';
import type { Repositories } from '../store/index.ts';
import { readApiKeyState, readRoleState, readSessionState, readUserState } from './access-states.ts';
import {
  readAlertChannelState,
  readAlertRuleState,
  readAlertSilenceState,
  readReportState,
} from './alert-states.ts';
import { readChangesetState } from './changeset-states.ts';
import {
  readAgentState,
  readConfigurationState,
  readFleetState,
  readFleetTokenState,
  readRolloutState,
} from './fleet-states.ts';
import { readDashboardState, readSavedQueryState } from './query-states.ts';
import { readSiteState } from './site-states.ts';
import type { AuditState, StateTools } from './state.ts';
import {
  readConnectionState,
  readFileState,
  readPipelineState,
  readSampleState,
  readTransformState,
} from './states.ts';

/** Deeper ids belong to parts of the subject. */
export const ID_DEPTH = 4;
const NAME_MAX_LENGTH = 200;

export type Target = Pick<AuditState, 'name' | 'siteId'> & { entity: AuditEntity; id: string };

type Find = (tools: StateTools, tx: Repositories, id: string) => Promise<AuditState | undefined>;

const readIfId =
  (kind: Parameters<typeof isId>[1], read: Find): Find =>
  async (tools, tx, id) =>
    isId(id, kind) ? read(tools, tx, id) : undefined;

const FINDERS: Find[] = [
  readIfId('pipeline', (_, tx, id) => readPipelineState(tx, id)),
  readIfId('node', readConnectionState),
  readIfId('transform', readTransformState),
  readIfId('sample', (_, tx, id) => readSampleState(tx, id)),
  readIfId('asset', (_, tx, id) => readFileState(tx, id)),
  readIfId('alert', (_, tx, id) => readAlertRuleState(tx, id)),
  readIfId('alert', readAlertChannelState),
  readIfId('alert', (_, tx, id) => readAlertSilenceState(tx, id)),
  readIfId('fleet', (_, tx, id) => readFleetState(tx, id)),
  readIfId('fleet', (_, tx, id) => readAgentState(tx, id)),
  readIfId('fleet', (_, tx, id) => readConfigurationState(tx, id)),
  readIfId('fleet', (_, tx, id) => readFleetTokenState(tx, id)),
  readIfId('fleet', (_, tx, id) => readRolloutState(tx, id)),
  readIfId('alert', (_, tx, id) => readReportState(tx, id)),
  readIfId('changeset', (_, tx, id) => readChangesetState(tx, id)),
  readIfId('query', (_, tx, id) => readSavedQueryState(tx, id)),
  readIfId('dashboard', (_, tx, id) => readDashboardState(tx, id)),
];

/** Ids of other formats, identified by field. */
const BY_FIELD: Record<string, Find> = {
  userId: (_, tx, id) => readUserState(tx, id),
  user: (_, tx, id) => readUserState(tx, id),
  roleId: (_, tx, id) => readRoleState(tx, id),
  role: (_, tx, id) => readRoleState(tx, id),
  keyId: readApiKeyState,
  sessionId: (_, tx, id) => readSessionState(tx, id),
};

const NAMED: Record<string, AuditEntity> = {
  pipeline: 'pipeline',
  source: 'source',
  sink: 'destination',
  transform: 'transform',
  transforms: 'transform',
  sample: 'sample',
  site: 'site',
  user: 'user',
  role: 'role',
  apiKey: 'apiKey',
  alertRule: 'alertRule',
  alertChannel: 'alertChannel',
  fleet: 'fleet',
  configuration: 'configuration',
  query: 'query',
  dashboard: 'dashboard',
};

function* listFields(input: unknown): Generator<[field: string, id: string]> {
  if (!isRecord(input)) return;
  for (const [field, id] of Object.entries(isRecord(input.path) ? input.path : {}))
    if (typeof id === 'string') yield [field, id];
  for (const [field, part] of Object.entries(isRecord(input.body) ? input.body : {}))
    if (isRecord(part) && typeof part.id === 'string') yield [field, part.id];
}

function findName(input: unknown, siteId: string): Target | undefined {
  const body = isRecord(input) && isRecord(input.body) ? input.body : {};
  for (const [field, value] of Object.entries(body)) {
    const part: unknown = Array.isArray(value) ? value[0] : value;
    const entity = NAMED[field];
    if (!entity || !isRecord(part) || typeof part.name !== 'string') continue;
    return { entity, id: '', name: part.name.slice(0, NAME_MAX_LENGTH), siteId };
  }
  return undefined;
}

/**
 * Subject of a request: what it names, else the name of a new thing, else its site.
 * @param reply names new things too
 */
export async function findTarget(
  tools: StateTools,
  tx: Repositories,
  input: unknown,
  reply?: unknown,
): Promise<Target | undefined> {
  for (const [field, id] of listFields(input)) {
    const state = await BY_FIELD[field]?.(tools, tx, id);
    if (state) return { ...state, id };
  }
  const ids = [...collectIds([input, reply], ID_DEPTH)];
  for (const find of FINDERS)
    for (const id of ids) {
      const state = await find(tools, tx, id);
      if (state) return { ...state, id };
    }
  const siteId = ids.find((id) => isId(id, 'site')) ?? '';
  const named = findName(input, siteId);
  if (named || siteId === '') return named;
  const site = await readSiteState(tools, tx, siteId);
  return site && { ...site, id: siteId, siteId };
}
