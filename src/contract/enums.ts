/** Values of the specification (sections 3 and 4). */

export const PIPELINE_STATUSES = [
  'DEFAULT',
  'TO_DEPLOY',
  'DEPLOYING',
  'DEPLOYED',
  'ROLLED_BACK',
  'FAILED',
  'DELETED',
  'DELETING',
  'TO_DELETE',
  'PAUSED',
  'BYPASSED',
] as const;
export type PipelineStatus = (typeof PIPELINE_STATUSES)[number];

export const PENDING_ACTIONS = ['NOP', 'DEPLOY', 'DELETE', 'PAUSE', 'BYPASS', 'CANCEL'] as const;
export type PendingAction = (typeof PENDING_ACTIONS)[number];

/** `PATCH /v1/pipeline/action` */
export const PIPELINE_ACTIONS = ['DEPLOY', 'DELETE', 'PAUSE', 'BYPASS', 'CANCEL'] as const;
export type PipelineAction = (typeof PIPELINE_ACTIONS)[number];

export const PIPELINE_TYPES = ['UNSPECIFIED', 'PATTERN', 'ARCHIVAL', 'USER', 'SSA', 'HYDRATION'] as const;
export type PipelineType = (typeof PIPELINE_TYPES)[number];

export const HYDRATION_STATUSES = [
  'DEFAULT',
  'DEPLOYING',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'DELETED',
  'TERMINATED',
] as const;
export type HydrationStatus = (typeof HYDRATION_STATUSES)[number];

/** `PATCH /v1/hydration/action` */
export const HYDRATION_ACTIONS = ['TERMINATE', 'PAUSE', 'RESUME', 'RETRY'] as const;
export type HydrationAction = (typeof HYDRATION_ACTIONS)[number];

export const ENTITY_STATUSES = ['DEFAULT', 'ACTIVE', 'DELETED', 'INACTIVE'] as const;
export type EntityStatus = (typeof ENTITY_STATUSES)[number];

export const SITE_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export type SiteStatus = (typeof SITE_STATUSES)[number];

export const NODE_TYPES = ['SOURCE', 'SINK', 'TRANSFORM'] as const;
export type NodeType = (typeof NODE_TYPES)[number];

export const NODE_ORIGINS = [
  'USER',
  'PATTERN',
  'ARCHIVAL',
  'PREPROCESSOR',
  'POSTPROCESSOR',
  'SSA',
  'ANALYTICS_TAP',
] as const;

export const PROCESSOR_TYPES = [
  'DATA_PROCESSOR',
  'GENERIC_PREPROCESSOR',
  'GENERIC_POSTPROCESSOR',
  'CUSTOM_PREPROCESSOR',
  'CUSTOM_POSTPROCESSOR',
] as const;

export const TEMPLATE_TYPES = [
  'PARSER',
  'SOURCE_CONFIG',
  'INTERNAL',
  'PATTERN_EXTRACTOR',
  'FUNCTION',
  'SERIALIZER',
  'OPTIMIZER',
  'DEPRECATED',
] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

export const USAGE_TYPES = ['USER', 'ARCHIVAL'] as const;
export type UsageType = (typeof USAGE_TYPES)[number];

export const VENDORS = ['AWS', 'GCP', 'AZURE', 'AIR_GAPPED', 'ON_PREMISE'] as const;
export type Vendor = (typeof VENDORS)[number];

export const DATA_VOLUME_METRICS = [
  'EVENTS_BYTES',
  'EVENTS_COUNT',
  'AGENT_EVENTS_BYTES',
  'AGENT_EVENTS_COUNT',
  'RAW_BYTES',
] as const;
export type DataVolumeMetric = (typeof DATA_VOLUME_METRICS)[number];

export const AGENT_VOLUME_METRICS = [
  'AGENT_EVENTS_BYTES',
  'AGENT_EVENTS_COUNT',
] as const satisfies readonly DataVolumeMetric[];

export const LOG_LEVELS = ['INFO', 'WARN', 'ERROR'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const ACCESS_TYPES = ['READ', 'WRITE', 'DELETE'] as const;
export type AccessType = (typeof ACCESS_TYPES)[number];

export const RESOURCE_TYPES = ['SOURCES', 'SINKS', 'PIPELINES', 'HYDRATIONS', 'SITES'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** Not in the specification: grants besides read, write and delete. */
export const EXTRA_GRANTS = ['DEPLOY', 'LIVE_CAPTURE'] as const;
export type ExtraGrant = (typeof EXTRA_GRANTS)[number];

export const ROLE_TYPES = ['SYSTEM', 'USER', 'INTERNAL'] as const;

export const USER_TYPES = ['LOCAL', 'SSO', 'INTERNAL', 'UNSPECIFIED'] as const;

/** Not in the specification. Invited users have not signed in yet. */
export const USER_STATUSES = ['INVITED', 'ACTIVE', 'DISABLED'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const TOAST_STATUSES = ['info', 'success', 'warning', 'error'] as const;
export type ToastStatus = (typeof TOAST_STATUSES)[number];

export const PROVIDER_TYPES = ['none', 'oidc', 'saml'] as const;
export type ProviderType = (typeof PROVIDER_TYPES)[number];

export const PROTOCOLS = ['TCP', 'UDP'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const CHANGESET_STATUSES = ['OPEN', 'MERGED', 'CLOSED', 'FAILED'] as const;
export type ChangesetStatus = (typeof CHANGESET_STATUSES)[number];

export const ASSET_TYPES = [
  'SECRET',
  'DATA',
  'LOOK_UP_DATA',
  'DYNAMIC_LOOK_UP',
  'GEO_IP',
  'LOG_SAMPLE',
  'DATAGEN_LOG_SAMPLE',
] as const;
export type AssetType = (typeof ASSET_TYPES)[number];
