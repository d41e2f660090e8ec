import type { Configuration, ConfigurationProblem } from '../../contract/entities/fleet-configuration.ts';
import { ContractError } from '../../contract/errors.ts';
import { formatTime } from '../clock.ts';
import { findDraftRefusals } from '../collector-sites/draft-refusals.ts';
import { requireFreeOfSite } from '../collector-sites/guards.ts';
import { checkConfiguration, findMissingComponents } from '../fleets/check.ts';
import { changeComponent, listComponents } from '../fleets/component-forms.ts';
import { hashContent, openText, sealText } from '../fleets/content.ts';
import { renderPipeline, requireRendered } from '../fleets/rendered.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import { notFound, requireFreeName, requireSite, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { FleetConfigurationRow, FleetRow } from '../store/schema.ts';

/** @throws ContractError VALIDATION_FAILED for one of another site, or NOT_FOUND */
export async function requireConfiguration(
  tx: Repositories,
  id: string,
  within?: { siteId: string; field: string },
): Promise<FleetConfigurationRow> {
  const row = await tx.fleetConfigurations.find(id);
  if (!row) throw notFound('configuration', id);
  if (within && row.site_id !== within.siteId)
    throw invalid([
      { field: within.field, rule: 'same_site', message: 'must be a configuration of the same site' },
    ]);
  return row;
}

type MadeFrom = Awaited<ReturnType<Repositories['fleetConfigurations']['pipelinesOf']>>;

const toPipeline = (id: string, made: MadeFrom): Pick<Configuration, 'pipeline'> => {
  const found = made.find(({ configuration_id }) => configuration_id === id);
  return found
    ? {
        pipeline: {
          id: found.id,
          name: found.name,
          graphVersion: found.graph_version,
          latestGraphVersion: found.latest_graph_version,
        },
      }
    : {};
};

const toConfiguration = (
  row: FleetConfigurationRow,
  fleets: readonly FleetRow[],
  made: MadeFrom,
): Configuration => ({
  ...toPipeline(row.id, made),
  id: row.id,
  siteId: row.site_id,
  name: row.name,
  description: row.description,
  version: row.version,
  fleets: fleets
    .filter(({ configuration_id }) => configuration_id === row.id)
    .map(({ id, name, configuration_version }) => ({ id, name, version: configuration_version })),
  revision: row.revision,
  createdAt: formatTime(row.created_at),
  updatedAt: formatTime(row.updated_at),
});

async function requireFreeConfigurationName(
  tx: Repositories,
  row: { id: string; site_id: string; name: string },
): Promise<void> {
  const isTaken = (await tx.fleetConfigurations.list([row.site_id])).some(
    ({ id, name }) => id !== row.id && name.toLowerCase() === row.name.toLowerCase(),
  );
  requireFreeName(isTaken, 'configuration.name', 'Another configuration of the site has this name');
}

/**
 * Outside the transaction, since parsing is slow.
 * @throws ContractError VALIDATION_FAILED with line and column of each fault
 */
export async function requireReadable({ apart }: Services, content: string | undefined): Promise<void> {
  if (content === undefined) return;
  const { problems } = await checkConfiguration(apart, content);
  if (problems.length === 0) return;
  throw invalid(
    problems.slice(0, 20).map(({ field, line, column, message }) => ({
      field: field === '' ? 'configuration.content' : `configuration.content.${field}`,
      rule: 'collector',
      message: `line ${line}${field === '' ? '' : ` (${field})`}: ${message}`,
      line,
      column,
    })),
  );
}

type ConfigurationCalls =
  | 'listConfigurations'
  | 'getConfiguration'
  | 'createConfiguration'
  | 'updateConfiguration'
  | 'deleteConfiguration'
  | 'renderPipeline'
  | 'checkOnCollectors'
  | 'checkConfiguration'
  | 'listConfigurationComponents'
  | 'changeComponent';

const toColumns = (from: { pipelineId: string; graphVersion: number } | undefined) => ({
  pipeline_id: from?.pipelineId ?? '',
  graph_version: from?.graphVersion ?? 0,
});

