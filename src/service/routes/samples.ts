import type { CallContext, Handlers } from '../http/call-context.ts';
import { requirePipeline } from '../pipelines/pipelines.ts';
import {
  createSample,
  patchSample,
  requireSample,
  toSampleEntity,
  toSampleSummary,
} from '../preview/samples.ts';
import { requireVersion } from '../require.ts';
import type { SampleRow } from '../store/schema.ts';

type Base = Pick<CallContext<'getSample'>, 'services' | 'afterCommit'>;

/** A sample is part of its pipeline. */
const announce = ({ services, afterCommit }: Base, row: SampleRow) =>
  afterCommit(() =>
    services.hub.publish({
      type: 'entity.changed',
      siteId: row.site_id,
      entity: 'pipeline',
      id: row.pipeline_id,
      change: 'updated',
    }),
  );

type SampleCalls = 'listSamples' | 'getSample' | 'createSample' | 'updateSample' | 'deleteSample';

export const sampleHandlers = {
  listSamples: async ({ path, tx }) => {
    await requirePipeline(tx, path.pipelineId);
    return { samples: (await tx.samples.list(path.pipelineId)).map(toSampleSummary) };
  },

  getSample: async ({ path, tx, setEtag }) => {
    const row = await requireSample(tx, path.sampleId);
    setEtag(row.revision);
    return { sample: toSampleEntity(row) };
  },

  createSample: async ({ body, ...base }) => {
    const by = { name: base.principal.user.name, now: base.now };
    const row = await createSample(base.services, base.tx, body.sample, by);
    announce(base, row);
    return { id: row.id, revision: row.revision };
  },

  updateSample: async ({ body, ...base }) => {
    const row = await requireSample(base.tx, body.sample.id);
    requireVersion(base.ifMatch, row.revision, () => toSampleEntity(row));
    const after = await patchSample(base.tx, row, body.sample, base.now);
    announce(base, after);
    return { revision: after.revision };
  },

  deleteSample: async ({ path, ...base }) => {
    const row = await requireSample(base.tx, path.sampleId);
    await base.tx.samples.remove(row.id);
    announce(base, row);
    return {};
  },
} satisfies Pick<Handlers, SampleCalls>;
