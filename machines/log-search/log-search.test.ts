import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  ASK_AFTER_MS,
  findFollowReason,
  logSearchMachine,
  selectError,
  selectLive,
} from './log-search.machine.ts';
import { logSearchModel } from './log-search.model.ts';

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

test('an address that comes late, of a question before the last, takes back no letter', () => {
  const clock = new SimulatedClock();
  const actor = createActor(logSearchMachine, { input: { query: '', endsNow: true }, clock }).start();
  const type = (text: string) => {
    actor.send({ type: 'query.typed', text });
    clock.increment(ASK_AFTER_MS);
  };
  type('s');
  type('st');
  actor.send({ type: 'query.typed', text: 'sta' });
  actor.send({ type: 'address.changed', query: 's' });
  expect(actor.getSnapshot().context.text).toBe('sta');
  actor.send({ type: 'address.changed', query: 'st' });
  expect(actor.getSnapshot().context).toMatchObject({ text: 'sta', asked: 'st' });
  // Back to what this line once wrote is no late address.
  actor.send({ type: 'address.changed', query: 's' });
  expect(actor.getSnapshot().context.text).toBe('s');
});