export const fleetConfigurationHandlers = {
  listConfigurations: async ({ query, tx }) => {
    const rows = await tx.fleetConfigurations.list(query.siteIds);
    const fleets = await tx.fleets.list(query.siteIds);
    const made = await tx.fleetConfigurations.pipelinesOf(query.siteIds);
    return {
      configurations: toWindow(rows, query, 'desc').map((row) => toConfiguration(row, fleets, made)),
      pagination: { totalCount: rows.length },
    };
  },

  getConfiguration: async ({ path, query, tx, services }) => {
    const row = await requireConfiguration(tx, path.configurationId);
    const shown = await tx.fleetConfigurations.findVersion(row.id, query.version ?? row.version);
    if (!shown)
      throw new ContractError(
        'NOT_FOUND',
        `'${row.name}' has versions 1 to ${row.version}, and no ${query.version}`,
      );
    const versions = await tx.fleetConfigurations.versionsOf(row.id);
    return {
      configuration: {
        ...toConfiguration(
          row,
          await tx.fleets.list([row.site_id]),
          await tx.fleetConfigurations.pipelinesOf([row.site_id]),
        ),
        content: openText(services.sealer, shown.content),
        shownVersion: shown.version,
        versions: versions.map(({ version, created_by, created_at }) => ({
          version,
          createdBy: created_by,
          createdAt: formatTime(created_at),
        })),
      },
    };
  },

  createConfiguration: async ({ body, tx, services, principal, now }) => {
    const { siteId, name, description, fromPipeline } = body.configuration;
    await requireSite(tx, siteId);
    const content = fromPipeline
      ? await requireRendered(services, tx, fromPipeline, siteId)
      : (body.configuration.content ?? '');
    const id = services.ids('fleet');
    await requireFreeConfigurationName(tx, { id, site_id: siteId, name });
    await tx.fleetConfigurations.insert({
      ...{ id, site_id: siteId, name, description },
      ...{ version: 1, revision: 1, created_at: now, updated_at: now },
    });
    await tx.fleetConfigurations.addVersion({
      configuration_id: id,
      version: 1,
      content: sealText(services.sealer, content),
      hash: hashContent(content),
      created_by: principal.user.name,
      created_at: now,
      ...toColumns(fromPipeline),
    });
    return { id };
  },

  updateConfiguration: async ({ body, tx, services, principal, now, ifMatch, setEtag }) => {
    const { id, name, description, fromPipeline } = body.configuration;
    const row = await requireConfiguration(tx, id);
    const fleets = await tx.fleets.list([row.site_id]);
    const readMade = () => tx.fleetConfigurations.pipelinesOf([row.site_id]);
    const made = await readMade();
    requireVersion(ifMatch, row.revision, () => toConfiguration(row, fleets, made));
    if (body.configuration.content !== undefined || fromPipeline)
      await requireFreeOfSite(
        tx,
        services.collectorSites.siteOfConfiguration(id),
        'ACTION_REFUSED',
        'change a pipeline and deploy it',
      );
    const content = fromPipeline
      ? await requireRendered(services, tx, fromPipeline, row.site_id)
      : body.configuration.content;
    const stored = await tx.fleetConfigurations.findVersion(id, row.version);
    const from = toColumns(fromPipeline);
    const isElsewhere =
      stored?.pipeline_id !== from.pipeline_id || stored.graph_version !== from.graph_version;
    // Equal content from a newer pipeline version is a new version, to show its origin.
    const isChanged =
      content !== undefined &&
      (stored?.hash !== hashContent(content) || (fromPipeline !== undefined && isElsewhere));
    const changed: FleetConfigurationRow = {
      ...row,
      name: name ?? row.name,
      description: description ?? row.description,
      version: row.version + (isChanged ? 1 : 0),
      revision: row.revision + 1,
      updated_at: now,
    };
    await requireFreeConfigurationName(tx, changed);
    if (isChanged) {
      await tx.fleetConfigurations.addVersion({
        configuration_id: id,
        version: changed.version,
        content: sealText(services.sealer, content),
        hash: hashContent(content),
        created_by: principal.user.name,
        created_at: now,
        ...from,
      });
    }
    await tx.fleetConfigurations.update(changed);
    setEtag(changed.revision);
    return { configuration: toConfiguration(changed, fleets, await readMade()) };
  },

  deleteConfiguration: async ({ path, tx, services, ifMatch }) => {
    const row = await requireConfiguration(tx, path.configurationId);
    await requireFreeOfSite(
      tx,
      services.collectorSites.siteOfConfiguration(row.id),
      'IN_USE',
      'delete the site to delete it',
    );
    const fleets = await tx.fleets.list([row.site_id]);
    const current = toConfiguration(row, fleets, await tx.fleetConfigurations.pipelinesOf([row.site_id]));
    requireVersion(ifMatch, row.revision, () => current);
    const using = current.fleets.map(({ name }) => `'${name}'`);
    if (using.length > 0)
      throw new ContractError(
        'IN_USE',
        `'${row.name}' is the configuration of ${using.slice(0, 5).join(', ')}; roll out another one first`,
      );
    if ((await tx.fleetRollouts.openWith(row.id)).length > 0)
      throw new ContractError('IN_USE', `A rollout of '${row.name}' is under way; wait for its end`);
    await tx.fleetConfigurations.delete(row.id);
    return {};
  },

  renderPipeline: async ({ path, query, tx, services }) => {
    const pipeline = await requirePipeline(tx, path.pipelineId);
    return { rendered: await renderPipeline(services, tx, pipeline, query.graphVersion) };
  },

  checkOnCollectors: async ({ body: { siteId, graph }, tx, services }) => {
    await requireSite(tx, siteId);
    return { refusals: await findDraftRefusals(services, tx, siteId, graph) };
  },

  checkConfiguration: async ({ body, tx, services }) => {
    const { siteId, content } = body.configuration;
    await requireSite(tx, siteId);
    const { problems, used } = await checkConfiguration(services.apart, content);
    const agents = await tx.fleetAgents.components({ siteId });
    const warnings = findMissingComponents(used, agents)
      .filter(({ lacking }) => lacking === agents.length)
      .map(
        ({ kind, id, type, line, column }): ConfigurationProblem => ({
          severity: 'warning',
          ...{ line, column },
          field: `${kind}.${id}`,
          message: `No agent of the site has ${type} among its ${kind}`,
        }),
      );
    return { problems: [...problems, ...warnings] };
  },

  listConfigurationComponents: async ({ body, tx, services }) => {
    const { siteId, content } = body.configuration;
    await requireSite(tx, siteId);
    const agents = await tx.fleetAgents.components({ siteId });
    const checked = await checkConfiguration(services.apart, content);
    return { components: listComponents(checked, agents), agentCount: agents.length };
  },

  changeComponent: async ({ body: { configuration, change }, tx, services }) => {
    await requireSite(tx, configuration.siteId);
    return changeComponent(services.apart, configuration.content, change);
  },
} satisfies Pick<Handlers, ConfigurationCalls>;
