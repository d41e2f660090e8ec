import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { INSIGHTS_POLL_MS } from './data-insights.machine.ts';
import { dataInsightsModel } from './data-insights.model.ts';
import { findReason, selectPhase } from './data-insights.selectors.ts';

const paths = makePaths(dataInsightsModel);

test('every transition: failures have a reason; figures belong to the selected node [R2.4-61]', async () => {
  await driveAll(
    paths,
    createPureSut(dataInsightsModel, (snapshot) => {
      const { error, insights, measured } = snapshot.context;
      const phase = selectPhase(snapshot);
      expect(phase === 'failed').toBe(error !== undefined);
      if (phase === 'shown') expect(insights).toBeDefined();
      if (phase === 'empty' || phase === 'failed') expect(insights).toBeUndefined();
      const known = insights?.findings.map(({ id }) => id) ?? [];
      expect(known).toEqual(expect.arrayContaining(Object.keys(measured)));
      if (snapshot.matches({ shown: 'measured' })) expect(Object.keys(measured)).toEqual(known);
      expect(findReason(snapshot, { type: 'insights.stopped' }) === undefined).toBe(
        snapshot.matches('capturing'),
      );
      expect(findReason(snapshot, { type: 'insights.requested', componentId: 'a' })).toBeUndefined();
    }),
  );
  await driveAll(
    paths,
    createActorSut(dataInsightsModel, {
      actors: ['start', 'read', 'stop', 'analyse', 'measure'],
      delays: { poll: INSIGHTS_POLL_MS },
    }),
  );
});
