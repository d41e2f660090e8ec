import type { ErrorDetail } from '../../contract/errors.ts';
import { findConnectionFaults } from '../connections/connections.ts';
import type { Handlers } from '../http/call-context.ts';
import { findTransformFaults } from '../pipelines/transforms.ts';
import { requireSite } from '../require.ts';

const toShown = (details: readonly ErrorDetail[]) => ({
  problems: details.map(({ field, message }) => ({ field, message })),
});

export const configCheckHandlers = {
  checkSource: async ({ body, services, tx }) =>
    toShown(await findConnectionFaults(services, tx, 'SOURCE', body.source)),
  checkSink: async ({ body, services, tx }) =>
    toShown(await findConnectionFaults(services, tx, 'SINK', body.sink)),
  checkTransforms: async ({ body: { siteId, transforms }, services, tx }) => {
    await requireSite(tx, siteId);
    const results = [];
    for (const one of transforms)
      results.push(toShown(await findTransformFaults(services, tx, { ...one, siteId })));
    return { results };
  },
} satisfies Pick<Handlers, 'checkSource' | 'checkSink' | 'checkTransforms'>;
