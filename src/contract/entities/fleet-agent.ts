import * as z from 'zod/mini';
import { AGENT_VOLUME_METRICS } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { coverageSchema, seriesSchema } from './analytics.ts';
import { timeSchema } from './common.ts';
import { AGENT_STATUSES } from './fleet.ts';
import { AGENTS_AT_ONCE, labelsSchema } from './fleet-labels.ts';

/** `RemoteConfigStatuses` of [OpAMP](https://opentelemetry.io/docs/specs/opamp/). */
export const CONFIG_STATES = ['UNSET', 'APPLIED', 'APPLYING', 'FAILED'] as const;
export type ConfigState = (typeof CONFIG_STATES)[number];

/** `PackageStatusEnum` of OpAMP. */
export const PACKAGE_STATES = [
  'INSTALLED',
  'INSTALL_PENDING',
  'INSTALLING',
  'INSTALL_FAILED',
  'DOWNLOADING',
] as const;
const packageSchema = z.object({
  version: z.string(),
  offered: z.string(),
  state: z.enum(PACKAGE_STATES),
  problem: z.string(),
});
export type AgentPackage = z.infer<typeof packageSchema>;

export const CREDENTIAL_STATES = ['TOKEN', 'OFFERED', 'OWN', 'ROTATING'] as const;
export type CredentialState = (typeof CREDENTIAL_STATES)[number];

/** Items (log records, spans, data points) per second between the two newest reports. */
const throughputSchema = z.object({
  receivedPerSecond: z.number(),
  sentPerSecond: z.number(),
  failedPerSecond: z.number(),
});

/** The Collector process, by its own newest report. */
const agentUsageSchema = z.object({
  /** Between the two newest reports, 100 per core; null before the second since its start. */
  cpuPercent: z.nullable(z.number()),
  /** Resident; null when not reported. */
  memoryBytes: z.nullable(z.number()),
  at: timeSchema,
  /** Connected, and fewer than two reports missing. */
  isCurrent: z.boolean(),
});
export type AgentUsage = z.infer<typeof agentUsageSchema>;

const agentSummary = {
  id: idSchema('fleet'),
  siteId: idSchema('site'),
  fleetId: idSchema('fleet'),
  fleetName: z.string(),
  /** Reported service, such as `otelcol`, and host. */
  name: z.string(),
  host: z.string(),
  platform: z.string(),
  version: z.string(),
  status: z.enum(AGENT_STATUSES),
  reason: z.string(),
  lastAlive: timeSchema,
  isConnected: z.boolean(),
  /** Can restart its Collector on command. */
  acceptsRestart: z.boolean(),
  /** Can replace its enrollment token with its own credential. */
  acceptsCredential: z.boolean(),
  configState: z.enum(CONFIG_STATES),
  /** Its unapplied configuration can be offered again. */
  canRetry: z.boolean(),
  configuration: z.nullable(z.object({ id: idSchema('fleet'), name: z.string(), version: z.int() })),
  throughput: z.nullable(throughputSchema),
  /** Set here; in searches they override attributes. */
  labels: labelsSchema,
};
export const agentSchema = z.object(agentSummary);
export type Agent = z.infer<typeof agentSchema>;

export const AGENT_MAP_MAX = 20_000;
/** Columns, to be compact for thousands of agents: one index is one agent. */
export const agentMapSchema = z.object({
  ids: z.array(idSchema('fleet')),
  names: z.array(z.string()),
  statuses: z.array(z.enum(AGENT_STATUSES)),
  /** Also counts agents beyond the maximum. */
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
  fleetId: idSchema('fleet'),
});

/** Other labels stay. */
export const labelChangeSchema = z.strictObject({
  agentIds: agentIdsSchema,
  labels: z._default(labelsSchema, {}),
  removed: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)), []),
});

/** Nested, as the agent reports it. */
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
  /** Reported, such as `os.type`. */
  attributes: z.record(z.string(), z.string()),
  usage: z.nullable(agentUsageSchema),
  health: z.nullable(componentHealthSchema),
  configProblem: z.string(),
  acceptsConfiguration: z.boolean(),
  /** `OFFERED` and `ROTATING`: a first or newer credential was offered, but not used yet. */
  credential: z.enum(CREDENTIAL_STATES),
  credentialAt: timeSchema,
  /** Reported configuration, unchanged; null until reported. */
  effective: z.nullable(z.string()),
  /** Sorted YAML without component defaults and supervisor additions; null unless both are known. */
  compared: z.nullable(z.object({ assigned: z.string(), effective: z.string() })),
  /** Component types by kind, such as `receivers`; empty until reported. */
  components: z.record(z.string(), z.array(z.string())),
  /** Installed packages by name; empty when not reported. */
  packages: z.record(z.string(), packageSchema),
  events: z.array(z.object({ at: timeSchema, kind: z.enum(AGENT_EVENT_KINDS), text: z.string() })),
});
/** What an agent or fleet processed, as its components count. No point without a report. */
export const agentSeriesSchema = z.object({
  metricType: z.enum(AGENT_VOLUME_METRICS),
  receivedDataSeries: seriesSchema,
  /** Summed over exporters: data sent by two counts twice. */
  sentDataSeries: seriesSchema,
  /** Not counted in bytes. */
  refusedDataSeries: seriesSchema,
  /** Given up by exporters; not counted in bytes. */
  failedDataSeries: seriesSchema,
  /** Any agent can send its own metrics to the service. */
  canReport: z.boolean(),
  /** Empty time before the first report since the service started. */
  reportedAt: timeSchema,
  coverage: coverageSchema,
});
export type AgentSeries = z.infer<typeof agentSeriesSchema>;

export type AgentDetail = z.infer<typeof agentDetailSchema>;
