import type { ErrorDetail } from '../../contract/errors.ts';
import { requireSite } from '../domain/checks.ts';
import { connectionFaults } from '../domain/connections.ts';
import { transformFaults } from '../domain/transforms.ts';
import type { Handlers } from '../http/call-context.ts';

const shown = (details: readonly ErrorDetail[]) => ({
  problems: details.map(({ field, message }) => ({ field, message })),
});

export const configCheckHandlers = {
  checkSource: async ({ body, services, tx }) =>
    shown(await connectionFaults(services, tx, 'SOURCE', body.source)),
  checkSink: async ({ body, services, tx }) => shown(await connectionFaults(services, tx, 'SINK', body.sink)),
  checkTransforms: async ({ body: { siteId, transforms }, services, tx }) => {
    await requireSite(tx, siteId);
    const results = [];
    for (const one of transforms)
      results.push(shown(await transformFaults(services, tx, { ...one, siteId })));
    return { results };
  },
} satisfies Pick<Handlers, 'checkSource' | 'checkSink' | 'checkTransforms'>;
