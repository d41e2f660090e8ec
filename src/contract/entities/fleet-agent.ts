import * as z from 'zod/mini';
import { AGENT_VOLUME_METRICS } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { coverageSchema, seriesSchema } from './analytics.ts';
import { timeSchema } from './common.ts';
import { AGENT_STATUSES } from './fleet.ts';
import { AGENTS_AT_ONCE, labelsSchema } from './fleet-labels.ts';

/** As the OpAMP specification names them. */
export const CONFIG_STATES = ['UNSET', 'APPLIED', 'APPLYING', 'FAILED'] as const;
export type ConfigState = (typeof CONFIG_STATES)[number];

/** As the OpAMP specification names them. */
export const PACKAGE_STATES = [
  'INSTALLED',
  'INSTALL_PENDING',
  'INSTALLING',
  'INSTALL_FAILED',
  'DOWNLOADING',
] as const;
const packageSchema = z.object({
  version: z.string(),
  /** What it was offered, or empty. */
  offered: z.string(),
  state: z.enum(PACKAGE_STATES),
  problem: z.string(),
});
export type AgentPackage = z.infer<typeof packageSchema>;

/** By what an agent connects: its enrollment token, or a credential of its own. */
export const CREDENTIAL_STATES = ['TOKEN', 'OFFERED', 'OWN', 'ROTATING'] as const;
export type CredentialState = (typeof CREDENTIAL_STATES)[number];

/** Items (log records, spans and data points) a second, between its two reports that came last. */
const throughputSchema = z.object({
  receivedPerSecond: z.number(),
  sentPerSecond: z.number(),
  failedPerSecond: z.number(),
});

/** Of the process of its Collector, as that says itself in its last report. */
const agentUsageSchema = z.object({
  /** Over the time between its two last reports, 100 for one core; null until there are two since its start. */
  cpuPercent: z.nullable(z.number()),
  /** Resident; null when not reported. */
  memoryBytes: z.nullable(z.number()),
  /** When the report came. */
  at: timeSchema,
  /** Whether it is connected, and no two reports are missing since. */
  isCurrent: z.boolean(),
});
export type AgentUsage = z.infer<typeof agentUsageSchema>;

const agentSummary = {
  id: idSchema('fleet'),
  siteId: idSchema('site'),
  fleetId: idSchema('fleet'),
  fleetName: z.string(),
  /** Of the service that it reports, such as `otelcol`, and of its host. */
  name: z.string(),
  host: z.string(),
  platform: z.string(),
  version: z.string(),
  status: z.enum(AGENT_STATUSES),
  /** Why it has this status, in one sentence; empty when all is well. */
  reason: z.string(),
  lastAlive: timeSchema,
  isConnected: z.boolean(),
  /** Whether it can be told to restart its Collector. */
  acceptsRestart: z.boolean(),
  /** Whether it takes a credential of its own in place of its enrollment token. */
  acceptsCredential: z.boolean(),
  configState: z.enum(CONFIG_STATES),
  /** Whether it can be offered what it is to run once more, since it has not applied it. */
  canRetry: z.boolean(),
  /** What it is to run; null without one. */
  configuration: z.nullable(z.object({ id: idSchema('fleet'), name: z.string(), version: z.int() })),
  /** Null while it reports none. */
  throughput: z.nullable(throughputSchema),
  /** Set here; in searches they win over attributes of the same key. */
  labels: labelsSchema,
};
export const agentSchema = z.object(agentSummary);
export type Agent = z.infer<typeof agentSchema>;

/** Agents that a map holds. */
export const AGENT_MAP_MAX = 20_000;
/** Short, since it names thousands of agents: what is at one place in each of the lists is of one agent. */
export const agentMapSchema = z.object({
  ids: z.array(idSchema('fleet')),
  /** With the host. */
  names: z.array(z.string()),
  statuses: z.array(z.enum(AGENT_STATUSES)),
  /** Also those beyond what a map holds. */
  totalCount: z.int(),
});

