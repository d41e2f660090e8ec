import { createHash } from 'node:crypto';
import type { AuditEntity } from '../../contract/entities/audit.ts';
import type { Edges } from '../../contract/entities/pipeline.ts';
import type { NodeType } from '../../contract/enums.ts';
import { configOf } from '../domain/rows.ts';
import { secretPlaces } from '../exchange/secrets.ts';
import { toTime } from '../ids.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { NodeRow, PreferencesRow, SampleRow, TransformRow } from '../store/schema.ts';

/** A thing as the audit shows it: fields for people, without what changes by itself. */
export type AuditState = {
  entity: AuditEntity;
  name: string;
  siteId: string;
  fields: Record<string, unknown>;
};

type Tools = Pick<Services, 'catalogue' | 'sealer'>;

const MARK_LENGTH = 8;

/**
 * The configuration with a mark in the place of each secret: it tells that another one was set, and cannot be
 * turned back without the service's key.
 */
function safeConfig(
  { catalogue, sealer }: Tools,
  nodeType: NodeType,
  templateId: string,
  row: NodeRow | TransformRow,
) {
  const places = secretPlaces(catalogue, nodeType, templateId);
  const markOf = (value: unknown) => sealer.sign(JSON.stringify(value) ?? '').slice(0, MARK_LENGTH);
  const marked = places.change(sealer.open(configOf(row)), (value) => `secret ${markOf(value)}`);
  // Whatever else was sealed stays closed.
  return { ...sealer.mask(configOf(row)), ...marked };
}

const connectionState = (tools: Tools, row: NodeRow): AuditState => {
  const nodeType = row.node_type === 'SOURCE' ? 'SOURCE' : 'SINK';
  return {
    entity: nodeType === 'SOURCE' ? 'source' : 'destination',
    name: row.name,
    siteId: row.site_id,
    fields: {
      name: row.name,
      description: row.description,
      type: row.template_id,
      status: row.status,
      ...(row.archive_sink_id === '' ? {} : { archivedTo: row.archive_sink_id }),
      config: safeConfig(tools, nodeType, row.template_id, row),
    },
  };
};

const transformFields = (tools: Tools, row: TransformRow) => ({
  name: row.name,
  description: row.description,
  type: row.template_id,
  config: safeConfig(tools, 'TRANSFORM', row.template_id, row),
});

export async function pipelineState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.pipelines.find(id);
  if (!row) return undefined;
  const deployment = await tx.deployments.find(id);
  return {
    entity: 'pipeline',
    name: row.name,
    siteId: row.site_id,
    fields: {
      name: row.name,
      description: row.description,
      status: row.status,
      pendingAction: row.pending_action,
      deployedVersion: row.deployed_graph_version,
      latestVersion: row.latest_graph_version,
      ...(row.pending_action === 'DEPLOY' && deployment
        ? { askedVersion: deployment.graph_version, isForced: deployment.is_forced === 1 }
        : {}),
    },
  };
}

/** The newest version, its nodes by their names. */
export async function graphState(
  tools: Tools,
  tx: Repositories,
  pipelineId: string,
): Promise<AuditState | undefined> {
  const [version] = await tx.versions.newestOf([pipelineId]);
  const pipeline = await tx.pipelines.find(pipelineId);
  if (!version || !pipeline) return undefined;
  const members = await tx.versions.nodesOf(pipelineId, version.version);
  const ids = members.map((member) => member.node_id);
  const [connections, transforms] = [
    await tx.nodes.findMany(ids.filter((id) => id.startsWith('2'))),
    await tx.transforms.findMany(ids.filter((id) => id.startsWith('1'))),
  ];
  const nameOf = new Map([...connections, ...transforms].map((row) => [row.id, row.name]));
  const named = (id: string) => nameOf.get(id) ?? id;
  const edges: Edges = JSON.parse(version.edges);
  const lines = Object.entries(edges).flatMap(([from, { nodeIds }]) =>
    nodeIds.map((to) => `${named(from)} → ${named(to)}`),
  );
  return {
    entity: 'graph',
    name: pipeline.name,
    siteId: pipeline.site_id,
    fields: {
      version: version.version,
      versionName: version.name,
      connections: lines.sort(),
      sources: connections.filter((row) => row.node_type === 'SOURCE').map((row) => row.name),
      destinations: connections.filter((row) => row.node_type === 'SINK').map((row) => row.name),
      transforms: Object.fromEntries(transforms.map((row) => [row.name, transformFields(tools, row)])),
    },
  };
}

export async function connectionStateOf(
  tools: Tools,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.nodes.find(id);
  return row && connectionState(tools, row);
}

export async function transformState(
  tools: Tools,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const [row] = await tx.transforms.findMany([id]);
  const pipeline = row && (await tx.pipelines.find(row.pipeline_id));
  return (
    row && {
      entity: 'transform',
      name: row.name,
      siteId: pipeline?.site_id ?? '',
      fields: { ...transformFields(tools, row), pipeline: pipeline?.name ?? '' },
    }
  );
}

/** A file without its content: of that its size and its digest, which of a secret is that of its sealed form. */
export async function fileState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.assets.find(id);
  if (!row) return undefined;
  const fields = {
    name: row.name,
    type: row.asset_type,
    sites: JSON.parse(row.site_ids),
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
  };
  return { entity: 'file', name: row.name, siteId: '', fields };
}

