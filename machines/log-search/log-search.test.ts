import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { ASK_AFTER_MS } from './log-search.machine.ts';
import { logSearchModel } from './log-search.model.ts';
import { findFollowReason, selectError, selectLive } from './log-search.selectors.ts';

const paths = makePaths(logSearchModel);

test('every transition: what cannot be read is never asked', async () => {
  await driveAll(
    paths,
    createPureSut(logSearchModel, (snapshot) => {
      const { text, asked, endsNow } = snapshot.context;
      const { line, tail } = snapshot.value;
      expect(selectError(snapshot) !== undefined).toBe(line === 'wrong');
      if (line === 'asked') expect(text).toBe(asked);
      if (line === 'waiting') expect(text).not.toBe(asked);
      expect(selectLive(snapshot)).toBe(endsNow ? tail : 'off');
      expect(findFollowReason(snapshot) === undefined).toBe(snapshot.can({ type: 'live.toggled' }));
    }),
  );
  await driveAll(paths, createActorSut(logSearchModel, { delays: { debounce: ASK_AFTER_MS } }));
});