const agentIdsSchema = z
  .array(idSchema('fleet'))
  .check(
    z.minLength(1, 'at least one agent'),
    z.maxLength(AGENTS_AT_ONCE, `at most ${AGENTS_AT_ONCE} agents`),
  );

export const agentMoveSchema = z.strictObject({
  agentIds: agentIdsSchema,
  /** Of the same site. */
  fleetId: idSchema('fleet'),
});

/** Labels that are named in neither stay. */
export const labelChangeSchema = z.strictObject({
  agentIds: agentIdsSchema,
  labels: z._default(labelsSchema, {}),
  /** Keys of labels to take away. */
  removed: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)), []),
});

/** Components of a component, as the agent reports them. */
export type ComponentHealth = {
  isHealthy: boolean;
  status: string;
  error: string;
  components: Record<string, ComponentHealth>;
};
const componentHealthSchema: z.ZodMiniType<ComponentHealth> = z.lazy(() =>
  z.object({
    isHealthy: z.boolean(),
    status: z.string(),
    error: z.string(),
    components: z.record(z.string(), componentHealthSchema),
  }),
);

/** What an agent went through. */
export const AGENT_EVENT_KINDS = [
  'ENROLLED',
  'CONNECTED',
  'DISCONNECTED',
  'OFFERED',
  'APPLIED',
  'FAILED',
  'UNHEALTHY',
  'HEALTHY',
  'RESTART',
  'CREDENTIAL',
  'LABELED',
  'MOVED',
  'LOGGED_WARNING',
  'LOGGED_ERROR',
] as const;
export type AgentEventKind = (typeof AGENT_EVENT_KINDS)[number];

export const agentDetailSchema = z.object({
  ...agentSummary,
  instanceUid: z.string(),
  transport: z.enum(['websocket', 'http', '']),
  firstSeenAt: timeSchema,
  /** What the agent says about itself, such as `os.type`. */
  attributes: z.record(z.string(), z.string()),
  /** Null until it reports it to this service. */
  usage: z.nullable(agentUsageSchema),
  /** Null until reported. */
  health: z.nullable(componentHealthSchema),
  configProblem: z.string(),
  acceptsConfiguration: z.boolean(),
  /** By what it connects. `OFFERED` and `ROTATING`: its first one, or a newer one, was offered and not used yet. */
  credential: z.enum(CREDENTIAL_STATES),
  /** When its newest own credential was made; the empty time without one. */
  credentialAt: timeSchema,
  /** What it says that it runs, as it says it; null until reported. */
  effective: z.nullable(z.string()),
  /**
   * Both as sorted YAML, without defaults that components fill in and what its supervisor adds; null while one of
   * them is missing.
   */
  compared: z.nullable(z.object({ assigned: z.string(), effective: z.string() })),
  /** Component types by kind, such as `receivers`; empty until reported. */
  components: z.record(z.string(), z.array(z.string())),
  /** What it says that it has installed, by name; empty for agents that report none. */
  packages: z.record(z.string(), packageSchema),
  /** Newest first. */
  events: z.array(z.object({ at: timeSchema, kind: z.enum(AGENT_EVENT_KINDS), text: z.string() })),
});
/** What an agent, or all of a fleet, processed over time, as components count it. No point without a report. */
export const agentSeriesSchema = z.object({
  metricType: z.enum(AGENT_VOLUME_METRICS),
  /** By its receivers. */
  receivedDataSeries: seriesSchema,
  /** Over all exporters, so that what goes to two of them counts twice. */
  sentDataSeries: seriesSchema,
  /** What receivers did not take. Components count no bytes of it. */
  refusedDataSeries: seriesSchema,
  /** What exporters gave up. Components count no bytes of it. */
  failedDataSeries: seriesSchema,
  /** Whether it, or any agent of the fleet, can send its own metrics to the service. */
  canReport: z.boolean(),
  /** The empty time before the first since the service started. */
  reportedAt: timeSchema,
  coverage: coverageSchema,
});
export type AgentSeries = z.infer<typeof agentSeriesSchema>;

export type AgentDetail = z.infer<typeof agentDetailSchema>;