/** Without its events: they may hold anything. */
const sampleFields = (row: SampleRow) => ({
  name: row.name,
  description: row.description,
  events: row.event_count,
  pinned: row.pinned === 1,
  hasExpected: row.expected !== '',
  revision: row.revision,
});

export async function sampleState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.samples.find(id);
  return row && { entity: 'sample', name: row.name, siteId: row.site_id, fields: sampleFields(row) };
}

/** Who may do what; of a key never the secret, nor its hash. */
export async function roleState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.roles.find(id);
  if (!row) return undefined;
  const { name, description } = row;
  const fields = { name, description, grants: JSON.parse(row.grants), siteIds: JSON.parse(row.site_ids) };
  return { entity: 'role', name, siteId: '', fields };
}

export async function userState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.users.find(id);
  if (!row) return undefined;
  const { name, email, status } = row;
  return { entity: 'user', name, siteId: '', fields: { name, email, status, roles: JSON.parse(row.roles) } };
}

export async function apiKeyState(
  { sealer }: Pick<Tools, 'sealer'>,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.apiKeys.find(id);
  if (!row) return undefined;
  const { name, description, role_id: role } = row;
  return {
    entity: 'apiKey',
    name,
    siteId: '',
    fields: {
      name,
      description,
      role,
      siteIds: JSON.parse(row.site_ids),
      expiresAt: toTime(row.expires_at),
      isRevoked: row.revoked_at !== 0,
      // Tells that it was rotated.
      secret: `secret ${sealer.sign(row.secret_hash).slice(0, MARK_LENGTH)}`,
    },
  };
}

/** Who is signed in where. */
export async function sessionState(tx: Repositories, id: string): Promise<AuditState | undefined> {
  const row = await tx.sessions.find(id);
  const user = row && (await tx.users.find(row.user_id));
  if (!row) return undefined;
  const fields = { user: user?.email ?? row.user_id, provider: row.provider, browser: row.user_agent };
  return { entity: 'session', name: user?.email ?? '', siteId: '', fields };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** How people sign in, with a mark in the place of each secret. */
export async function ssoState(
  { sealer }: Pick<Tools, 'sealer'>,
  tx: Repositories,
): Promise<AuditState | undefined> {
  const row = await tx.sso.find();
  if (!row) return undefined;
  const settings = sealer.open(JSON.parse(row.settings));
  const mark = (text: unknown) =>
    text ? `secret ${sealer.sign(JSON.stringify(text)).slice(0, MARK_LENGTH)}` : '';
  const fields = {
    ...settings,
    // Long, and public: its hash tells that the provider is another one.
    metadataXml: settings.metadataXml ? `sha256 ${hashOf(String(settings.metadataXml))}` : '',
    clientSecret: mark(settings.clientSecret),
    fallbackCode: mark(row.fallback_hash),
  };
  return { entity: 'sign-in', name: 'Sign-in', siteId: '', fields };
}

const preferencesFields = (row: PreferencesRow) => ({
  characterKeys: row.character_keys === 1,
  keyBindings: JSON.parse(row.key_bindings),
  macros: JSON.parse(row.macros),
});

export async function preferencesState(tx: Repositories, userId: string): Promise<AuditState | undefined> {
  const row = await tx.preferences.find(userId);
  return row && { entity: 'preferences', name: '', siteId: '', fields: preferencesFields(row) };
}

/** The site, with a mark in the place of its SSH key. */
export async function siteState(
  { sealer }: Pick<Tools, 'sealer'>,
  tx: Repositories,
  id: string,
): Promise<AuditState | undefined> {
  const row = await tx.sites.find(id);
  if (!row) return undefined;
  const { name, description, vendor, status } = row;
  const { gitAccessToken, ...git } = sealer.open(JSON.parse(row.git));
  const mark = sealer.sign(JSON.stringify(gitAccessToken) ?? '').slice(0, MARK_LENGTH);
  const key = gitAccessToken === undefined ? {} : { gitAccessToken: `secret ${mark}` };
  const managed = { managedByGit: row.managed_by_git === 1, ...git, ...key };
  return { entity: 'site', name, siteId: id, fields: { name, description, vendor, status, ...managed } };
}

/** The site with what a gigabyte costs it, once somebody set that. */
export async function savingPriceState(tx: Repositories, siteId: string): Promise<AuditState | undefined> {
  const [site, row] = await Promise.all([tx.sites.find(siteId), tx.savingPrices.find(siteId)]);
  if (!site || !row) return undefined;
  const pricePerGigabyte = row.is_set === 1 ? row.price_per_gigabyte : null;
  return { entity: 'site', name: site.name, siteId, fields: { pricePerGigabyte, currency: row.currency } };
}

/** How an engine can join a remote site, and whether one did; nothing of token and credential but that they are. */
export async function remoteEngineState(tx: Repositories, siteId: string): Promise<AuditState | undefined> {
  const [site, row] = await Promise.all([tx.sites.find(siteId), tx.remoteEngines.find(siteId)]);
  if (!site || !row) return undefined;
  const joinToken =
    row.token_hash === ''
      ? 'none'
      : row.token_used_at > 0
        ? `used ${toTime(row.token_used_at)}`
        : `expires ${toTime(row.token_expires_at)}`;
  return {
    entity: 'site',
    name: site.name,
    siteId,
    fields: { joinToken, hasEngine: row.credential_hash !== '' },
  };
}
